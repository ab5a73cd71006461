import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { runResultSchema } from '../../src/protocol/run-schemas.ts'
import { checkJsonSchema } from '../setup/check-json-schema.ts'
import { startAnthropicServer } from '../support/model-servers/index.ts'
import { makeProject, type Project } from './support/project.ts'

const bash = (command: string): object => ({ toolCalls: [{ name: 'Bash', input: { command } }] })
const stop = (command: string): object => ({ Stop: [{ hooks: [{ id: 'tests', command }] }] })
const scripted = ['run', 'go', '--script', 'script.json', '--config', 'hooks.json']

function makeRun(steps: readonly object[], hooks: object = {}): Project {
  return makeProject({ 'script.json': JSON.stringify(steps), 'hooks.json': hooks })
}

describe('one prompt', () => {
  test('gives the answer on stdout and everything else on stderr, without colours', async () => {
    const deny = { matcher: 'Bash', hooks: [{ id: 'guard', command: 'echo "not \u001b[2J here" >&2; exit 2' }] }
    const project = makeRun(
      [
        { text: 'First I look.', ...bash('ls'), usage: { inputTokens: 1500, outputTokens: 5 } },
        { toolCalls: [{ name: 'Write', input: { file_path: 'a.txt', content: 'one\n' } }] },
        { text: 'The answer\nis 42.' },
      ],
      { PreToolUse: [deny] },
    )
    const { code, stdout, stderr } = await project.run([...scripted, '--allow', 'Write'])
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'The answer\nis 42.\n' })
    const lines = stderr.replace(/\(\d+ ms\)/, '(TIME)').replace(/out · .*\n/, 'out · TIME\n')
    expect(lines.split('\n')).toEqual([
      'First I look.',
      '● Bash ls',
      '  ◆ Denied by guard: not \\u001b[2J here (TIME)',
      '● Write a.txt',
      '  │ created +1 -0',
      '  │ 1 + one',
      '1.5k tokens in · 5 out · TIME',
      '',
    ])
    expect(project.read('a.txt')).toBe('one\n')
  })

  test('denies what nobody can be asked about, and says how it could run', async () => {
    const project = makeRun([bash('npm test'), { text: 'I could not.' }])
    const { code, stdout, stderr } = await project.run(scripted)
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'I could not.\n' })
    for (const remedy of [`--allow 'Bash(npm test *)'`, 'permissions.allow', 'PermissionRequest', '--permission-mode'])
      expect(stderr).toContain(remedy)
  })

  test.each<[string, object[], object, string[], number, RegExp]>([
    [
      'a prompt is blocked',
      [{ text: 'x' }],
      { UserPromptSubmit: [{ hooks: [{ command: 'echo "a secret" >&2; exit 2' }] }] },
      [],
      2,
      /The prompt was blocked: a secret/,
    ],
    [
      'a hook halts',
      [{ text: 'x' }],
      stop(`echo '{"continue": false, "stopReason": "enough"}'`),
      [],
      2,
      /A hook ended the session: enough/,
    ],
    ['the cap is reached', [{ text: 'x' }], stop('echo "not yet" >&2; exit 2'), [], 3, /Not verified: .*not yet/],
    [
      'the turn is too long',
      [bash('true'), bash('true'), bash('true')],
      {},
      ['--max-turns', '2', '--permission-mode', 'yolo'],
      4,
      /The turn was cut off: the limit of 2/,
    ],
    [
      'the model fails',
      [{ error: { status: 401, message: 'bad key' } }],
      {},
      [],
      1,
      /The turn failed \(model_authentication\): bad key/,
    ],
  ])('when %s it is no success', async (_, steps, hooks, flags, code, told) => {
    const project = makeRun(steps, hooks)
    const run = await project.run([...scripted, ...flags])
    expect(run.code).toBe(code)
    expect(run.stderr).toMatch(told)
    const json = await project.run([...scripted, ...flags, '--json'])
    const result = JSON.parse(json.stdout)
    expect([json.code, result.exitCode]).toEqual([code, code])
    expect(result.subtype).not.toBe('success')
    expect(checkJsonSchema(runResultSchema(), result)).toEqual([])
  })

  test('is interrupted by a signal, with the hooks of the end of the session', async () => {
    const project = makeRun([{ delayMs: 600_000 }], {
      UserPromptSubmit: [{ hooks: [{ command: 'touch begun' }] }],
      SessionEnd: [{ hooks: [{ command: 'cat > end.json' }] }],
    })
    const program = resolve(import.meta.dirname, '../../dist/bin/hookline.js')
    const child = spawn(process.execPath, [program, ...scripted], {
      cwd: project.folder,
      env: { PATH: process.env['PATH'], HOME: project.home },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    while (!existsSync(project.path('begun'))) await new Promise((resolve) => setTimeout(resolve, 20))
    child.kill('SIGINT')
    const [code] = await once(child, 'exit')
    expect({ code, reason: JSON.parse(project.read('end.json')).reason }).toEqual({ code: 130, reason: 'ctrl_c' })
  })

  test('takes its prompt from the argument, from stdin, or both', async () => {
    const server = await startAnthropicServer(() => ({ text: 'ok' }))
    onTestFinished(() => server.close())
    const env = { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: server.url }
    const project = makeProject()
    const asked = async (args: string[], stdin: string): Promise<unknown> => {
      const run = await project.run(['run', ...args], { stdin, env })
      expect([run.code, run.stdout]).toEqual([0, 'ok\n'])
      return server.requests.at(-1)!.body.messages.at(-1).content[0].text
    }
    expect(await asked(['explain'], '')).toBe('explain')
    expect(await asked([], 'from a pipe\n')).toBe('from a pipe\n')
    expect(await asked(['explain this'], 'the log')).toBe('explain this\n\nthe log')
  })

  test('does not wait for a pipe in which nothing comes', async () => {
    const project = makeRun([{ text: 'ok' }])
    const program = resolve(import.meta.dirname, '../../dist/bin/hookline.js')
    const child = spawn(process.execPath, [program, ...scripted], {
      cwd: project.folder,
      env: { PATH: process.env['PATH'], HOME: project.home },
    })
    onTestFinished(() => void child.kill('SIGKILL'))
    let stderr = ''
    child.stderr.on('data', (text) => {
      stderr += text
    })
    const [code] = await once(child, 'exit')
    expect({ code, told: /stdin is open and nothing comes/.test(stderr) }).toEqual({ code: 0, told: true })
  })

  test('runs no hooks of a project that nobody has approved, says so and exits with a code of its own', async () => {
    const project = makeRun([{ text: 'ok' }])
    project.write('.claude/settings.json', {
      hooks: { Stop: [{ hooks: [{ type: 'command', command: 'touch ran' }] }] },
    })
    const { code, stdout, stderr } = await project.run(scripted)
    expect({ code, stdout, ran: existsSync(project.path('ran')) }).toEqual({ code: 5, stdout: 'ok\n', ran: false })
    expect(stderr).toMatch(/warning: 1 hook of .*settings\.json \(untrusted\) will not run/)
    const without = await project.run([...scripted, '--setting-sources', 'managed,user'])
    expect({ code: without.code, warned: without.stderr.includes('warning') }).toEqual({ code: 0, warned: false })
    const { stdout: found } = await project.run(['trust', '--check'])
    const digest = /sha256:[0-9a-f]{64}/.exec(found)![0]
    const trusted = await project.run([...scripted, `--trust-hooks=${digest}`])
    expect({ code: trusted.code, ran: existsSync(project.path('ran')) }).toEqual({ code: 0, ran: true })
  })
})

test.each<[string[], RegExp]>([
  [['run'], /the prompt is empty/],
  [['run', 'x', '--script', 'bad.json'], /bad\.json:1:3 \[0\]\.txt is unknown[\s\S]*Did you mean "text"/],
  [
    ['run', 'x', '--script', 'ok.json', '--resume', 'gone'],
    /SESSION_NOT_FOUND[\s\S]*Nothing is stored for this folder/,
  ],
  [['run', 'x', '--script', 'ok.json', '--continue'], /No session of .* is stored/],
])('%j is refused with what is wrong and how to mend it', async (args, told) => {
  const project = makeProject({ 'bad.json': '[{"txt": "x"}]', 'ok.json': '[{"text": "x"}]' })
  const { code, stdout, stderr } = await project.run(args)
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(told)
  expect(stderr).toMatch(/\nhint: \S/)
})
