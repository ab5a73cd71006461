import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeSupervisedProject } from '../support/supervisor/supervised-project.ts'

const question = {
  session_id: 'test-003',
  hook_event_name: 'PreToolUse',
  tool_name: 'AskUserQuestion',
  tool_input: { questions: [{ question: 'Which colour?' }] },
  tool_use_id: 'toolu_001',
}
const asked = (decision: 'allow' | 'deny', reason: string): object => ({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: decision, permissionDecisionReason: reason },
})

/** stdout is one line of JSON. */
function answerOf({ stdout }: { stdout: string }): unknown {
  expect(stdout.endsWith('\n')).toBe(true)
  expect(stdout.trimEnd()).not.toContain('\n')
  return JSON.parse(stdout)
}

describe('the answer', () => {
  test('TC-001: lets the agent stop', async () => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: true, feedback: 'work is complete' })
    const result = await project.hook({ session_id: 'test-001', stop_hook_active: false })
    expect(result).toEqual({ code: 0, stdout: '{"reason":"work is complete"}\n', stderr: '' })
    expect(await project.record()).toMatchObject([{ outcome: 'approved', round: 1, reason: 'work is complete' }])
  })

  test('TC-002: keeps the agent working', async () => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: false, feedback: 'needs more work' })
    const result = await project.hook({ session_id: 'test-002', stop_hook_active: false })
    expect(result).toEqual({ code: 0, stdout: '{"decision":"block","reason":"needs more work"}\n', stderr: '' })
    expect(await project.record()).toMatchObject([{ outcome: 'refused' }])
  })

  test.each([
    ['', 'Please continue completing the task'],
    ['  x  ', 'x'],
  ])('C2: with the feedback "%s" gives the reason "%s"', async (feedback, reason) => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: false, feedback })
    expect(answerOf(await project.hook({ session_id: 's' }))).toEqual({ decision: 'block', reason })
    expect(answerOf(await project.hook(question))).toEqual(asked('deny', reason))
  })

  test('TC-003, TC-004: lets a question pass, or not', async () => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: true, feedback: '问题合理，可以向用户提问' })
    expect(answerOf(await project.hook(question))).toEqual(asked('allow', '问题合理，可以向用户提问'))
    project.reviewer({ allow_stop: false, feedback: '应该先添加更多代码注释' })
    expect(answerOf(await project.hook({ ...question, session_id: 'test-004' }))).toEqual(
      asked('deny', '应该先添加更多代码注释'),
    )
  })

  test.each([undefined, 'Stop', 'SubagentStop', 'Nonsense', 7])(
    'TC-007, C4: is that of a stop for the event %s',
    async (name) => {
      const project = makeSupervisedProject()
      project.reviewer({ allow_stop: true, feedback: 'ok' })
      const input = { session_id: 'test-007', hook_event_name: name, stop_hook_active: true, further: { field: 1 } }
      expect(answerOf(await project.hook(input))).toEqual({ reason: 'ok' })
    },
  )

  test('C12: keeps a text that is no answer as feedback, and has a sentence for none', async () => {
    const project = makeSupervisedProject()
    project.reviewer('请继续完善测试用例。')
    expect(answerOf(await project.hook({ session_id: 's' }))).toEqual({
      decision: 'block',
      reason: '请继续完善测试用例。',
    })
    project.reviewer('  \n')
    expect(answerOf(await project.hook({ session_id: 's' }))).toEqual({
      decision: 'block',
      reason: 'Please continue completing the task',
    })
  })
})

describe('the guard', () => {
  const guarded = { CCC_SUPERVISOR_HOOK: '1', CCC_SUPERVISOR_ID: undefined }

  test('TC-005, C5: lets the reviewer itself pass, in the format of the event, without an id and uncounted', async () => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: false, feedback: 'never' })
    const reason = 'called from supervisor hook'
    expect(await project.hook({ session_id: 's' }, { env: guarded })).toEqual({
      code: 0,
      stdout: `${JSON.stringify({ reason })}\n`,
      stderr: '',
    })
    expect(answerOf(await project.hook(question, { env: guarded }))).toEqual(asked('allow', reason))
    for (const input of ['', '{invalid', '[]'])
      expect(answerOf(await project.hook(input, { env: guarded }))).toEqual({ reason })
    expect(project.calls()).toBe(0)
    expect(await project.record()).toEqual([])
  })

  test('is up only for the value 1', async () => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: false, feedback: 'looked at' })
    for (const value of ['', '0', 'true']) {
      const result = await project.hook({ session_id: 's' }, { env: { CCC_SUPERVISOR_HOOK: value } })
      expect(answerOf(result)).toEqual({ decision: 'block', reason: 'looked at' })
    }
    expect(project.calls()).toBe(3)
  })

  test.each(['socket', 'pipe'] as const)('waits at most a second for a stdin that stays open (%s)', async (kind) => {
    const project = makeSupervisedProject()
    const program = resolve(import.meta.dirname, '../../dist/bin/ccc.js')
    const started = performance.now()
    const child = spawn(
      '/bin/sh',
      [
        '-c',
        kind === 'socket' ? 'exec "$0" "$@"' : 'sleep 20 | "$0" "$@"',
        process.execPath,
        program,
        'supervisor-hook',
      ],
      {
        env: { PATH: process.env['PATH'], HOME: project.home, CCC_SUPERVISOR_HOOK: '1' },
        detached: true,
      },
    )
    child.stdin.on('error', () => {})
    const [data] = (await once(child.stdout, 'data')) as [Buffer]
    const ms = performance.now() - started
    // A pipeline ends with its slowest part.
    if (kind === 'socket') expect(await once(child, 'exit')).toEqual([0, null])
    else process.kill(-child.pid!, 'SIGKILL')
    expect(JSON.parse(data.toString())).toEqual({ reason: 'called from supervisor hook' })
    expect(ms).toBeGreaterThan(900)
    expect(ms).toBeLessThan(15_000)
  })
})

describe('a call that cannot be answered', () => {
  test.each([
    ['{invalid', 'failed to parse hook input: '],
    ['', 'failed to parse hook input: it is empty'],
    ['[]', 'failed to parse hook input: it is no JSON object'],
    ['{"stop_hook_active": false}', 'failed to parse hook input: session_id is missing'],
    ['{"session_id": ""}', 'failed to parse hook input: session_id is missing'],
    ['{"session_id": 7}', 'failed to parse hook input: session_id is a number'],
    [JSON.stringify({ session_id: 'x'.repeat(1025) }), 'failed to parse hook input: session_id has 1025 characters'],
  ])('C8: exits 2 for the input %.40s', async (stdin, message) => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: true, feedback: 'ok' })
    const { code, stdout, stderr } = await project.hook(stdin)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr.startsWith(message)).toBe(true)
    expect(project.calls()).toBe(0)
  })

  test('exits 1 for an id of the supervisor that is too long, so that the agent is not kept from stopping', async () => {
    const { code, stderr } = await makeSupervisedProject().hook(
      { session_id: 's' },
      { env: { CCC_SUPERVISOR_ID: 'x'.repeat(9999) } },
    )
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^supervisor SDK failed: CCC_SUPERVISOR_ID has 9999 characters/),
    })
  })

  test('C8: exits 1 without CCC_SUPERVISOR_ID, before it looks at the input', async () => {
    const project = makeSupervisedProject()
    for (const id of [undefined, '']) {
      const { code, stdout, stderr } = await project.hook('{invalid', { env: { CCC_SUPERVISOR_ID: id } })
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^supervisor SDK failed: CCC_SUPERVISOR_ID is not set/)
    }
  })

  test('C9: exits 1 when the reviewer fails, counts it, and calls it unverified', async () => {
    const project = makeSupervisedProject()
    const failures = ['echo broken >&2; exit 3', 'kill -9 $$', 'echo \'{"allow_stop": true, "feedback": "x"}\'; exit 1']
    for (const body of failures) {
      project.script('reviewer.sh', body)
      const { code, stdout, stderr } = await project.hook({ session_id: 's' })
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^supervisor SDK failed: the reviewer (ended with exit code|was killed by)/)
    }
    const outcomes = (await project.record()).map(({ outcome, round }) => ({ outcome, round }))
    expect(outcomes).toEqual([3, 2, 1].map((round) => ({ outcome: 'unverified', round })))
  })

  test('exits 1 and says what to do when there is no reviewer', async () => {
    const project = makeSupervisedProject()
    const { code, stdout, stderr } = await project.hook(
      { session_id: 's' },
      { reviewer: null, env: { PATH: '/usr/bin:/bin' } },
    )
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^supervisor SDK failed: there is no reviewer\..*ANTHROPIC_API_KEY.*--reviewer command:/)
  })

  test('shows nothing on stderr that a screen would obey', async () => {
    const project = makeSupervisedProject()
    project.script('reviewer.sh', "printf '\\033[31mred\\302\\233\\n\\342\\200\\256back' >&2; exit 3")
    const { code, stderr } = await project.hook({ session_id: 's' })
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'supervisor SDK failed: the reviewer ended with exit code 3: \\u001b[31mred\\u009b\n\\u202eback\n',
    })
    const broken = await project.hook('\u001b]0;title\u0007')
    expect(broken.code).toBe(2)
    expect(broken.stderr).toMatch(/^failed to parse hook input: [ -~]*\\u001b[ -~]*\n$/)
  })

  test.skipIf(!existsSync('/dev/full'))('does not pass for a yes when the answer cannot be written', () => {
    const project = makeSupervisedProject()
    const program = resolve(import.meta.dirname, '../../dist/bin/ccc.js')
    const ends = [true, false].map((allow) => {
      const reviewer = project.reviewer({ allow_stop: allow, feedback: 'the reason' })
      const full = openSync('/dev/full', 'w')
      const { status, stderr } = spawnSync(
        process.execPath,
        [program, 'supervisor-hook', '--reviewer', `command:${reviewer}`],
        {
          input: '{"session_id": "s"}',
          stdio: ['pipe', full, 'pipe'],
          env: { PATH: process.env['PATH'], HOME: project.home, CCC_SUPERVISOR_ID: 'boss' },
          encoding: 'utf8',
        },
      )
      closeSync(full)
      return [status, stderr]
    })
    expect(ends).toEqual([
      [1, expect.stringMatching(/^supervisor SDK failed: the answer could not be written: ENOSPC/)],
      [2, expect.stringMatching(/^the reason\n\(the answer could not be written: ENOSPC/)],
    ])
  })

  test('exits 1 at once for settings and a prompt that are no files', async () => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: true, feedback: 'ok' })
    for (const [name, make, what] of [
      ['ccc.json', 'mkfifo', 'no regular file'],
      ['SUPERVISOR.md', 'mkfifo', 'no regular file'],
      ['SUPERVISOR.md', 'mkdir', 'a folder'],
    ] as const) {
      const file = join(project.home, '.claude', name)
      mkdirSync(join(project.home, '.claude'), { recursive: true })
      execFileSync(make, [file])
      const result = await project.hook({ session_id: 's' })
      expect(result).toEqual({ code: 1, stdout: '', stderr: `supervisor SDK failed: ${file} is ${what}\n` })
      rmSync(file, { recursive: true })
    }
    expect(project.calls()).toBe(0)
  })

  test('exits 1 for settings that cannot be right', async () => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: true, feedback: 'ok' })
    project.settings({ max_iterations: 500 })
    const { code, stdout, stderr } = await project.hook({ session_id: 's' })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('supervisor.max_iterations is 500 where a whole number from 1 to 100 was expected')
  })
})

describe('flags', () => {
  test('C11: --session-id beats stdin, the last one counts, an empty one does not, unknown flags are passed over', async () => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: true, feedback: 'ok' })
    const stdin = { ...question, session_id: 'from-stdin' }
    const calls = [
      ['--session-id', 'flag'],
      ['--session-id', 'first', '--session-id', 'last'],
      ['--unknown', '--other=1', '--session-id', 'behind'],
      ['--session-id', ''],
    ]
    const answers = []
    for (const args of calls) answers.push(answerOf(await project.hook(stdin, { args })))
    expect(answers).toEqual([{ reason: 'ok' }, { reason: 'ok' }, { reason: 'ok' }, asked('allow', 'ok')])
    const sessions = (await project.record()).map(({ sessionId }) => sessionId)
    expect(sessions).toEqual(['from-stdin', 'behind', 'last', 'flag'])
  })

  test('exits 2 for a session id that is too long, and takes one of 1,024 characters', async () => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: true, feedback: 'ok' })
    const run = async (id: string) => (await project.hook('', { args: ['--session-id', id] })).code
    expect([await run('x'.repeat(1025)), await run('x'.repeat(1024)), await run('😀'.repeat(1024))]).toEqual([2, 0, 0])
  })

  test('--debug tells on stderr what the log says', async () => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: true, feedback: 'ok' })
    const { code, stderr } = await project.hook({ session_id: 's' }, { args: ['--debug'] })
    expect(code).toBe(0)
    expect(stderr).toBe(project.read('~/.local/state/hookline/ccc/supervisor.log'))
    for (const line of stderr.trimEnd().split('\n'))
      expect(line).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z (INFO|WARN) \w+/)
    expect(stderr).not.toMatch(/\b(time|level)=/)
  })

  test('--explain prints what would be sent, and neither counts nor calls', async () => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: true, feedback: 'ok' })
    const { code, stdout, stderr } = await project.hook(question, { args: ['--explain'] })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      event: 'PreToolUse',
      reviewer: 'command',
      prompt: 'default',
      sends: { command: project.path('reviewer.sh'), stdin: { ...question, supervisor: { round: 1, max_rounds: 20 } } },
    })
    expect(project.calls()).toBe(0)
    expect(await project.record()).toEqual([])
  })
})

describe('supervisor-mode', () => {
  test('C15, C16: is on until switched off, silently, and the hook then lets everything pass', async () => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: false, feedback: 'no' })
    const mode = (...args: string[]) => project.run(['supervisor-mode', ...args])
    expect(await mode()).toEqual({ code: 0, stdout: 'on\n', stderr: '' })
    expect(await mode('off')).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(await mode()).toEqual({ code: 0, stdout: 'off\n', stderr: '' })
    expect(answerOf(await project.hook({ session_id: 's' }))).toEqual({ reason: 'supervisor mode disabled' })
    expect(answerOf(await project.hook(question))).toEqual(asked('allow', 'supervisor mode disabled'))
    const other = await project.hook({ session_id: 's' }, { env: { CCC_SUPERVISOR_ID: 'another' } })
    expect(answerOf(other)).toEqual({ decision: 'block', reason: 'no' })
    expect(await mode('on')).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(answerOf(await project.hook({ session_id: 's' }))).toEqual({ decision: 'block', reason: 'no' })
  })

  test('C16: needs an id, and lists the valid words', async () => {
    const project = makeSupervisedProject()
    const noId = await project.run(['supervisor-mode', 'off'], { env: { CCC_SUPERVISOR_ID: undefined } })
    expect({ code: noId.code, stdout: noId.stdout }).toEqual({ code: 1, stdout: '' })
    expect(noId.stderr).toContain('CCC_SUPERVISOR_ID is not set')
    const bad = await project.run(['supervisor-mode', 'of'])
    expect({ code: bad.code, stdout: bad.stdout }).toEqual({ code: 1, stdout: '' })
    expect(bad.stderr).toContain('Valid: on, off.')
  })
})

test('C13: SUPERVISOR.md replaces the prompt unless it is blank', async () => {
  const project = makeSupervisedProject()
  project.reviewer({ allow_stop: true, feedback: 'ok' })
  const promptOf = async () => {
    await project.hook({ session_id: 's' })
    return (project.sent()['supervisor'] as { prompt: string }).prompt
  }
  const standard = await promptOf()
  expect(standard).toMatch(/allow_stop[\s\S]*feedback/)
  project.write('~/.claude/SUPERVISOR.md', ' \n')
  expect(await promptOf()).toBe(standard)
  project.write('~/.claude/SUPERVISOR.md', '\nBe strict.\n')
  expect(await promptOf()).toBe('Be strict.')
})

test('CCC_CONFIG_DIR holds settings, prompt and state', async () => {
  const project = makeSupervisedProject()
  project.reviewer({ allow_stop: false, feedback: 'no' })
  const env = { CCC_CONFIG_DIR: join(project.folder, 'config') }
  project.write('config/ccc.json', { supervisor: { max_iterations: 1 } })
  project.write('config/SUPERVISOR.md', 'Mine.')
  const first = await project.hook({ session_id: 's' }, { env })
  const second = await project.hook({ session_id: 's' }, { env })
  expect([answerOf(first), answerOf(second)]).toEqual([
    { decision: 'block', reason: 'no' },
    { reason: 'not reviewed any more: 1 of 1 reviews were made' },
  ])
  expect(project.sent()).toMatchObject({ supervisor: { prompt: 'Mine.' } })
  expect(project.read('config/ccc/supervisor.log')).toContain('capped')
  expect(answerOf(await project.hook({ session_id: 's' }))).toEqual({ decision: 'block', reason: 'no' })
})
