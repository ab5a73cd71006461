import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

function makeRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'hookline-folder-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  return root
}

test('makes what is missing, for its user only, and leaves what is there', () => {
  const folder = join(makeRoot(), 'a/b/c')
  expect([makeFolder(folder), makeFolder(folder)]).toEqual([true, false])
  for (const each of [folder, join(folder, '..'), join(folder, '../..')])
    expect((statSync(each).mode & 0o777).toString(8)).toBe('700')
})

test('gives up where nothing can be made', () => {
  const file = join(makeRoot(), 'file')
  writeFileSync(file, '')
  expect(() => makeFolder(join(file, 'x/y'))).toThrow(/ENOTDIR/)
  expect(() => makeFolder('/proc/no-such-place/x/y')).toThrow(/ENOENT|EPERM|EACCES/)
})
