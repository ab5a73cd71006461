import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { makeSupervisedProject, type SupervisedProject } from '../support/supervisor/supervised-project.ts'

const program = resolve(import.meta.dirname, '../../dist/bin/ccc.js')
const stateFile = '~/.local/state/hookline/ccc/supervisor.db'

function outcomes(record: readonly Record<string, unknown>[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { outcome } of record) counts[String(outcome)] = (counts[String(outcome)] ?? 0) + 1
  return counts
}

function initRepository(project: SupervisedProject): void {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: project.path('repo') })
  project.write('repo/file.txt', 'one')
  git('init', '-q')
  git('add', '.')
  git('commit', '-q', '-m', 'one')
}

describe('the counter', () => {
  test('TC-006, C6: reviews 20 times, then lets the agent stop without a review, and says that it was capped', async () => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: false, feedback: 'same again' })
    for (let round = 1; round <= 20; round++) {
      const { stdout } = await project.hook({ session_id: 'test-006', stop_hook_active: round > 1 })
      expect(JSON.parse(stdout)).toEqual({ decision: 'block', reason: 'same again' })
    }
    const question = { session_id: 'test-006', hook_event_name: 'PreToolUse', tool_name: 'AskUserQuestion' }
    const [stopped, asked] = [await project.hook({ session_id: 'test-006' }), await project.hook(question)]
    const reason = 'not reviewed any more: 20 of 20 reviews were made'
    expect(stopped).toEqual({ code: 0, stdout: `${JSON.stringify({ reason })}\n`, stderr: '' })
    expect(JSON.parse(asked.stdout)).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'allow', permissionDecisionReason: reason },
    })
    expect(project.calls()).toBe(20)
    expect(outcomes(await project.record())).toEqual({ refused: 20, capped: 2 })
  })

  test('50 processes at once lose nothing: as many reviews as there may be, the rest capped', async () => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: false, feedback: 'no' })
    project.settings({ max_iterations: 40 })
    const results = await Promise.all(Array.from({ length: 50 }, () => project.hook({ session_id: 'crowd' })))
    expect(results.filter(({ code, stderr }) => code !== 0 || stderr !== '')).toEqual([])
    const record = await project.record()
    expect({ calls: project.calls(), ...outcomes(record) }).toEqual({ calls: 40, refused: 40, capped: 10 })
    const rounds = record.filter(({ outcome }) => outcome === 'refused').map(({ round }) => Number(round))
    expect(rounds.sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, index) => index + 1))
  }, 120_000)

  test('a process killed in the middle has counted, and its review stays unverified', async () => {
    const project = makeSupervisedProject()
    project.script('reviewer.sh', `echo $$ > '${project.folder}/pid'; sleep 60`)
    const child = spawn(
      process.execPath,
      [program, 'supervisor-hook', '--reviewer', `command:${project.path('reviewer.sh')}`],
      {
        cwd: project.folder,
        env: { PATH: process.env['PATH'], HOME: project.home, CCC_SUPERVISOR_ID: 'boss' },
        stdio: ['pipe', 'ignore', 'ignore'],
      },
    )
    child.stdin.end('{"session_id": "killed"}')
    await waitFor(() => existsSync(project.path('pid')) && project.read('pid').trim() !== '')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const [review] = await project.record()
    expect(review).toMatchObject({ round: 1, outcome: 'unverified', endedAt: null })
    project.reviewer({ allow_stop: true, feedback: 'ok' })
    await project.hook({ session_id: 'killed' })
    expect((await project.record())[0]).toMatchObject({ round: 2, outcome: 'approved' })
    const pid = Number(project.read('pid'))
    await waitFor(() => !isAlive(pid))
  })

  test.each([
    ['negative', 'UPDATE counters SET rounds = -1'],
    ['huge', 'UPDATE counters SET rounds = 1000000'],
    ['gone with its table', 'DROP TABLE counters; CREATE TABLE counters (key TEXT PRIMARY KEY)'],
  ])('F96: one that is %s is no yes: exit 1, nothing decided', async (_, statement) => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: true, feedback: 'ok' })
    await project.hook({ session_id: 's' })
    const database = new DatabaseSync(project.path(stateFile))
    database.exec(statement)
    database.close()
    const { code, stdout, stderr } = await project.hook({ session_id: 's' })
    expect({ code, stdout, calls: project.calls() }).toEqual({ code: 1, stdout: '', calls: 1 })
    expect(stderr).toMatch(/^supervisor SDK failed: the state of reviews cannot be used, so nothing was verified/)
  })

  test('F96: a state that is no database is no yes', async () => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: true, feedback: 'ok' })
    project.write(stateFile, 'rubbish '.repeat(2000))
    const { code, stdout } = await project.hook({ session_id: 's' })
    expect({ code, stdout, calls: project.calls() }).toEqual({ code: 1, stdout: '', calls: 0 })
  })

  test('starts anew with the next prompt when asked to', async () => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: false, feedback: 'no' })
    project.settings({ max_iterations: 1, reset_on_user_prompt: true })
    const blocked = async (input: object) =>
      'decision' in JSON.parse((await project.hook({ session_id: 's', ...input })).stdout)
    expect([
      await blocked({ prompt_id: 'p1' }),
      await blocked({ prompt_id: 'p1' }),
      await blocked({ prompt_id: 'p2' }),
    ]).toEqual([true, false, true])
    const line = (uuid: string) => JSON.stringify({ type: 'user', uuid, message: { role: 'user', content: 'go' } })
    const transcript_path = project.write('t.jsonl', `${line('u1')}\n`)
    const first = [await blocked({ transcript_path }), await blocked({ transcript_path })]
    project.write('t.jsonl', `${line('u1')}\n${line('u2')}\n`)
    expect([...first, await blocked({ transcript_path })]).toEqual([true, false, true])
  })
})

describe('a session id', () => {
  test.each(['../../../escape', '/etc/passwd', 'a\0b', '..', '会话', '-rf', ' ', '\ud800', '💥'.repeat(512)])(
    'F65: such as %j is taken and touches no path',
    async (id) => {
      const project = makeSupervisedProject()
      project.reviewer({ allow_stop: true, feedback: 'ok' })
      const result = await project.hook({ session_id: id }, { env: { CCC_SUPERVISOR_ID: id.replaceAll('\0', '') } })
      expect(result).toEqual({ code: 0, stdout: '{"reason":"ok"}\n', stderr: '' })
      expect((await project.record()).map(({ sessionId }) => sessionId)).toEqual([id])
      const files = readdirSync(project.path('~/.local/state/hookline/ccc')).filter((name) => !/-(wal|shm)$/.test(name))
      expect(files.sort()).toEqual(['supervisor.db', 'supervisor.log'])
    },
  )
})

describe('a refusal that repeats itself', () => {
  test('F107, D11: ends the loop as unverified when neither feedback nor work tree change', async () => {
    const project = makeSupervisedProject()
    initRepository(project)
    project.reviewer({ allow_stop: false, feedback: 'write tests' })
    const fire = async () => JSON.parse((await project.hook({ session_id: 's', cwd: project.path('repo') })).stdout)
    const first = [await fire(), await fire(), await fire()]
    expect(first.map((answer) => answer.decision)).toEqual(['block', 'block', undefined])
    expect(first[2].reason).toMatch(/^not verified: the work tree has not changed over 3 reviews/)
    expect((await project.record())[0]).toMatchObject({ outcome: 'unverified', evidence: { noProgress: 3 } })
  })

  test('F107: goes on when the work tree changes, or the feedback', async () => {
    const project = makeSupervisedProject()
    initRepository(project)
    const fire = async () => JSON.parse((await project.hook({ session_id: 's', cwd: project.path('repo') })).stdout)
    for (let round = 0; round < 4; round++) {
      project.reviewer({ allow_stop: false, feedback: 'write tests' })
      writeFileSync(project.path(round % 2 ? 'repo/file.txt' : 'repo/new.txt'), `round ${round}`)
      expect(await fire()).toEqual({ decision: 'block', reason: 'write tests' })
    }
    for (let round = 0; round < 4; round++) {
      project.reviewer({ allow_stop: false, feedback: round % 2 ? 'this' : 'that' })
      expect((await fire()).decision).toBe('block')
    }
    expect(outcomes(await project.record())).toEqual({ refused: 8 })
  })
})

describe('time', () => {
  test('C10, F108: exits 124 past the limit, leaves no process, and calls it unverified', async () => {
    const project = makeSupervisedProject()
    const pids = project.path('pids')
    project.settings({ timeout_seconds: 10 })
    project.script(
      'reviewer.sh',
      `trap '' TERM; echo $$ >> '${pids}'; (setsid sh -c "echo \\$\\$ >> '${pids}'; sleep 300") & sleep 300 & echo $! >> '${pids}'; wait`,
    )
    const started = performance.now()
    const result = await project.hook({ session_id: 'slow' })
    const ms = performance.now() - started
    expect(result).toEqual({ code: 124, stdout: '', stderr: 'hook execution timeout\n' })
    expect(ms).toBeGreaterThan(9_500)
    const started_pids = readFileSync(pids, 'utf8').trim().split('\n').map(Number)
    expect(started_pids.length).toBe(3)
    expect(started_pids.filter(isAlive)).toEqual([])
    expect(await project.record()).toMatchObject([
      { outcome: 'unverified', reason: 'hook execution timeout', round: 1 },
    ])
  }, 60_000)

  test('a signal ends the review and what it started', async () => {
    const project = makeSupervisedProject()
    project.script('reviewer.sh', `echo $$ > '${project.folder}/pid'; sleep 60`)
    const child = spawn(
      process.execPath,
      [program, 'supervisor-hook', '--reviewer', `command:${project.path('reviewer.sh')}`],
      {
        cwd: project.folder,
        env: { PATH: process.env['PATH'], HOME: project.home, CCC_SUPERVISOR_ID: 'boss' },
        stdio: ['pipe', 'ignore', 'ignore'],
      },
    )
    child.stdin.end('{"session_id": "ended"}')
    await waitFor(() => existsSync(project.path('pid')) && project.read('pid').trim() !== '')
    child.kill('SIGTERM')
    const [code] = (await once(child, 'exit')) as [number]
    expect(code).toBe(143)
    expect(isAlive(Number(project.read('pid')))).toBe(false)
    expect(await project.record()).toMatchObject([{ outcome: 'unverified', reason: 'the reviewer was interrupted' }])
  })
})

test('D9: no secret of the environment reaches a file, and files are for their owner only', async () => {
  const project = makeSupervisedProject()
  const canary = `sk-ant-${'canary'.repeat(6)}`
  const env = { ANTHROPIC_API_KEY: canary, ANTHROPIC_AUTH_TOKEN: `${canary}2`, MY_PASSWORD: `${canary}3` }
  project.write('answer', `I saw ${canary} and ${canary}3`)
  project.script('reviewer.sh', `cat '${project.folder}/answer'`)
  const refused = await project.hook({ session_id: 's' }, { env, args: ['--debug', `--api-key=${canary}`] })
  expect(refused.code).toBe(0)
  expect(refused.stderr).not.toContain('canary')
  project.script('reviewer.sh', `cat '${project.folder}/answer' >&2; exit 1`)
  const failed = await project.hook({ session_id: 's' }, { env })
  expect(failed.code).toBe(1)
  expect(failed.stderr).not.toContain('canary')
  project.script('reviewer.sh', `env > '${project.folder}/seen'; echo hm`)
  await project.hook({ session_id: 's' }, { env })
  expect(project.read('seen')).toContain('CCC_SUPERVISOR_HOOK=1')
  expect(project.read('seen')).not.toMatch(/^ANTHROPIC_/m)
  const folder = project.path('~/.local/state/hookline/ccc')
  const files = readdirSync(folder)
  expect(files).toContain('supervisor.log')
  for (const name of files) {
    expect(readFileSync(join(folder, name)).includes('canary'), name).toBe(false)
    expect((lstatSync(join(folder, name)).mode & 0o777).toString(8), name).toBe('600')
  }
})

describe('the commands about the state', () => {
  test('say of a file that is no database that it is none, and leave it alone', async () => {
    const project = makeSupervisedProject()
    const file = project.write(stateFile, 'rubbish '.repeat(700))
    for (const args of [['supervisor-mode'], ['supervisor-mode', 'off'], ['supervisor-record']]) {
      const { code, stdout, stderr } = await project.run(args)
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr.startsWith(`error[STATE_UNUSABLE] ${file} this is no database of the supervisor`), stderr).toBe(
        true,
      )
      expect(stderr.split('\n').slice(1)).toEqual([expect.stringMatching(/^hint: Move it away/), ''])
    }
    expect(project.read(stateFile)).toBe('rubbish '.repeat(700))
  })

  test.each(['99999999999999999999999', '1000001', '0', '-1', '1.5', '1e3', '', ' 1', 'ten'])(
    'refuse a limit of %j',
    async (limit) => {
      const { code, stdout, stderr } = await makeSupervisedProject().run(['supervisor-record', `--limit=${limit}`])
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
      expect(stderr).toMatch(/^error\[USAGE\] .*--limit/)
    },
  )

  test('list --json in their help where it means something', async () => {
    const project = makeSupervisedProject()
    const help = async (...args: string[]) => (await project.run(args)).stdout
    for (const args of [
      ['supervisor-hook', '--help'],
      ['help', 'supervisor-hook'],
    ]) {
      expect(await help(...args)).toContain('--explain')
      expect(await help(...args)).not.toContain('--json')
    }
    expect(await help('supervisor-mode', '--help')).toContain('--json')
  })

  test('print one line for each review, whatever the session is called and the reviewer said', async () => {
    const project = makeSupervisedProject()
    project.reviewer({ allow_stop: false, feedback: 'no\u001b[2J\u202e\ttabs\nsecond line' })
    const sessionId = 'a\nb\r\u001b[31m\u200b'
    await project.run([
      'supervisor-hook',
      '--session-id',
      sessionId,
      '--reviewer',
      `command:${project.path('reviewer.sh')}`,
    ])
    const { stdout } = await project.run(['supervisor-record'])
    const [row, ...rest] = stdout.split('\n')
    expect(rest).toEqual([''])
    expect(row!.split('  ').slice(1)).toEqual([
      'a\\u000ab\\u000d\\u001b[31m\\u200b',
      'Stop',
      'round 1',
      'refused',
      'no\\u001b[2J\\u202e tabs',
    ])
    expect((await project.record()).map((review) => review['sessionId'])).toEqual([sessionId])
  })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

async function waitFor(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 1000 && !condition(); tries++) await new Promise((resolve) => setTimeout(resolve, 20))
  expect(condition()).toBe(true)
}
