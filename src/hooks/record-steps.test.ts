import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../base/system-clock.ts'
import type { ObservedStep } from '../protocol/ports.ts'
import type { EventBody, RecordLog, RecordReader } from '../protocol/records.ts'
import { openRecordLog } from '../store/records/record-log.ts'
import { openRecordReader } from '../store/records/record-reader.ts'
import { createHooks } from './create-hooks.ts'

let log: RecordLog
let reader: RecordReader

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-recorder-'))
  const path = join(folder, 'records.db')
  log = openRecordLog({ path })
  reader = openRecordReader(path)
  onTestFinished(async () => {
    await log.close()
    reader.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

const call = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'ls' } }

test('records session, event, runs and verdict of a firing, in this order', async () => {
  const hooks = await createHooks(
    {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [{ id: 'guard', command: 'echo seen >&2; echo \'{"decision":"deny","reason":"no"}\'' }],
        },
        { matcher: 'Write', hooks: [{ id: 'other', command: 'exit 0' }] },
      ],
    },
    { records: log },
  )
  await hooks.session({ id: 's1', projectDir: '/tmp' }).fire('PreToolUse', call)
  await hooks.close()
  const records = reader.records()
  expect(records.map(({ kind, seq, sessionId }) => [kind, seq, sessionId])).toEqual([
    ['session', 1, 's1'],
    ['event', 2, 's1'],
    ['run', 3, 's1'],
    ['verdict', 4, 's1'],
  ])
  const [session, event, run, verdict] = records
  expect(session!.body).toMatchObject({ projectDir: '/tmp', pid: process.pid, program: 'sdk' })
  expect(event!.body).toMatchObject({ event: 'PreToolUse', input: { ...call, sessionId: 's1' } })
  expect(run!.body).toMatchObject({
    ...{ event: 'PreToolUse', hook: 'guard', source: 'code', handler: 'command', status: 'blocked', exitCode: 0 },
    ...{ decision: 'deny', reason: 'no', stderr: 'seen\n', stdout: '{"decision":"deny","reason":"no"}\n' },
  })
  expect(verdict!.body).toMatchObject({
    ...{ decision: 'deny', reason: 'no', decidedBy: 'guard', failedOpen: [] },
    runs: [
      { hook: 'guard', status: 'blocked' },
      { hook: 'other', status: 'skipped', why: expect.stringContaining('matcher') },
    ],
  })
  expect(new Set(records.slice(1).map(({ firing }) => firing)).size).toBe(1)
  expect(reader.verify('s1')).toEqual({ sessionId: 's1', records: 4, ok: true })
})

test('says of a gate that broke and let the call through that it failed open, in run, firing and session', async () => {
  const hooks = await createHooks(
    { PreToolUse: [{ hooks: [{ id: 'gate', command: 'exit 7', onFailure: 'ignore' }] }] },
    { records: log, observer: () => {} },
  )
  await hooks.session({ id: 's1' }).fire('PreToolUse', call)
  await hooks.close()
  expect(reader.firings({ failedOpen: true })).toMatchObject([
    { event: 'PreToolUse', failedOpen: true, decision: null },
  ])
  expect(reader.records({ kinds: ['run'] }).map(({ body }) => body)).toMatchObject([{ hook: 'gate', failedOpen: true }])
  expect(reader.sessions()).toMatchObject([{ sessionId: 's1', failedOpen: 1, events: 1, runs: 1 }])
})

test('records what async hooks did after their event', async () => {
  const hooks = await createHooks(
    { PostToolUse: [{ hooks: [{ id: 'late', command: 'echo done', async: true }] }] },
    { records: log },
  )
  const session = hooks.session({ id: 's1' })
  await session.fire('PostToolUse', { ...call, toolOutput: 'x' })
  await session.drain()
  await hooks.close()
  expect(reader.records({ kinds: ['run', 'verdict'] }).map(({ kind, body }) => [kind, body])).toMatchObject([
    ['verdict', { runs: [{ hook: 'late', status: 'async' }] }],
    ['run', { hook: 'late', async: true, stdout: 'done\n', status: 'ok' }],
  ])
})

test('records what the permission chain decided, with the digest of the input', async () => {
  const hooks = await createHooks({}, { records: log, observer: () => {} })
  const session = hooks.session({ id: 's1', permissionMode: 'yolo', permissions: { deny: ['Write'] } })
  const run = async (): Promise<string> => 'ok'
  await session.tool({ name: 'Bash', input: { command: 'ls' }, id: 'c1' }, run)
  await session.tool({ name: 'Write', input: { file_path: '/x', content: '' }, id: 'c2' }, run)
  await hooks.close()
  expect(reader.records({ kinds: ['permission'] }).map(({ body }) => body)).toMatchObject([
    { toolName: 'Bash', toolUseId: 'c1', granted: true, inputDigest: expect.stringMatching(/^[0-9a-f]{64}$/) },
    { toolName: 'Write', toolUseId: 'c2', granted: false, reason: expect.stringContaining('Write') },
  ])
  expect(reader.records({ denied: true, kinds: ['permission'] })).toHaveLength(1)
})

test('D9, F91: a call that must be audited does not run when its record cannot be written', async () => {
  const failing: RecordLog = {
    ...{ append: () => {}, flush: async () => {}, close: async () => {} },
    appendDurably: () => Promise.reject(new Error('disk full')),
    losses: () => ({ count: 3, reason: 'disk full' }),
  }
  const steps: ObservedStep[] = []
  const observer = (step: ObservedStep): void => void steps.push(step)
  const hooks = await createHooks({}, { records: failing, audit: 'required', observer })
  const session = hooks.session({ permissionMode: 'yolo' })
  let ran = 0
  const call = { name: 'Bash', input: { command: 'ls' } }
  const outcome = await session.tool(call, () => ran++)
  expect(outcome).toMatchObject({ status: 'denied', reason: 'audit unavailable: disk full', decidedBy: 'audit' })
  expect(ran).toBe(0)

  const lenient = await createHooks({}, { records: failing, observer })
  await lenient.session({ permissionMode: 'yolo' }).tool(call, () => ran++)
  expect(ran).toBe(1)
  const notices = steps.filter((step) => step.type === 'notice').map(({ code, message }) => [code, message])
  expect(notices).toEqual([
    ['RECORDS_LOST', 'Records of what hooks decide cannot be written: disk full. 3 are lost so far.'],
    ['RECORDS_LOST', 'Records of what hooks decide cannot be written: disk full. 3 are lost so far.'],
  ])
})

test('F38: keeps order and durations when the wall clock jumps back a day', async () => {
  let [wall, ticks] = [1_700_000_000_000, 500]
  const clock = { ...systemClock, now: () => wall, monotonic: () => ticks }
  const jump = (): { action: 'continue' } => {
    wall -= 24 * 60 * 60 * 1000
    ticks += 7
    return { action: 'continue' }
  }
  const hooks = await createHooks({ PreToolUse: [jump] }, { records: log, clock })
  const session = hooks.session({ id: 's1' })
  await session.fire('PreToolUse', call)
  await session.fire('PreToolUse', call)
  await hooks.close()
  const events = reader.records({ kinds: ['event'] })
  expect(events.map(({ seq, at, body }) => [seq, at, (body as EventBody).monotonicMs])).toEqual([
    [2, 1_700_000_000_000, 500],
    [5, 1_700_000_000_000 - 24 * 60 * 60 * 1000, 507],
  ])
  expect(reader.firings().map(({ ms }) => ms)).toEqual([7, 7])
  expect(reader.verify('s1').ok).toBe(true)
})
