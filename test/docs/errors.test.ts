import { describe, expect, it } from 'vitest'
import { errorTable } from '../../src/base/errors.ts'
import { listStrings, readSources } from '../architecture/source-files.ts'
import { readPage } from './markdown-files.ts'

const codes = Object.keys(errorTable).sort()

describe('every error code', () => {
  it('is documented, and nothing else is', () => {
    const rows = [...readPage('docs/reference/errors.md').text.matchAll(/^\| `(?<code>[A-Z_]+)` \|/gm)]
    expect(rows.map(({ groups }) => groups!['code']!).sort()).toEqual(codes)
  })

  it('is used somewhere', () => {
    const used = new Set(
      readSources()
        .filter(({ path }) => path !== 'base/errors.ts')
        .flatMap(({ text }) => listStrings(text)),
    )
    expect(used.size).toBeGreaterThan(codes.length)
    expect(codes.filter((code) => !used.has(code))).toEqual([])
  })

  it('says what it means and what to do, in whole sentences', () => {
    for (const [code, { means, remedy }] of Object.entries(errorTable)) {
      expect(
        [means, remedy].every((text) => /^[A-Z`].*\.$/.test(text)),
        code,
      ).toBe(true)
    }
  })
})
