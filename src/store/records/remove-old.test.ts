import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openRecordReader } from './record-reader.ts'
import { createRecordStore } from './record-store.ts'
import type { Retention } from './remove-old.ts'

const day = 24 * 60 * 60 * 1000
let path: string

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-retention-'))
  path = join(folder, 'records.db')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

function fill(ages: Record<string, number>, retention: Retention): ReturnType<typeof openRecordReader> {
  const store = createRecordStore({ path, env: {}, ...retention })
  for (const [sessionId, days] of Object.entries(ages)) {
    const at = Date.now() - days * day
    const records = Array.from({ length: 2500 }, (_, n) => ({
      ...{ sessionId, firing: `${sessionId}-${n}`, at, kind: 'event' as const },
      body: { event: 'PreToolUse' as const, input: { toolName: 'Bash', text: 'x'.repeat(200) } },
    }))
    store.write(records)
  }
  store.removeOld()
  store.close()
  const reader = openRecordReader(path)
  onTestFinished(() => reader.close())
  return reader
}

test('removes whole sessions that are too old, and says so of them for good', () => {
  const reader = fill({ old: 31, young: 29 }, {})
  expect(reader.sessions().map(({ sessionId }) => sessionId)).toEqual(['young'])
  expect(reader.firings({ limit: 1 })).toMatchObject([{ sessionId: 'young' }])
  expect(reader.verify('old')).toEqual({
    ...{ sessionId: 'old', records: 0, ok: true },
    removed: { at: expect.any(Number), records: 2500, why: 'older than records are kept' },
  })
  expect(reader.verify('young')).toEqual({ sessionId: 'young', records: 2500, ok: true })
  expect(reader.verify('never')).toMatchObject({ ok: false })
})

test('removes the oldest while there is too much, never what is in use, and gives the room back', () => {
  const reader = fill({ a: 3, b: 2, c: 1, now: 0 }, { maxBytes: 3_000_000 })
  expect(reader.sessions().map(({ sessionId }) => sessionId)).toEqual(['now', 'c'])
  expect(reader.verify('a')).toMatchObject({ ok: true, removed: { records: 2500 } })
  expect(reader.records({ sessionId: 'now' })).toHaveLength(2500)
  const size = statSync(path).size
  expect(size).toBeLessThan(6_000_000)
})

test('a session that was removed can begin anew', () => {
  fill({ s: 40 }, {}).close()
  const reader = fill({ s: 0 }, {})
  expect(reader.verify('s')).toEqual({ sessionId: 's', records: 2500, ok: true })
})
