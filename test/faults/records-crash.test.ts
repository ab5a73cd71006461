import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openRecordReader } from '../../src/store/records/record-reader.ts'
import { openSqliteStore } from '../../src/store/sqlite-store.ts'

const full = process.env['HOOKLINE_FULL'] !== undefined
const script = (name: string): string => join(import.meta.dirname, 'fixtures-records', name)

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-crash-'))
  path = join(folder, 'records.db')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

/** Starts a writer, kills it after so many acknowledgements and a random while, and gives what it had acknowledged. */
function killWriter(name: string): Promise<string[]> {
  const child = spawn(process.execPath, [script('write-forever.ts'), path, name], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  let wrong = ''
  const enough = 1 + Math.floor(Math.random() * 30)
  child.stderr.on('data', (chunk) => {
    wrong += chunk
  })
  child.stdout.on('data', (chunk) => {
    said += chunk
    if (said.split('\n').length > enough) setTimeout(() => child.kill('SIGKILL'), Math.random() * 5)
  })
  return new Promise((resolve, reject) => {
    child.on('close', (_, signal) => {
      if (signal !== 'SIGKILL') reject(new Error(`the writer ended by itself: ${wrong}`))
      else resolve(said.split('\n').slice(0, -1))
    })
  })
}

describe('F93, F90: writers that are killed', () => {
  it('lose nothing that was acknowledged, leave no gap, and the next one goes on', { timeout: 600_000 }, async () => {
    const kills = full ? 100 : 8
    const acknowledged: string[] = []
    for (let n = 0; n < kills; n += 2)
      acknowledged.push(...(await Promise.all([killWriter(`w${n}`), killWriter(`w${n + 1}`)])).flat())
    const reader = openRecordReader(path)
    onTestFinished(() => reader.close())
    const stored = new Set(reader.records().map(({ body }) => (body as { code: string }).code))
    expect(acknowledged.length).toBeGreaterThanOrEqual(kills)
    expect(acknowledged.filter((code) => !stored.has(code))).toEqual([])
    expect(reader.verify('s')).toEqual({ sessionId: 's', records: stored.size, ok: true })
    const database = new DatabaseSync(path)
    expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    database.close()
  })
})

describe('F89: an engine that is killed while hooks run', () => {
  it('leaves an event that reads as interrupted, never as let through', async () => {
    const child = spawn(process.execPath, [script('fire-slowly.ts'), path], { stdio: ['ignore', 'pipe', 'inherit'] })
    const reader = openRecordReader(path)
    onTestFinished(() => reader.close())
    await expect
      .poll(() => reader.firings(), { timeout: 20_000, interval: 50 })
      .toMatchObject([{ event: 'PreToolUse', decision: null, ms: null, interrupted: false }])
    child.kill('SIGKILL')
    await new Promise((resolve) => child.on('close', resolve))
    expect(reader.firings()).toMatchObject([{ event: 'PreToolUse', decision: null, ms: null, interrupted: true }])
    expect(reader.records({ kinds: ['verdict'] })).toEqual([])
    expect(reader.verify('s').ok).toBe(true)
  })
})

describe('F95: a counter that sixteen processes add to', () => {
  it('is exact', { timeout: 600_000 }, async () => {
    const times = full ? 10_000 : 300
    const run = promisify(execFile)
    const runs = Array.from({ length: 16 }, () => run(process.execPath, [script('count.ts'), path, String(times)]))
    const last = (await Promise.all(runs)).map(({ stdout }) => Number(stdout))
    expect(Math.max(...last)).toBe(16 * times)
    const store = openSqliteStore({ path })
    onTestFinished(() => store.close())
    expect(store.add('counter', 0)).toBe(16 * times)
  })
})

describe('a commit that touches state, log and queue', () => {
  const record = { sessionId: 's', firing: null, at: 1, kind: 'notice', body: { code: 'A', message: 'b' } } as const
  const job = { id: 'j', queue: 'q', sessionId: 's', firing: null, body: { n: 1 } }

  it('is stored whole or not at all', () => {
    const store = openSqliteStore({ path })
    onTestFinished(() => store.close())
    const all = [
      { change: 'claim', key: 'k' },
      { change: 'add', key: 'c', by: 2 },
      { change: 'append', record },
      { change: 'enqueue', job },
    ] as const
    expect(() => store.commit([...all, { change: 'add', key: 'c', by: 0.5 }])).toThrow('whole numbers')
    expect([store.isClaimed('k'), store.add('c', 0)]).toEqual([false, 0])
    expect(store.commit(all)).toEqual([true, 2, null, null])
    expect([store.claim('k'), store.isClaimed('k'), store.add('c', 1)]).toEqual([false, true, 3])
    expect(store.commit([{ change: 'finish', id: 'j' }])).toEqual([true])
    const reader = openRecordReader(path)
    expect(reader.verify('s')).toEqual({ sessionId: 's', records: 1, ok: true })
    reader.close()
  })
})
