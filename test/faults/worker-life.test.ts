import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findDescendants, listProcesses, readProcess } from '../../src/base/process-tree.ts'
import { createHooks, type HookSession } from '../../src/index.ts'
import { ask, fixture, openWorker, summarize } from './worker-hooks.ts'

describe('the process of a worker', () => {
  it('is one for all hooks, sessions and events that share its command', async () => {
    const worker = { type: 'worker' as const, command: fixture('answers.ts'), onFailure: 'deny' as const }
    const hooks = await createHooks({ PreToolUse: [{ hooks: [worker] }], PermissionRequest: [{ hooks: [worker] }] })
    onTestFinished(() => hooks.close())
    const input = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'pid' } }
    const verdicts = await Promise.all([
      hooks.session({ cwd: '/' }).fire('PreToolUse', input),
      hooks.session({ cwd: '/' }).fire('PreToolUse', input),
      hooks.session({ cwd: '/' }).fire('PermissionRequest', input),
    ])
    expect(new Set(verdicts.flatMap(({ messages }) => messages)).size).toBe(1)
  })

  it.each([
    [undefined, 2],
    ['/', 1],
  ])('with cwd %s serves two projects by %i', async (cwd, processes) => {
    const worker = { type: 'worker' as const, command: fixture('answers.ts'), ...(cwd !== undefined && { cwd }) }
    const hooks = await createHooks({ PreToolUse: [{ hooks: [worker] }] })
    onTestFinished(() => hooks.close())
    const sessions = ['/', '/tmp', '/'].map((place) => hooks.session({ cwd: place }))
    expect(new Set(await Promise.all(sessions.map(readPid))).size).toBe(processes)
  })

  it('sees what its dialect lets through, and nothing of one session', async () => {
    const env = { PATH: process.env['PATH'] ?? '', ANTHROPIC_API_KEY: 'canary', MINE: 'm', OTHER: 'o' }
    const worker = { type: 'worker' as const, command: fixture('answers.ts'), passEnv: ['MINE'], env: { OWN: '1' } }
    const hooks = await createHooks({ PreToolUse: [{ hooks: [worker] }] }, { env })
    onTestFinished(() => hooks.close())
    const session = hooks.session({ id: 'secret-session', cwd: '/', env: { FROM_SESSION: 'x' } })
    const seen = JSON.parse((await ask(session, 'env')).messages[0]!)
    expect(seen).toMatchObject({ MINE: 'm', OWN: '1', HOOKLINE_PROJECT_DIR: '/' })
    const hidden = ['ANTHROPIC_API_KEY', 'OTHER', 'FROM_SESSION', 'HOOKLINE_SESSION_ID', 'BLADE_SESSION_ID']
    expect(hidden.filter((name) => name in seen)).toEqual([])
  })

  it('does not keep its host alive', async () => {
    const script = `
      import { createHooks } from ${JSON.stringify(new URL('../../src/index.ts', import.meta.url).href)}
      const worker = { type: 'worker', command: ${JSON.stringify(fixture('answers.ts'))} }
      const session = (await createHooks({ PreToolUse: [{ hooks: [worker] }] })).session({ cwd: '/' })
      const input = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'pid' } }
      console.log((await session.fire('PreToolUse', input)).messages[0])`
    const host = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [printed] = (await once(host.stdout, 'data')) as [Buffer]
    const [code] = (await once(host, 'exit')) as [number]
    expect(code).toBe(0)
    await expectGone(Number(printed.toString()))
  })

  it('F89 dies with its host', async () => {
    const script = `
      import { createHooks } from ${JSON.stringify(new URL('../../src/index.ts', import.meta.url).href)}
      const worker = { type: 'worker', command: ${JSON.stringify(fixture('answers.ts'))} }
      const session = (await createHooks({ PreToolUse: [{ hooks: [worker] }] })).session({ cwd: '/' })
      const fire = (command) => session.fire('PreToolUse', { toolName: 'Bash', toolUseId: 'c1', toolInput: { command } })
      const { messages } = await fire('pid')
      void fire('block')
      setTimeout(() => console.log(messages[0]), 300)`
    const host = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [printed] = (await once(host.stdout, 'data')) as [Buffer]
    host.kill('SIGKILL')
    await expectGone(Number(printed.toString()))
  })
})

describe('a worker that crashes', () => {
  it.each([
    ['exit 3', 'the worker ended with code 3'],
    ['die', 'the worker ended by SIGKILL'],
  ])('by "%s" fails what it owed with class crash, and is there for the next', async (way, why) => {
    const { session } = await openWorker(`exec ${fixture('answers.ts')}`, { onFailure: 'deny' })
    const before = await readPid(session)
    const verdicts = await Promise.all([ask(session, 'wait 60000'), ask(session, 'wait 60000'), ask(session, way)])
    expect(verdicts.map(summarize)).toEqual(
      new Array(3).fill({ decision: 'deny', reason: why, failedOpen: [], status: 'failed', class: 'crash', why }),
    )
    const after = await readPid(session)
    expect(after).not.toBe(before)
    expect(summarize(await ask(session, 'allow'))).toMatchObject({ decision: 'allow' })
  })

  it('fails nothing when it owed nothing, not even what was sent before its end was noticed', async () => {
    const { session } = await openWorker(`exec ${fixture('answers.ts')}`, { onFailure: 'deny' })
    const pid = await readPid(session)
    process.kill(pid, 'SIGKILL')
    // Without a turn of the event loop, in which the end would be noticed, until its last thread has let go of the pipe.
    while (existsSync(`/proc/${pid}/task`) && readdirSync(`/proc/${pid}/task`).length > 1);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200)
    const verdicts = await Promise.all([ask(session, 'allow'), ask(session, 'allow')])
    expect(verdicts.map(({ decision }) => decision)).toEqual(['allow', 'allow'])
    expect(await readPid(session)).not.toBe(pid)
  })

  it('by closing its input is replaced, and what it never read goes to the next', async () => {
    const answer = `{"id":'"$id"',"answer":{"decision":"deny","reason":"once"}}`
    const command = `read -r l; id=\${l#*:}; id=\${id%%,*}; exec <&-; echo '${answer}'; exec sleep 300`
    const { session } = await openWorker(command, { timeout: '10s' })
    expect((await ask(session, 'x')).reason).toBe('once')
    await sleep(300)
    expect((await ask(session, 'x')).reason).toBe('once')
  })

  it('tells what it wrote to stderr', async () => {
    const { session } = await openWorker('echo "no database" >&2; exit 9', { onFailure: 'deny' })
    expect(summarize(await ask(session, 'x'))).toMatchObject({
      class: 'crash',
      why: 'the worker ended with code 9: no database',
    })
  })

  it('again and again is started more and more slowly, and its requests fail at once', async () => {
    const { session } = await openWorker('exit 1', { onFailure: 'deny', timeout: '30s' })
    const reasons: (string | null)[] = []
    for (let times = 0; times < 12; times++) reasons.push((await ask(session, 'x')).reason)
    expect(reasons[0]).toBe('the worker ended with code 1')
    expect(reasons.at(-1)).toMatch(/^the worker was lost \d+ times in a row and is started again in \d+ s/)
    const started = performance.now()
    await ask(session, 'x')
    expect(performance.now() - started).toBeLessThan(1_500)
  })

  it.each([
    ['/nonexistent/worker', /not found/],
    ['python3 /nonexistent/worker.py', /nonexistent\/worker\.py/],
    ['echo "unclosed', /not valid shell/],
  ])('because it is not there (%s) has class spawn', async (command, why) => {
    const { session } = await openWorker(command, { onFailure: 'deny' })
    expect(summarize(await ask(session, 'x'))).toMatchObject({ class: 'spawn', why: expect.stringMatching(why) })
  })

  it('because its directory is gone has class spawn', async () => {
    const { session } = await openWorker('cat', { cwd: '/nonexistent', onFailure: 'deny' })
    expect(summarize(await ask(session, 'x'))).toMatchObject({
      class: 'spawn',
      why: 'working directory gone: /nonexistent does not exist',
    })
  })
})

describe('a worker that hangs', () => {
  it('costs only the request that hangs', async () => {
    const { session } = await openWorker(fixture('answers.ts'), { onFailure: 'deny', timeout: '2s' })
    const before = await readPid(session)
    const hanging = ask(session, 'hang')
    expect(summarize(await ask(session, 'allow'))).toMatchObject({ decision: 'allow' })
    expect(summarize(await hanging)).toMatchObject({ decision: 'deny', status: 'timeout', class: 'timeout' })
    expect(await readPid(session)).toBe(before)
  })

  it('is replaced after three requests in a row without an answer', async () => {
    const { session } = await openWorker(fixture('answers.ts'), { onFailure: 'deny', timeout: '3s' })
    const before = await readPid(session)
    const verdicts = await Promise.all(['block', 'allow', 'allow'].map((text) => ask(session, text)))
    expect(verdicts.map((verdict) => verdict.runs[0]!.class)).toEqual(['timeout', 'timeout', 'timeout'])
    await expectGone(before)
    expect(await readPid(session)).not.toBe(before)
  })

  it('F87 is left as soon as the caller aborts', async () => {
    const { session } = await openWorker(fixture('answers.ts'))
    await readPid(session)
    const input = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'hang' } }
    const started = performance.now()
    const verdict = await session.fire('PreToolUse', input, { signal: AbortSignal.timeout(100) })
    expect({ ...summarize(verdict), aborted: verdict.aborted }).toMatchObject({ status: 'cancelled', aborted: true })
    expect(performance.now() - started).toBeLessThan(2_100)
  })
})

describe('closing', () => {
  it('waits for what is under way, then ends the process', async () => {
    const { hooks, session } = await openWorker(fixture('answers.ts'))
    const pid = await readPid(session)
    const waiting = ask(session, 'wait 500')
    await sleep(50)
    await hooks.close()
    expect((await waiting).messages).toEqual(['waited 500'])
    expect(readProcess(pid)).toBeNull()
    expect(summarize(await ask(session, 'allow'))).toMatchObject({ decision: null, status: 'failed' })
  })

  it('ends one that does not listen, and what it started', async () => {
    const stubborn = `trap '' TERM; sleep 300 & exec ${fixture('answers.ts')}`
    const { hooks, session } = await openWorker(stubborn)
    const pid = await readPid(session)
    const below = findDescendants(await listProcesses(), [pid])
    expect(below).toHaveLength(1)
    void ask(session, 'block')
    await sleep(200)
    const started = performance.now()
    await hooks.close()
    expect(performance.now() - started).toBeLessThan(8_000)
    expect([pid, ...below.map((row) => row.pid)].map(readProcess)).toEqual([null, null])
  })
})

async function readPid(session: HookSession): Promise<number> {
  return Number((await ask(session, 'pid')).messages[0])
}

async function expectGone(pid: number): Promise<void> {
  const end = performance.now() + 10_000
  while (readProcess(pid) !== null && performance.now() < end) await sleep(50)
  expect(readProcess(pid)).toBeNull()
}
