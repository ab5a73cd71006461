import { lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { appendLog, formatEntry } from './review-log.ts'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-log-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

test('C18: writes time, level, message and keys with values', () => {
  const fields = { a: 'b', n: 1, text: 'two words', line: 'x\ny', quoted: '"', empty: '' }
  expect(formatEntry({ level: 'INFO', message: 'review ended', fields }, Date.UTC(2026, 0, 20, 8, 9, 10, 120))).toBe(
    '2026-01-20T08:09:10.12Z INFO review ended a=b n=1 text="two words" line="x\\ny" quoted="\\"" empty=""',
  )
  expect(formatEntry({ level: 'WARN', message: 'm' }, 0.25)).toBe('1970-01-01T00:00:00.00025Z WARN m')
  expect(formatEntry({ level: 'WARN', message: 'm' }, 0)).toBe('1970-01-01T00:00:00Z WARN m')
})

test('writes what a screen would hide or obey as an escape', () => {
  const fields = { reason: 'a\u001b[31m\u202eb', name: '\u009b' }
  expect(formatEntry({ level: 'INFO', message: 'm', fields }, 0)).toBe(
    '1970-01-01T00:00:00Z INFO m reason="a\\u001b[31m\\u202eb" name="\\u009b"',
  )
})

test('D9: keeps the log for its owner only, also one that was readable for all', () => {
  const file = join(makeFolder(), 'deep', 'er', 'supervisor.log')
  appendLog(file, formatEntry({ level: 'INFO', message: 'one' }))
  const readable = join(makeFolder(), 'supervisor.log')
  writeFileSync(readable, '', { mode: 0o644 })
  appendLog(readable, formatEntry({ level: 'INFO', message: 'two' }))
  expect([file, readable].map((path) => (lstatSync(path).mode & 0o777).toString(8))).toEqual(['600', '600'])
  expect(readFileSync(file, 'utf8')).toMatch(/^\S+ INFO one\n$/)
})

test('does not write through a link, and never throws', () => {
  const folder = makeFolder()
  const target = join(folder, 'target')
  writeFileSync(target, 'mine')
  symlinkSync(target, join(folder, 'supervisor.log'))
  appendLog(join(folder, 'supervisor.log'), formatEntry({ level: 'INFO', message: 'x' }))
  appendLog('/dev/null/x/supervisor.log', formatEntry({ level: 'INFO', message: 'x' }))
  expect(readFileSync(target, 'utf8')).toBe('mine')
})

test('starts anew beyond its size and keeps the old log', () => {
  const file = join(makeFolder(), 'supervisor.log')
  appendLog(file, formatEntry({ level: 'INFO', message: 'old' }))
  truncateSync(file, 6 * 1024 * 1024)
  appendLog(file, formatEntry({ level: 'INFO', message: 'last of the old' }))
  appendLog(file, formatEntry({ level: 'INFO', message: 'new' }))
  expect(readFileSync(file, 'utf8')).toMatch(/^\S+ INFO new\n$/)
  expect(readFileSync(`${file}.1`, 'utf8')).toContain('last of the old')
})
