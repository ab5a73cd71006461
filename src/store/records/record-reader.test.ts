import { lstatSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { NewRecord, RecordBody } from '../../protocol/records.ts'
import { openRecordLog } from './record-log.ts'
import { openRecordReader } from './record-reader.ts'

let path: string

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-records-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  path = join(folder, 'state', 'records.db')
})

function about(firing: string | null, at: number, body: RecordBody, sessionId = 's1'): NewRecord {
  return { sessionId, firing, at, ...body }
}

function session(): RecordBody {
  return { kind: 'session', body: { projectDir: '/p', pid: 1, host: 'h', program: 'sdk' } }
}

function event(tool: string): RecordBody {
  return { kind: 'event', body: { event: 'PreToolUse', input: { toolName: tool, toolInput: { command: 'ls' } } } }
}

function run(hook: string, ms: number, more: object = {}): RecordBody {
  const base = {
    event: 'PreToolUse',
    hook,
    source: 'code',
    handler: 'command',
    dialect: 'native',
    status: 'ok',
  } as const
  return { kind: 'run', body: { ...base, startMs: 0, ms, decision: null, reason: null, ...more } }
}

function verdict(ms: number, decision: 'deny' | null, failedOpen: { hook: string; class: 'crash' }[] = []): RecordBody {
  const empty = { changes: [], context: [], messages: [], env: [], warnings: [], halt: null, aborted: false, runs: [] }
  const [reason, decidedBy] = decision ? ['no', 'guard'] : [null, null]
  return { kind: 'verdict', body: { event: 'PreToolUse', ms, decision, reason, decidedBy, failedOpen, ...empty } }
}

async function fill(records: NewRecord[]): Promise<ReturnType<typeof openRecordReader>> {
  const log = openRecordLog({ path })
  for (const record of records) log.append(record)
  await log.close()
  expect(log.losses()).toEqual({ count: 0, reason: null })
  const reader = openRecordReader(path)
  onTestFinished(() => reader.close())
  return reader
}

const story = (): NewRecord[] => [
  about(null, 100, session()),
  about('f1', 101, event('Bash')),
  about('f1', 102, run('guard', 4, { status: 'blocked', decision: 'deny', name: 'Guard' })),
  about('f1', 103, verdict(5, 'deny')),
  about('f2', 200, event('Read')),
  about('f2', 201, run('slow', 15_000, { status: 'failed', class: 'crash', failedOpen: true })),
  about('f2', 202, verdict(15_001, null, [{ hook: 'slow', class: 'crash' }])),
  about('f3', 300, event('Bash'), 's2'),
]

test('an absent file reads as empty', () => {
  const reader = openRecordReader(path)
  expect([reader.sessions(), reader.firings(), reader.records(), reader.statistics(), reader.lastId()]).toEqual([
    [],
    [],
    [],
    [],
    0,
  ])
  expect(reader.verify('s1')).toMatchObject({ ok: false })
})

test('gives back what was written, numbered without gaps in its session and in order in the store', async () => {
  const reader = await fill(story())
  const records = reader.records()
  expect(records.map(({ id, sessionId, seq, at, firing, kind }) => ({ id, sessionId, seq, at, firing, kind }))).toEqual(
    story().map(({ sessionId, at, firing, kind }, n) => ({
      id: n + 1,
      sessionId,
      seq: sessionId === 's1' ? n + 1 : 1,
      at,
      firing,
      kind,
    })),
  )
  expect(records.map(({ body }) => body)).toEqual(story().map(({ body }) => body))
  expect(reader.lastId()).toBe(8)
  expect([reader.verify('s1'), reader.verify('s2')]).toEqual([
    { sessionId: 's1', records: 7, ok: true },
    { sessionId: 's2', records: 1, ok: true },
  ])
})

test('shows sessions and firings at a glance', async () => {
  const reader = await fill(story())
  const zero = { events: 0, runs: 0, denied: 0, failedOpen: 0, slow: 0, waiting: 0 }
  expect(reader.sessions()).toEqual([
    { sessionId: 's2', projectDir: '', program: '', firstAt: 300, lastAt: 300, ...zero, events: 1 },
    {
      ...{ sessionId: 's1', projectDir: '/p', program: 'sdk', firstAt: 100, lastAt: 202 },
      ...{ events: 2, runs: 2, denied: 1, failedOpen: 1, slow: 1, waiting: 0 },
    },
  ])
  const base = { sessionId: 's1', event: 'PreToolUse', agentId: null, interrupted: false }
  expect(reader.firings({ sessionId: 's1' })).toEqual([
    {
      ...{ ...base, firing: 'f1', id: 2, at: 101, tool: 'Bash', ms: 5, decision: 'deny', reason: 'no' },
      ...{ decidedBy: 'guard', failedOpen: false, runs: 1 },
    },
    {
      ...{ ...base, firing: 'f2', id: 5, at: 200, tool: 'Read', ms: 15_001, decision: null, reason: null },
      ...{ decidedBy: null, failedOpen: true, runs: 1 },
    },
  ])
})

test('finds by every filter', async () => {
  const reader = await fill(story())
  const firings = (query: object): string[] => reader.firings(query).map(({ firing }) => firing)
  const ids = (query: object): number[] => reader.records(query).map(({ id }) => id)
  expect(firings({ denied: true })).toEqual(['f1'])
  expect(firings({ slowerThanMs: 10_000 })).toEqual(['f2'])
  expect(firings({ failedOpen: true })).toEqual(['f2'])
  expect(firings({ tool: 'Bash' })).toEqual(['f1', 'f3'])
  expect(firings({ hook: 'slow' })).toEqual(['f2'])
  expect(firings({ hook: 'Guard' })).toEqual(['f1'])
  expect(firings({ since: 200, until: 300 })).toEqual(['f2'])
  expect(firings({ order: 'newest', limit: 2 })).toEqual(['f3', 'f2'])
  expect(firings({ after: 4 })).toEqual(['f2', 'f3'])
  expect(firings({ events: ['Stop'] })).toEqual([])
  expect(ids({ denied: true })).toEqual([2, 3, 4])
  expect(ids({ tool: 'Read' })).toEqual([5, 6, 7])
  expect(ids({ hook: 'slow', kinds: ['run'] })).toEqual([6])
  expect(ids({ firing: 'f2', kinds: ['event', 'verdict'] })).toEqual([5, 7])
  expect(ids({ after: 6 })).toEqual([7, 8])
  expect(ids({ sessionId: 's2' })).toEqual([8])
  expect(reader.statistics({ sessionId: 's1' })).toEqual([
    {
      ...{ hook: 'guard', source: 'code', handler: 'command', runs: 1, blocked: 1, failed: 0, failedOpen: 0 },
      ...{ p50: 4, p95: 4, max: 4 },
    },
    {
      ...{ hook: 'slow', source: 'code', handler: 'command', runs: 1, blocked: 0, failed: 1, failedOpen: 1 },
      ...{ p50: 15_000, p95: 15_000, max: 15_000 },
    },
  ])
})

test('is for the owner only, with all that lies beside it', async () => {
  await fill(story())
  const mode = (file: string): string => (lstatSync(file).mode & 0o777).toString(8)
  expect([mode(join(path, '..')), mode(path), mode(join(path, '..', 'records.key'))]).toEqual(['700', '600', '600'])
})

test('takes session ids with any character', async () => {
  const ids = ['', '\0', 'a\0b', '\ud800', '\udc00', '"', "'; DROP TABLE records; --"]
  const reader = await fill(ids.map((id, n) => about('f', n, event('Bash'), id)))
  expect(reader.records().map(({ sessionId }) => sessionId)).toEqual(ids)
  expect(ids.map((id) => reader.verify(id).ok)).toEqual(ids.map(() => true))
})
