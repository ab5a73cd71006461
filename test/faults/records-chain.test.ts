import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHooks } from '../../src/hooks/create-hooks.ts'
import type { ChainReport } from '../../src/protocol/records.ts'
import { openRecordLog } from '../../src/store/records/record-log.ts'
import { openRecordReader } from '../../src/store/records/record-reader.ts'

const runs = process.env['HOOKLINE_FULL'] === undefined ? 60 : 600

let folder: string
let path: string
let count: number

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-chain-'))
  path = join(folder, 'records.db')
  const log = openRecordLog({ path, env: {} })
  const guard = (input: { toolUseId?: string }): object =>
    Number(input.toolUseId) % 3 === 0 ? { action: 'skip', reason: 'no' } : { action: 'continue' }
  const options = { records: log, observer: () => {} }
  const hooks = await createHooks({ PreToolUse: [guard as never], PostToolUse: [guard as never] }, options)
  const session = hooks.session({ id: 's', permissionMode: 'yolo' })
  for (let n = 0; n < 30; n++)
    await session.tool({ name: n % 2 ? 'Bash' : 'Write', input: { command: `ls ${n}` }, id: String(n) }, () => 'done')
  await hooks.close()
  await log.close()
  count = verify(path).records
  expect(verify(path)).toEqual({ sessionId: 's', records: count, ok: true })
  expect(count).toBeGreaterThan(150)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function verify(file: string): ChainReport {
  const reader = openRecordReader(file)
  try {
    return reader.verify('s')
  } finally {
    reader.close()
  }
}

function tamper(work: (database: DatabaseSync) => void): ChainReport {
  const copy = join(folder, 'copy.db')
  rmSync(copy, { force: true })
  copyFileSync(path, copy)
  const database = new DatabaseSync(copy)
  work(database)
  database.close()
  return verify(copy)
}

describe('F93: the chain of a session', () => {
  it('shows every edit of every column of every table, whichever row it is', () => {
    const columns = {
      records: ['seq', 'at', 'firing', 'kind', 'event', 'tool', 'refused', 'body', 'hash', 'session'],
      firings: [
        'name',
        'at',
        'event',
        'tool',
        'ms',
        'decision',
        'reason',
        'decided_by',
        'failed_open',
        'ended',
        'runs',
      ],
      runs: ['hook', 'source', 'handler', 'ms', 'blocked', 'failed', 'failed_open', 'firing'],
      sessions: ['count', 'head', 'seal', 'denied', 'events', 'runs'],
    }
    const edits = Object.entries(columns).flatMap(([table, names]) => names.map((column) => ({ table, column })))
    let changed = 0
    const property = fc.property(fc.constantFrom(...edits), fc.nat(), fc.nat(), ({ table, column }, row, seed) => {
      const report = tamper((database) => {
        const key = table === 'sessions' ? 'number' : 'id'
        const rows = database.prepare(`SELECT ${key} AS id, ${column} AS value FROM ${table}`).all()
        const { id, value } = rows[row % rows.length]!
        const other = typeof value === 'number' ? value + 100_000 + (seed % 1000) : `${value ?? ''}x`
        const typed = value === null && /ms|firing$/.test(column) ? 5 : other
        database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`).run(typed, id!)
        changed++
      })
      expect(report.ok).toBe(false)
    })
    fc.assert(property, { numRuns: runs })
    expect(changed).toBeGreaterThanOrEqual(runs)
  })

  it('shows what was removed, from the middle and from the end', () => {
    for (const seq of [1, 2, Math.floor(count / 2), count - 1, count]) {
      const report = tamper((database) => database.prepare('DELETE FROM records WHERE seq = ?').run(seq))
      expect(report).toMatchObject({ ok: false, broken: { seq } })
    }
  })

  it('shows a cut end though the count was put right', () => {
    const report = tamper((database) => {
      database.exec(`DELETE FROM records WHERE seq > 100`)
      database.exec(`UPDATE sessions SET count = 100, head = (SELECT hash FROM records WHERE seq = 100)`)
    })
    expect(report.ok).toBe(false)
  })

  it('shows two records that changed places', () => {
    const report = tamper((database) => {
      database.exec('UPDATE records SET seq = -seq WHERE seq IN (20, 21)')
      database.exec('UPDATE records SET seq = 41 + seq WHERE seq < 0')
    })
    expect(report).toMatchObject({ ok: false, broken: { seq: 20 } })
  })

  it('cannot be healed by going on after a cut', async () => {
    const copy = join(folder, 'cut.db')
    copyFileSync(path, copy)
    const database = new DatabaseSync(copy)
    database.exec(`DELETE FROM records WHERE seq > 100`)
    database.exec(`UPDATE sessions SET count = 100, head = (SELECT hash FROM records WHERE seq = 100)`)
    database.close()
    const log = openRecordLog({ path: copy, env: {} })
    log.append({ sessionId: 's', firing: null, at: 1, kind: 'notice', body: { code: 'A', message: 'b' } })
    await log.close()
    expect(verify(copy)).toMatchObject({ ok: false, broken: { seq: 101 } })
  })
})
