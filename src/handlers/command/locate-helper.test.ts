import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { locateHelper } from './locate-helper.ts'

function createPackage(name: string): string {
  const root = mkdtempSync(join(tmpdir(), 'package-'))
  mkdirSync(join(root, 'dist', 'bin'), { recursive: true })
  mkdirSync(join(root, 'dist', 'handlers', 'command'), { recursive: true })
  writeFileSync(join(root, 'package.json'), JSON.stringify({ name }))
  return root
}

describe('locateHelper', () => {
  it('finds the source beside the sources', () => {
    expect(locateHelper()).toBe(join(import.meta.dirname, 'helper-main.ts'))
  })

  it('finds the built file beside the built ones', () => {
    const folder = join(createPackage('hookline'), 'dist', 'handlers', 'command')
    writeFileSync(join(folder, 'helper-main.js'), '')
    expect(locateHelper(join(folder, 'locate-helper.js'))).toBe(join(folder, 'helper-main.js'))
  })

  it('finds the built file from a program bundled into one file', () => {
    const root = createPackage('hookline')
    const file = join(root, 'dist', 'handlers', 'command', 'helper-main.js')
    writeFileSync(file, '')
    expect(locateHelper(join(root, 'dist', 'bin', 'hookline.js'))).toBe(file)
  })

  it('gives null when it is not there, or the package is another one', () => {
    const bare = createPackage('hookline')
    const other = createPackage('something-else')
    writeFileSync(join(other, 'dist', 'handlers', 'command', 'helper-main.js'), '')
    expect([
      locateHelper(join(bare, 'dist', 'bin', 'hookline.js')),
      locateHelper(join(other, 'dist', 'bin', 'x.js')),
    ]).toEqual([null, null])
  })
})
