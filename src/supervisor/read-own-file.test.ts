import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { readOwnFile } from './read-own-file.ts'

let file: string

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-own-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  file = join(folder, 'file')
})

test('reads a file, also through a link, and knows when there is none', () => {
  writeFileSync(file, 'text\n')
  symlinkSync(file, `${file}-link`)
  expect([file, `${file}-link`, `${file}-none`, join(file, 'below')].map(readOwnFile)).toEqual([
    'text\n',
    'text\n',
    undefined,
    undefined,
  ])
})

test.each([
  ['a folder', () => mkdirSync(file), 'is a folder'],
  ['a pipe that nobody writes to', () => execFileSync('mkfifo', [file]), 'is no regular file'],
  ['a device without end', () => symlinkSync('/dev/zero', file), 'is no regular file'],
  ['a link to nothing', () => symlinkSync('nowhere', file), 'is a link to nothing'],
  ['a link to itself', () => symlinkSync(file, file), 'cannot be read: ELOOP'],
  ['what is not UTF-8', () => writeFileSync(file, Buffer.from([0xff, 0xfe, 0x7b])), 'is not UTF-8'],
  ['more than a mebibyte', () => writeFileSync(file, 'x'.repeat(1024 * 1024 + 1)), 'is larger than 1 MiB'],
])('refuses %s at once, by its name', (_, make, why) => {
  make()
  expect(() => readOwnFile(file)).toThrow(`${file} ${why}`)
})
