import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { NewRecord } from '../../protocol/records.ts'
import { openRecordLog } from './record-log.ts'
import { openRecordReader } from './record-reader.ts'
import { openSharedLog } from './shared-log.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-log-'))
  path = join(folder, 'records.db')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

function notice(code: string, sessionId = 's'): NewRecord {
  return { sessionId, firing: null, at: 1, kind: 'notice', body: { code, message: '' } }
}

function codes(): string[] {
  const reader = openRecordReader(path)
  const found = reader.records().map(({ body }) => (body as { code: string }).code)
  reader.close()
  return found
}

test.each([
  ['process.exit right after', 'process.exit(3)', 3],
  ['a natural end right after', '', 0],
  ['process.exit once the thread is at work', 'await log.flush(); add(); process.exit(3)', 3],
])('%s loses nothing that was handed over', async (_, then, code) => {
  const script = join(folder, 'end.mjs')
  const source = join(import.meta.dirname, 'record-log.ts')
  writeFileSync(
    script,
    `import { openRecordLog } from ${JSON.stringify(source)}
const log = openRecordLog({ path: ${JSON.stringify(path)} })
const add = () => { for (let n = 0; n < 500; n++) log.append({ sessionId: 's', firing: null, at: 1, kind: 'notice', body: { code: String(n), message: '' } }) }
add()
${then}
`,
  )
  const end = await promisify(execFile)(process.execPath, [script]).then(
    () => 0,
    (error: { code: number }) => error.code,
  )
  expect(end).toBe(code)
  const times = then.includes('add()') ? 2 : 1
  expect(codes()).toEqual(Array.from({ length: 500 * times }, (__, n) => String(n % 500)))
})

test('counts what comes after the end, and makes nothing when nothing comes', async () => {
  const log = openRecordLog({ path })
  await log.flush()
  await log.close()
  log.append(notice('late'))
  await expect(log.appendDurably(notice('late'))).rejects.toThrow('closed')
  expect([log.losses().count, existsSync(path)]).toEqual([1, false])
})

test('rejects what must be durable and counts the rest while the file is no database, and recovers', async () => {
  writeFileSync(path, 'no database, but long enough to be taken for one'.repeat(20))
  const log = openRecordLog({ path })
  onTestFinished(() => log.close())
  log.append(notice('lost'))
  await expect(log.appendDurably(notice('refused'))).rejects.toThrow('not a database')
  expect(log.losses()).toEqual({ count: 2, reason: expect.stringContaining('not a database') })
  rmSync(path)
  await log.appendDurably(notice('kept'))
  const reader = openRecordReader(path)
  onTestFinished(() => reader.close())
  expect(reader.records().map(({ kind, body }) => [kind, body])).toMatchObject([
    ['loss', { count: 2 }],
    ['notice', { code: 'kept' }],
  ])
})

test('writes to the new file when the old one was removed', async () => {
  const log = openRecordLog({ path })
  onTestFinished(() => log.close())
  await log.appendDurably(notice('before'))
  for (const file of ['', '-wal', '-shm']) rmSync(`${path}${file}`, { force: true })
  await log.appendDurably(notice('after'))
  expect(codes()).toEqual(['after'])
})

test('a shared log is one for all with the same options, and closing one leaves it to the others', async () => {
  const [first, second] = [openSharedLog({ path }), openSharedLog({ path })]
  first.append(notice('a'))
  await first.close()
  second.append(notice('b'))
  await second.close()
  expect(codes()).toEqual(['a', 'b'])
})

test('several logs on one session number without a gap', async () => {
  const logs = Array.from({ length: 4 }, () => openRecordLog({ path }))
  for (let n = 0; n < 200; n++) logs[n % 4]!.append(notice(String(n)))
  await Promise.all(logs.map((log) => log.close()))
  const reader = openRecordReader(path)
  onTestFinished(() => reader.close())
  expect(reader.verify('s')).toEqual({ sessionId: 's', records: 200, ok: true })
})
