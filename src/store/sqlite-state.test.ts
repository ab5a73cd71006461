import { execFile } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createSqliteState } from './sqlite-state.ts'

let folder: string
const file = (): string => join(folder, 'state', 'state.db')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-state-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

function open(): ReturnType<typeof createSqliteState> {
  const state = createSqliteState(file())
  onTestFinished(() => state.close())
  return state
}

test('gives a claim once, also to another store on the same file', async () => {
  const [first, second] = [open(), open()]
  expect([await first.claim('a'), await first.claim('a'), await second.claim('a'), await second.claim('b')]).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect([await second.isClaimed('a'), await first.isClaimed('b'), await first.isClaimed('c')]).toEqual([
    true,
    true,
    false,
  ])
})

test('keeps claims across a close', async () => {
  const state = open()
  await state.claim('a')
  state.close()
  expect(await state.claim('a')).toBe(false)
})

test('takes keys of any length and with any character', async () => {
  const state = open()
  const keys = ['', '\0', `a\0b`, 'x'.repeat(100_000), "'; DROP TABLE claims; --", '\ud800']
  expect(keys.map((key) => state.claim(key))).toEqual(keys.map(() => true))
  expect(keys.map((key) => state.claim(key))).toEqual(keys.map(() => false))
})

test('makes nothing until something is claimed', async () => {
  const state = open()
  expect(await state.isClaimed('a')).toBe(false)
  expect(existsSync(join(folder, 'state'))).toBe(false)
})

test('makes folder and file for their owner only', async () => {
  await open().claim('a')
  const mode = (path: string): string => (lstatSync(path).mode & 0o777).toString(8)
  expect([mode(join(folder, 'state')), mode(file())]).toEqual(['700', '600'])
})

test('A15: refuses a link in place of the file or the folder and leaves its target alone', async () => {
  const target = join(folder, 'target')
  writeFileSync(target, 'mine')
  mkdirSync(join(folder, 'state'))
  symlinkSync(target, file())
  expect(() => open().claim('a')).toThrow('is a link')
  expect(readFileSync(target, 'utf8')).toBe('mine')

  mkdirSync(join(folder, 'real'))
  symlinkSync(join(folder, 'real'), join(folder, 'linked'))
  expect(() => createSqliteState(join(folder, 'linked', 'state.db')).claim('a')).toThrow('is a link')
  expect(existsSync(join(folder, 'real', 'state.db'))).toBe(false)
})

test('refuses a file that is no database', () => {
  mkdirSync(join(folder, 'state'))
  writeFileSync(file(), 'not a database at all, but long enough to be read as one'.repeat(20))
  expect(() => open().claim('a')).toThrow('not a database')
})

test('F95: of processes that claim at once on a new file exactly one wins each key, and none writes to stderr', async () => {
  const script = join(folder, 'claim.mjs')
  writeFileSync(
    script,
    `import { createSqliteState } from ${JSON.stringify(resolve(import.meta.dirname, 'sqlite-state.ts'))}
const state = createSqliteState(${JSON.stringify(file())})
console.log(JSON.stringify(Array.from({ length: 50 }, (_, n) => state.claim('key' + n))))
`,
  )
  const processes = Array.from({ length: 8 }, () => promisify(execFile)(process.execPath, [script]))
  const results = await Promise.all(processes)
  const wins = results.map(({ stdout }) => JSON.parse(stdout) as boolean[])
  const winners = Array.from({ length: 50 }, (_, n) => wins.filter((claims) => claims[n]).length)
  expect(winners).toEqual(Array.from({ length: 50 }, () => 1))
  expect(results.map(({ stderr }) => stderr)).toEqual(Array.from({ length: 8 }, () => ''))
})
