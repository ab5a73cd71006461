import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { guardWith, toolCall } from './support/events.ts'
import { makeProject } from './support/project.ts'

const fire = ['fire', '--event', '-', '--config', 'hooks.json']

describe('the verdict', () => {
  test('without hooks is no opinion and exit 0', async () => {
    const project = makeProject({ 'hooks.json': {} })
    expect(await project.run(fire, { stdin: toolCall('ls') })).toEqual({
      code: 0,
      stdout: 'PreToolUse: no opinion\n',
      stderr: '',
    })
  })

  test('of a hook that denies is exit 2, the reason and who decided', async () => {
    const project = makeProject({ 'hooks.json': guardWith('echo "not here" >&2; exit 2') })
    const { code, stdout, stderr } = await project.run(fire, { stdin: toolCall('ls') })
    const source = `${project.path('hooks.json')}:6`
    const lines = stdout.split('\n').map((line) => line.replace(/ +/g, ' '))
    expect({ code, stderr, lines: lines.map((line) => line.replace(/blocked \d+/, 'blocked MS')) }).toEqual({
      code: 2,
      stderr: '',
      lines: [
        'PreToolUse: deny',
        ' reason not here',
        ` decided by guard (${source})`,
        '',
        'HOOK STATUS MS SOURCE WHY',
        `guard blocked MS ${source} not here`,
        '',
      ],
    })
  })

  test('under --json is the verdict and nothing else', async () => {
    const project = makeProject({ 'hooks.json': guardWith('echo "not here" >&2; exit 2') })
    const { code, stdout, stderr } = await project.run([...fire, '--json'], { stdin: toolCall('ls') })
    expect({ code, stderr, verdict: JSON.parse(stdout) }).toEqual({
      code: 2,
      stderr: '',
      verdict: {
        event: 'PreToolUse',
        decision: 'deny',
        reason: 'not here',
        decidedBy: 'guard',
        changes: [],
        context: [],
        messages: [],
        env: {},
        warnings: [],
        halt: null,
        aborted: false,
        failedOpen: [],
        runs: [
          {
            hook: 'guard',
            source: `${project.path('hooks.json')}:6`,
            handler: 'command',
            status: 'blocked',
            why: 'not here',
            exitCode: 2,
            ms: expect.any(Number),
            decision: 'deny',
          },
        ],
      },
    })
  })

  test('shows rewrites, contexts, messages and gates that failed open', async () => {
    const answer = {
      systemMessage: 'for you',
      hookSpecificOutput: { updatedInput: { command: 'ls -a' }, additionalContext: 'for the model' },
    }
    const project = makeProject({
      'answer.json': answer,
      'hooks.json': {
        PreToolUse: [
          { hooks: [{ command: 'cat answer.json', id: 'rewriter' }] },
          { hooks: [{ command: './missing.sh', id: 'broken' }] },
        ],
      },
    })
    const { code, stdout } = await project.run(fire, { stdin: toolCall('ls') })
    expect(code).toBe(0)
    for (const line of [
      'PreToolUse: no opinion',
      '  changed      input.command by rewriter',
      '  new input    {"command":"ls -a"}',
      '  context      for the model',
      '  message      for you',
      '  failed open  broken (spawn)',
    ])
      expect(stdout).toContain(`${line}\n`)
  })

  test.each([
    ['ask', '{"hookSpecificOutput":{"permissionDecision":"ask","permissionDecisionReason":"sure?"}}', 0, 'ask'],
    ['allow', '{"hookSpecificOutput":{"permissionDecision":"allow"}}', 0, 'allow'],
    ['halt', '{"continue":false,"stopReason":"enough"}', 2, 'halted'],
  ])('of %s has its exit code', async (_, answer, expected, word) => {
    const project = makeProject({ 'hooks.json': guardWith(`echo '${answer}'`) })
    const { code, stdout } = await project.run(fire, { stdin: toolCall('ls') })
    expect([code, stdout.split('\n')[0]]).toEqual([expected, `PreToolUse: ${word}`])
  })

  test('shows control characters of hooks as escapes', async () => {
    const project = makeProject({ 'hooks.json': guardWith(`printf 'a\\033[31mb\\nsecond' >&2; exit 2`) })
    const { stdout } = await project.run(fire, { stdin: toolCall('ls') })
    expect(stdout).toContain('  reason       a\\u001b[31mb\n               second\n')
    expect(stdout).not.toContain('\u001b')
  })

  test('has no colours without a terminal', async () => {
    const project = makeProject({ 'hooks.json': guardWith('exit 2') })
    const { stdout, stderr } = await project.run(fire, { stdin: toolCall('ls'), env: { FORCE_COLOR: '1' } })
    expect(stdout + stderr).not.toContain('\u001b')
  })
})

describe('the event', () => {
  test.each([
    ['camelCase', { event: 'PreToolUse', sessionId: 's', toolName: 'Bash', toolInput: { command: 'ls' } }],
    ['Kimi', { event_type: 'before_tool', session_id: 's', tool_name: 'Shell', tool_input: { command: 'ls' } }],
    ['Claude', { hook_event_name: 'PreToolUse', session_id: 's', tool_name: 'Bash', tool_input: { command: 'ls' } }],
  ])('may be in the wire format of %s', async (_, event) => {
    const project = makeProject({ 'hooks.json': guardWith('cat > seen.json'), 'event.json': event })
    const { code } = await project.run(['fire', '--event', 'event.json', '--config', 'hooks.json'])
    const seen = JSON.parse(project.read('seen.json'))
    expect([code, seen.hook_event_name, seen.tool_name, seen.tool_input, seen.session_id]).toEqual([
      0,
      'PreToolUse',
      'Bash',
      { command: 'ls' },
      's',
    ])
  })

  test('that is not hosted gives an empty verdict and a warning', async () => {
    const project = makeProject({ 'hooks.json': guardWith('exit 2') })
    for (const name of ['WorktreeCreate', 'SomethingOfTomorrow']) {
      const stdin = JSON.stringify({ hook_event_name: name, session_id: 's' })
      const { code, stdout, stderr } = await project.run([...fire, '--json'], { stdin })
      expect({ code, stderr, verdict: JSON.parse(stdout) }).toEqual({
        code: 0,
        stderr: '',
        verdict: {
          event: name,
          decision: null,
          reason: null,
          decidedBy: null,
          changes: [],
          context: [],
          messages: [],
          env: {},
          warnings: [expect.stringContaining(name)],
          halt: null,
          aborted: false,
          failedOpen: [],
          runs: [],
        },
      })
    }
  })

  test('that looks misspelt is an error', async () => {
    const project = makeProject({ 'hooks.json': guardWith('exit 2') })
    const { code, stdout, stderr } = await project.run(fire, { stdin: '{"hook_event_name":"PreTolUse"}' })
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(
      /^error\[EVENT_UNKNOWN\] stdin There is no event "PreTolUse"\.\nhint: Did you mean "PreToolUse"\?/,
    )
  })

  test('that is deeply nested gets past no guard', async () => {
    const project = makeProject({ 'hooks.json': guardWith('exit 2') })
    const nested = `${'['.repeat(900)}${']'.repeat(900)}`
    const stdin = `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"Bash","tool_input":{"x":${nested}}}`
    expect((await project.run(fire, { stdin })).code).toBe(2)
  })

  test('that is no JSON is answered with what an event looks like', async () => {
    const { code, stderr } = await makeProject({ 'hooks.json': {} }).run(fire, { stdin: '{"hook_event_name"' })
    expect([code, stderr.split('\n')[1]]).toEqual([
      1,
      'hint: Give one JSON object with the name of the event under hook_event_name and its fields beside it.',
    ])
  })

  test.each([
    ['no JSON', '{"a": }', 'EVENT_INVALID_INPUT', { file: 'stdin', line: 1, column: 7 }],
    ['empty', ' \n', 'EVENT_INVALID_INPUT', { file: 'stdin' }],
    ['a list', '[]', 'EVENT_INVALID_INPUT', { file: 'stdin' }],
    ['without a name', '{}', 'EVENT_INVALID_INPUT', { file: 'stdin' }],
    ['of wrong types', toolCall('ls', { tool_name: 5 }), 'EVENT_INVALID_INPUT', { file: 'stdin' }],
  ])('that is %s is an error with its place', async (_, stdin, code, place) => {
    const project = makeProject({ 'hooks.json': {} })
    const result = await project.run([...fire, '--json'], { stdin })
    expect([result.code, JSON.parse(result.stdout).error]).toEqual([
      1,
      { code, message: expect.any(String), hint: expect.any(String), ...place },
    ])
    expect(result.stderr).toMatch(/^error\[EVENT_INVALID_INPUT\] stdin.*\nhint: .*\n$/)
  })

  test.each([
    [['fire'], '--event is missing'],
    [['fire', '--event', 'gone.json'], '--event gone.json cannot be read: there is no such file'],
    [['fire', '--event', '.'], '--event . cannot be read: it is a directory'],
    [['fire', '--event', '-', '--cwd', 'gone'], '--cwd gone is no folder'],
    [['fire', '--event', '-', '--dialect', 'claud'], '--dialect does not know "claud"'],
    [['fire', '--evnt', '-'], 'unknown flag --evnt'],
    [['fire', 'event.json', '--event', '-'], 'unexpected argument "event.json"'],
  ])('is asked for properly: %j is an error', async (args, message) => {
    const { code, stdout, stderr } = await makeProject().run(args, { stdin: toolCall('ls') })
    expect([code, stdout, stderr.split('\n')[0]]).toEqual([1, '', `error[USAGE] ${message}`])
    expect(stderr.split('\n')[1]).toMatch(/^hint: /)
  })
})

describe('the project', () => {
  test('is where hooks run: --cwd, else the event’s, else the working directory', async () => {
    const project = makeProject({ 'hooks.json': guardWith('pwd > "$OUT"', { passEnv: ['OUT'] }), 'a/x': '', 'b/x': '' })
    const where = async (args: string[], event: Record<string, unknown>): Promise<string> => {
      const env = { OUT: project.path('out') }
      await project.run([...fire, ...args], { stdin: toolCall('ls', event), env })
      return project.read('out').trim()
    }
    const [a, b] = [project.path('a'), project.path('b')]
    expect([
      await where(['--cwd', 'a'], { project_dir: b, cwd: b }),
      await where([], { project_dir: a, cwd: b }),
      await where([], { cwd: b }),
      await where([], { project_dir: '/nowhere/at/all', cwd: '/nowhere' }),
      await where([], {}),
    ]).toEqual([a, a, b, project.folder, project.folder])
  })
})

describe('async hooks', () => {
  test('end after the verdict is printed and before the program does', async () => {
    const project = makeProject({ 'hooks.json': guardWith('sleep 0.3; echo done > late', { async: true }) })
    const { code, stdout } = await project.run([...fire, '--json'], { stdin: toolCall('ls') })
    expect([code, JSON.parse(stdout).runs[0].status, project.read('late')]).toEqual([0, 'async', 'done\n'])
  })

  test('that run longer than two seconds are killed', async () => {
    const command = 'echo $$ > pid; sleep 30; echo done > late'
    const project = makeProject({ 'hooks.json': guardWith(command, { async: true }) })
    const started = performance.now()
    const { code } = await project.run(fire, { stdin: toolCall('ls') })
    expect(performance.now() - started).toBeLessThan(20_000)
    expect([code, existsSync(project.path('late'))]).toEqual([0, false])
    expect(() => process.kill(Number(project.read('pid')), 0)).toThrow('ESRCH')
  })
})

describe('once-hooks', () => {
  const hooks = guardWith('echo x >> ran', { once: true })

  test('run once per session id across calls', async () => {
    const project = makeProject({ 'hooks.json': hooks })
    const call = async (session: string): Promise<unknown> => {
      const { stdout, stderr } = await project.run([...fire, '--json', '--session-id', session], {
        stdin: toolCall('ls'),
      })
      expect(stderr).toBe('')
      return JSON.parse(stdout).runs[0].status
    }
    expect([await call('one'), await call('one'), await call('two'), await call('one')]).toEqual([
      'ok',
      'skipped',
      'ok',
      'skipped',
    ])
    expect(project.read('ran')).toBe('x\nx\n')
  })

  test('run, with a warning, when nothing can be remembered', async () => {
    const project = makeProject({ 'hooks.json': hooks, '~/.local/state/hookline/state.db': 'no database'.repeat(100) })
    const { code, stdout } = await project.run([...fire, '--json'], { stdin: toolCall('ls') })
    const { runs, warnings } = JSON.parse(stdout)
    expect([code, runs[0].status, warnings]).toEqual([
      0,
      'ok',
      [expect.stringContaining('which once-hooks ran cannot be remembered')],
    ])
  })

  test('are the only reason to keep state', async () => {
    const project = makeProject({ 'hooks.json': guardWith('true') })
    await project.run(fire, { stdin: toolCall('ls') })
    expect(existsSync(project.path('~/.local/state/hookline/state.db'))).toBe(false)
  })
})

describe('a signal', () => {
  test('ends the call with a deny, and its hooks with it', async () => {
    const project = makeProject()
    project.script(
      'stopped.sh',
      `"$NODE" "$BIN" fire --event event.json --config slow.json --json > out.json &
child=$!
while [ ! -e started ]; do sleep 0.05; done
kill -TERM $child
wait $child
echo $? > code`,
    )
    project.write('event.json', toolCall('ls'))
    project.write('slow.json', guardWith('echo $$ > pid; echo > started; sleep 30'))
    project.write('hooks.json', guardWith('./stopped.sh', { passEnv: ['NODE', 'BIN'] }))
    const bin = new URL('../../dist/bin/hookline.js', import.meta.url).pathname
    await project.run(fire, { stdin: toolCall('ls'), env: { NODE: process.execPath, BIN: bin } })
    const { decision, aborted } = JSON.parse(project.read('out.json'))
    expect([decision, aborted, project.read('code')]).toEqual(['deny', true, '2\n'])
    expect(() => process.kill(Number(project.read('pid')), 0)).toThrow('ESRCH')
  })
})
