import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { makeProject, type Project } from './support/project.ts'
import { recordSession, recordsOf } from './support/recorded-session.ts'

const config = {
  SessionStart: [{ hooks: [{ type: 'command', id: 'greet', command: 'echo welcome' }] }],
  PreToolUse: [
    {
      matcher: 'Bash',
      hooks: [
        { type: 'command', id: 'no-rm', if: 'Bash(rm *)', command: `echo 'rm is not allowed' >&2; exit 2` },
        { type: 'command', id: 'broken', if: 'Bash(make *)', command: 'echo half; exit 1' },
        {
          type: 'command',
          id: 'rewrite',
          if: 'Bash(ls *)',
          command: `echo '{"hookSpecificOutput":{"updatedInput":{"command":"ls -a"}}}'`,
        },
      ],
    },
  ],
  permissions: { deny: ['Bash(curl *)'] },
}

const hostile = '\u001b[31mred\u001b[0m \u202eevil\u0007 \u200bzero'

async function record(project: Project, id = 'sess-1'): Promise<void> {
  await recordSession(project, { id, config: 'hooks.json' }, async (session) => {
    await session.fire('SessionStart', { source: 'startup', isResume: false })
    const use = (command: string, in_ = session): Promise<unknown> =>
      in_.fire('PreToolUse', { toolName: 'Bash', toolUseId: `c-${command}`, toolInput: { command } })
    for (const command of ['echo 1', 'rm -rf build', 'make all', 'ls x', 'curl h']) await use(command)
    const child = session.child({ agentId: 'a1', agentType: 'reviewer', parentAgentId: 'main' })
    await use('echo child', child)
    await use('echo grandchild', child.child({ agentId: 'a2', agentType: 'deep', parentAgentId: 'a1' }))
    await session.fire('UserPromptSubmit', { userPrompt: hostile, hasImages: false, imageCount: 0 })
  })
}

const withHooks = (): Project => makeProject({ 'hooks.json': config })
const plain = (text: string): string[] => text.split('\n').map((line) => line.replace(/\s+/g, ' ').trim())

test('an empty store says where it looked and what would write there', async () => {
  const project = makeProject()
  const { code, stdout, stderr } = await project.run(['trace'])
  expect([code, stdout]).toEqual([0, ''])
  expect(stderr).toContain(`Nothing is recorded yet: there is no ${recordsOf(project)}.`)
  expect(stderr).toContain('`hookline fire`, `hookline run` and sessions of `createSession` write there')
  expect(JSON.parse((await project.run(['trace', '--json'])).stdout)).toEqual({
    version: 1,
    records: recordsOf(project),
    sessions: [],
  })
})

test('sessions, one as a waterfall, and one event in full', async () => {
  const project = withHooks()
  await record(project)
  const sessions = plain((await project.run(['trace'])).stdout)
  expect(sessions[0]).toBe('SESSION LAST RECORD LASTED EVENTS DENIED OPEN SLOW WAITING BY PROJECT')
  expect(sessions[1]).toMatch(new RegExp(`^sess-1 .* 9 2 1 \\S+ - sdk ${project.folder}$`))

  const { code, stdout } = await project.run(['trace', 'last'])
  const lines = plain(stdout).map((line) =>
    line.replace(/^(\d+ (?=\+))?(\+[\d.:]+ )?((?:<1|[\d.]+) m?s )?/, '$1').replace(/[█▏] ?/g, ''),
  )
  expect([code, lines]).toEqual([
    0,
    [
      'session sess-1',
      `${project.folder} (sdk)`,
      expect.stringMatching(/^2\d{3}-/),
      expect.stringMatching(/^9 events, 4 hook runs, 2 denied, 1 failed open, \d slow$/),
      '',
      '1 ✓ SessionStart: startup',
      '✓ greet',
      '2 ✓ PreToolUse Bash: echo 1',
      '3 ✗ deny PreToolUse Bash: rm -rf build',
      '✗ no-rm deny: rm is not allowed',
      '4 ✗ failed open PreToolUse Bash: make all',
      '✗ broken failed (crash, exit 1), FAILED OPEN',
      '5 ✓ PreToolUse Bash: ls x',
      '✓ rewrite changed input.command',
      '6 ✗ deny PreToolUse Bash: curl h',
      '✗ rule:Bash(curl *) deny: Bash(curl *): `curl h` matches',
      '7 ✓ PreToolUse Bash [reviewer]: echo child',
      '8 ✓ PreToolUse Bash [deep]: echo grandchild',
      '9 ✓ UserPromptSubmit: \\u001b[31mred\\u001b[0m \\u202eevil\\u0007 \\u200bzero',
      '',
    ],
  ])
  const depths = stdout
    .split('\n')
    .flatMap((line) => /(.*)✓ PreToolUse.*echo (1|child|grandchild)/.exec(line)?.[1]?.length ?? [])
  expect(depths).toEqual([depths[0], depths[0]! + 2, depths[0]! + 4])
  expect((await project.run(['trace', 'last', '--all'])).stdout).toContain(
    '· rewrite did not run: if: no part of the command matches',
  )

  const event = (await project.run(['trace', 'sess', '--event', '5'])).stdout
  for (const part of [
    'PreToolUse Bash: no opinion\n',
    'event 5 of session sess-1, firing ',
    '\npayload\n  toolName: Bash\n',
    '    command: ls x\n',
    '  ✓ rewrite  no opinion, exit 0, ',
    `      from      ${project.path('hooks.json')}:`,
    '      stdout    {"hookSpecificOutput":{"updatedInput":{"command":"ls -a"}}}\n',
    '  · no-rm  did not run: if: no part of the command matches',
    '  input.command by rewrite\n  --- input as asked for\n  +++ input after hooks\n  - command: ls x\n  + command: ls -a\n',
    '\nverdict\n      decision  none\n',
  ])
    expect(event).toContain(part)
  const denied = (await project.run(['trace', 'sess-1/3'])).stdout
  expect(denied).toContain('  ✗ no-rm  deny, exit 2, ')
  expect(denied).toContain('      stderr    rm is not allowed\n')
  expect(denied).toContain('      by        no-rm\n      reason    rm is not allowed\n')
})

test('filters, statistics and JSON', async () => {
  const project = withHooks()
  await record(project)
  await record(project, 'sess-2')
  const numbers = async (...args: string[]): Promise<unknown> => {
    const { stdout, code } = await project.run(['trace', ...args, '--json'])
    const { events } = JSON.parse(stdout) as { events: { sessionId: string; number: number }[] }
    return [code, events.map(({ sessionId, number }) => `${sessionId}#${number}`)]
  }
  expect(await numbers('--denied')).toEqual([0, ['sess-2#6', 'sess-2#3', 'sess-1#6', 'sess-1#3']])
  expect(await numbers('--denied', '--limit', '1')).toEqual([0, ['sess-2#6']])
  expect(await numbers('--failed-open', '--project', project.folder)).toEqual([0, ['sess-2#4', 'sess-1#4']])
  expect(await numbers('--failed-open', '--project', project.home)).toEqual([0, []])
  expect(await numbers('sess-1', '--hook', 'rewrite')).toEqual([0, ['sess-1#5']])
  expect(await numbers('sess-1', '--event-name', 'session_start')).toEqual([0, ['sess-1#1']])
  expect(await numbers('--tool', 'Shell', '--until', '1h')).toEqual([0, []])
  expect(await numbers('--slow=100s')).toEqual([0, []])
  const recent = JSON.parse((await project.run(['trace', '--since', '1h', '--limit', '1', '--json'])).stdout)
  expect(recent.sessions).toMatchObject([{ sessionId: 'sess-2', events: 9 }])

  const stats = JSON.parse((await project.run(['trace', '--stats', '--json'])).stdout) as {
    hooks: Record<string, unknown>[]
  }
  expect(
    stats.hooks.map(({ hook, runs, blocked, failed, failedOpen }) => [hook, runs, blocked, failed, failedOpen]).sort(),
  ).toEqual([
    ['broken', 2, 0, 2, 2],
    ['greet', 2, 0, 0, 0],
    ['no-rm', 2, 2, 0, 0],
    ['rewrite', 2, 0, 0, 0],
  ])
  const { events } = JSON.parse((await project.run(['trace', 'sess-1', '--json'])).stdout) as {
    events: Record<string, unknown>[]
  }
  expect(events[2]).toMatchObject({
    number: 3,
    decision: 'deny',
    decidedBy: 'no-rm',
    input: { toolInput: { command: 'rm -rf build' } },
    runs: [{ hook: 'no-rm', exitCode: 2 }],
  })
  const { stdout } = await project.run(['trace', 'sess-1/9', '--json'])
  expect(stdout).not.toMatch(/[\u0007\u001b\u200b\u202e]/)
  expect(JSON.parse(stdout).event.input.userPrompt).toBe(hostile)
})

test('an event without a verdict is interrupted once its process is gone, and slow hooks are flagged', async () => {
  const project = makeProject()
  const code = `
    const { openRecordLog } = await import(${JSON.stringify(resolve('src/store/records/record-log.ts'))})
    const log = openRecordLog({ path: ${JSON.stringify(recordsOf(project))} })
    const at = 1_700_000_000_000
    const write = (firing, kind, body) => log.append({ sessionId: 'dead', firing, at, kind, body })
    write(null, 'session', { projectDir: '/gone', pid: process.pid, host: 'h', program: 'sdk' })
    write('f1', 'event', { event: 'PreToolUse', input: { toolName: 'Bash', toolInput: { command: 'slow' } } })
    write('f1', 'run', { event: 'PreToolUse', hook: 'crawl', source: 's', handler: 'command', dialect: 'blade', status: 'ok', startMs: 0, ms: 12345, decision: null, reason: null })
    write('f1', 'verdict', { event: 'PreToolUse', ms: 12346, decision: null, reason: null, decidedBy: null, changes: [], context: [], messages: [], env: [], warnings: [], halt: null, aborted: false, failedOpen: [], runs: [] })
    write('f2', 'event', { event: 'PreToolUse', input: { toolName: 'Bash', toolInput: { command: 'x'.repeat(10_000_000) } } })
    await log.flush()
    process.kill(process.pid, 'SIGKILL')`
  await new Promise((done) =>
    spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'inherit' }).on('close', done),
  )
  const { stdout } = await project.run(['trace', 'dead'])
  expect(stdout).toMatch(/12\.35 s █+\s+✓ crawl SLOW, above 10 s\n/)
  expect(stdout).toContain('✗ interrupted: its process died before a verdict  PreToolUse Bash: xxx')
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThan(2500)
  const full = await project.run(['trace', 'dead/2'])
  expect(full.stdout).toContain('Nobody may take the event for allowed.')
  expect(full.stdout).toContain('more characters; --all or --json shows them)')
  expect(full.stdout.length).toBeLessThan(20_000)
  expect(JSON.parse((await project.run(['trace', '--slow', '--json'])).stdout).events).toMatchObject([{ firing: 'f1' }])
})

test('--verify names the first record that is not as it was written', async () => {
  const project = withHooks()
  await record(project)
  await record(project, 'sess-2')
  expect(await project.run(['trace', '--verify'])).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^✓ 2 of 2 sessions are as written \(\d+ records\)\n$/),
  })
  const database = new DatabaseSync(recordsOf(project))
  database.exec(
    `UPDATE records SET body = replace(body, 'rm -rf', 'ls -la') WHERE id = (SELECT id FROM records WHERE body LIKE '%rm -rf%' LIMIT 1)`,
  )
  database.close()
  const broken = await project.run(['trace', '--verify'])
  expect([broken.code, broken.stdout]).toEqual([
    1,
    expect.stringMatching(
      /^✗ session sess-1, record \d+: it is not as it was written\n✗ 1 of 2 sessions are as written/,
    ),
  ])
  expect((await project.run(['trace', 'sess-2', '--verify'])).code).toBe(0)
  const json = await project.run(['trace', '--verify', '--json'])
  expect([json.code, JSON.parse(json.stdout)]).toMatchObject([1, { version: 1, ok: false }])
})

describe('--follow', () => {
  test('shows events of other processes as they end, also after the file was replaced, and ends cleanly', async () => {
    const project = withHooks()
    const bin = resolve(import.meta.dirname, '../../dist/bin/hookline.js')
    const follower = spawn(process.execPath, [bin, 'trace', '--follow'], {
      cwd: project.folder,
      env: { PATH: process.env['PATH'], HOME: project.home },
    })
    let seen = ''
    follower.stdout.setEncoding('utf8').on('data', (text: string) => (seen += text))
    follower.stderr.setEncoding('utf8').on('data', (text: string) => (seen += text))
    const ended = new Promise<number | null>((done) => follower.on('close', done))
    const until = async (text: string): Promise<void> => {
      for (const end = Date.now() + 30_000; !seen.includes(text); await new Promise((next) => setTimeout(next, 50))) {
        if (Date.now() > end) throw new Error(`"${text}" was never shown; seen: ${seen}`)
      }
    }
    try {
      await until('ctrl-c ends it')
      await record(project)
      await until('no-rm deny: rm is not allowed')
      await until('UserPromptSubmit')
      for (const suffix of ['', '-wal', '-shm']) rmSync(`${recordsOf(project)}${suffix}`, { force: true })
      await record(project, 'after-rotation')
      await until('session after-rotation')
      follower.kill('SIGINT')
      expect(await ended).toBe(0)
    } finally {
      follower.kill('SIGKILL')
    }
  })

  test('ends when nobody reads any more', async () => {
    const project = withHooks()
    const bin = resolve(import.meta.dirname, '../../dist/bin/hookline.js')
    const follower = spawn(process.execPath, [bin, 'trace', '--follow'], {
      cwd: project.folder,
      env: { PATH: process.env['PATH'], HOME: project.home },
    })
    const ended = new Promise<number | null>((done) => follower.on('close', done))
    await new Promise((begun) => follower.stderr.once('data', begun))
    follower.stdout.destroy()
    try {
      await record(project)
      expect(await ended).toBe(0)
    } finally {
      follower.kill('SIGKILL')
    }
  })
})

test('a file that holds no records, and an event that is named twice, are told as that', async () => {
  const project = makeProject({ 'other.db': 'something else altogether' })
  const { code, stdout, stderr } = await project.run(['trace', '--records', 'other.db', '--json'])
  expect([code, JSON.parse(stdout).error.code]).toEqual([1, 'RECORD_NOT_FOUND'])
  expect(stderr).toContain(`${project.path('other.db')} no records can be read: file is not a database`)
  project.write('hooks.json', config)
  await record(project)
  const twice = await project.run(['trace', 'sess-1/1', '--event', '2'])
  expect([twice.code, twice.stderr.split('\n')[0]]).toEqual([
    1,
    'error[USAGE] sess-1/1 names the event 1, and --event the event 2',
  ])
})
