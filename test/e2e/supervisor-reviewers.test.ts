import { execFileSync } from 'node:child_process'
import { ftruncateSync, openSync, writeSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startAnthropicServer } from '../support/model-servers/index.ts'
import { installClaude, makeSupervisedProject } from '../support/supervisor/supervised-project.ts'

const yes = '{"allow_stop": true, "feedback": "all done"}'
const question = {
  hook_event_name: 'PreToolUse',
  tool_name: 'AskUserQuestion',
  tool_input: { questions: [{ question: 'Which colour?' }] },
}

describe('Claude Code as reviewer', () => {
  const record = (answer: string): string =>
    `printf '%s\\n' "$@" > args; cat > prompt; env > seen; cat <<'END'\n${answer}\nEND`

  test('resumes a fork of the session, guarded, and reads its result', async () => {
    const project = makeSupervisedProject()
    const usage = { input_tokens: 30, output_tokens: 12 }
    const result = {
      type: 'result',
      subtype: 'success',
      is_error: false,
      result: `Well.\n\`\`\`json\n${yes}\n\`\`\``,
      usage,
      session_id: 'fork',
    }
    const PATH = installClaude(project, record(JSON.stringify(result)))
    const env = { PATH, ANTHROPIC_API_KEY: 'sk-ant-for-claude-itself' }
    const answered = await project.hook({ session_id: 'abc-1', ...question }, { reviewer: null, env })
    expect(answered).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(answered.stdout)).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'allow', permissionDecisionReason: 'all done' },
    })
    expect(project.read('args').trim().split('\n')).toEqual([
      ...['-p', '--resume', 'abc-1', '--fork-session', '--output-format', 'json'],
      ...['--disallowedTools', 'Edit,Write,NotebookEdit,AskUserQuestion'],
    ])
    expect(project.read('prompt')).toMatch(/allow_stop[\s\S]*AskUserQuestion[\s\S]*Which colour\?/)
    expect(project.read('seen')).toMatch(/^CCC_SUPERVISOR_HOOK=1$/m)
    expect(project.read('seen')).toContain('ANTHROPIC_API_KEY=sk-ant-for-claude-itself')
    expect(await project.record()).toMatchObject([
      { outcome: 'approved', evidence: { reviewer: 'claude', fork: 'fork' } },
    ])
  })

  test.each([
    ['lines of messages', `{"type":"system"}\n${JSON.stringify({ type: 'result', result: yes })}`],
    ['a list of messages', JSON.stringify([{ type: 'system' }, { type: 'result', result: yes }])],
    ['an answer in its own field', JSON.stringify({ type: 'result', result: '', structured_output: JSON.parse(yes) })],
    ['an answer that is no text', JSON.stringify({ type: 'result', result: JSON.parse(yes) })],
    ['plain text', yes],
  ])('is understood when it prints %s', async (_, output) => {
    const project = makeSupervisedProject()
    const PATH = installClaude(project, record(output))
    const { stdout } = await project.hook({ session_id: 's' }, { reviewer: null, env: { PATH } })
    expect(JSON.parse(stdout)).toEqual({ reason: 'all done' })
  })

  test.each([
    [
      'tells an error',
      `echo '{"type":"result","subtype":"error_max_turns","is_error":true,"result":"too long"}'`,
      'error_max_turns: too long',
    ],
    [
      'tells an error only by its name',
      `echo '{"type":"result","subtype":"error_max_turns","is_error":false}'`,
      'Claude Code ended with error_max_turns\n',
    ],
    ['does not find the session', 'echo "No conversation found" >&2; exit 1', 'exit code 1: No conversation found'],
  ])('fails the review when it %s', async (_, body, message) => {
    const project = makeSupervisedProject()
    const PATH = installClaude(project, body)
    const { code, stdout, stderr } = await project.hook({ session_id: 's' }, { reviewer: null, env: { PATH } })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain(message)
  })

  test('is never given an id that it would read as a flag', async () => {
    const project = makeSupervisedProject()
    const PATH = installClaude(project, record(yes))
    const input = { session_id: '--dangerously-skip-permissions' }
    expect(await project.hook(input, { reviewer: null, env: { PATH } })).toMatchObject({ code: 1, stdout: '' })
    expect(() => project.read('args')).toThrow()
  })
})

describe('a model as reviewer', () => {
  async function startServer(answer: string) {
    const server = await startAnthropicServer(() => ({ text: answer, usage: { inputTokens: 100, outputTokens: 20 } }))
    onTestFinished(() => server.close())
    return server
  }
  const keys = (url: string) => ({
    PATH: '/usr/bin:/bin',
    ANTHROPIC_API_KEY: 'sk-ant-test-key-0000',
    ANTHROPIC_BASE_URL: url,
  })
  const line = (type: string, content: unknown) =>
    JSON.stringify({ type, uuid: type, message: { role: type, content } })

  test('reads the end of the transcript, the diff and the question', async () => {
    const server = await startServer(yes)
    const project = makeSupervisedProject()
    const transcript_path = project.write(
      't.jsonl',
      `${line('user', 'paint it')}\n${line('assistant', [{ type: 'text', text: 'painted' }])}\n{"half`,
    )
    project.write('repo/wall.txt', 'white\n')
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: project.path('repo') })
    git('init', '-q')
    git('add', '.')
    git('commit', '-q', '-m', 'white')
    project.write('repo/wall.txt', 'green\n')
    const input = { session_id: 's', transcript_path, cwd: project.path('repo'), ...question }
    const result = await project.hook(input, { reviewer: null, env: keys(server.url) })
    expect(result).toMatchObject({ code: 0, stderr: '' })
    expect(JSON.parse(result.stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: 'allow' } })
    expect(server.requests.length).toBe(1)
    const sent = JSON.stringify(server.requests[0]!.body)
    for (const part of ['paint it', 'painted', '-white', '+green', 'Which colour?', 'allow_stop'])
      expect(sent).toContain(part)
    expect(await project.record()).toMatchObject([
      {
        outcome: 'approved',
        evidence: { reviewer: 'model', provider: 'anthropic', transcript: { state: 'read', skipped: 1 } },
      },
    ])
  })

  test('F108: without a transcript its yes lets the agent stop but stays unverified', async () => {
    const server = await startServer(yes)
    const project = makeSupervisedProject()
    const input = { session_id: 's', transcript_path: project.path('gone.jsonl') }
    const { stdout } = await project.hook(input, { reviewer: null, env: keys(server.url) })
    expect(JSON.parse(stdout)).toEqual({ reason: 'all done' })
    expect(await project.record()).toMatchObject([{ outcome: 'unverified', evidence: { informed: false } }])
  })

  test('F108: a transcript of 1 GiB is read within bounds', async () => {
    const server = await startServer('{"allow_stop": false, "feedback": "go on"}')
    const project = makeSupervisedProject()
    const transcript_path = project.write('t.jsonl', `${line('user', 'the request')}\n`)
    const descriptor = openSync(transcript_path, 'r+')
    ftruncateSync(descriptor, 1024 ** 3)
    writeSync(descriptor, `\n${line('assistant', [{ type: 'text', text: 'the end' }])}\n`, 1024 ** 3)
    const { stdout } = await project.hook(
      { session_id: 's', transcript_path },
      { reviewer: null, env: keys(server.url) },
    )
    expect(JSON.parse(stdout)).toEqual({ decision: 'block', reason: 'go on' })
    const sent = JSON.stringify(server.requests[0]!.body)
    expect(sent.length).toBeLessThan(400_000)
    for (const part of ['the request', 'the end']) expect(sent).toContain(part)
  })

  test('a budget of tokens caps the reviews', async () => {
    const server = await startServer('{"allow_stop": false, "feedback": "go on"}')
    const project = makeSupervisedProject()
    project.settings({ max_total_tokens: 200, reviewer: { type: 'model', model: 'claude-test' } })
    const fire = async () =>
      JSON.parse((await project.hook({ session_id: 's' }, { reviewer: null, env: keys(server.url) })).stdout)
    expect([(await fire()).decision, (await fire()).decision]).toEqual(['block', 'block'])
    expect(await fire()).toEqual({ reason: 'not reviewed any more: reviews took 240 of 200 tokens' })
    expect(server.requests.map(({ body }) => body.model)).toEqual(['claude-test', 'claude-test'])
    expect((await project.record())[0]).toMatchObject({ outcome: 'capped' })
  })

  test('a model that refuses the key fails the review', async () => {
    const server = await startAnthropicServer(() => ({ error: { status: 401, message: 'invalid x-api-key' } }))
    onTestFinished(() => server.close())
    const project = makeSupervisedProject()
    const { code, stdout, stderr } = await project.hook({ session_id: 's' }, { reviewer: null, env: keys(server.url) })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^supervisor SDK failed: /)
    expect(stderr).not.toContain('sk-ant-test')
  })
})

test('a reviewer that is a program reads the input with a section of its own', async () => {
  const project = makeSupervisedProject()
  project.reviewer(yes)
  await project.hook({ session_id: 's', further: 1 })
  const { supervisor, ...fields } = project.sent()
  expect(fields).toEqual({ session_id: 's', further: 1, hook_event_name: 'Stop' })
  expect(supervisor).toMatchObject({
    version: 1,
    round: 1,
    max_rounds: 20,
    prompt: expect.stringContaining('allow_stop'),
  })
})
