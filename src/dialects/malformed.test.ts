import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type DocumentFormat, parseDocument } from '../base/document.ts'
import { formatPlace } from '../base/errors.ts'
import type { DialectName } from '../protocol/dialect.ts'
import { readConfig } from './index.ts'

interface Case {
  dialect: DialectName
  format: DocumentFormat
  text: string
  /** Per problem: place, path, code and message on one line, the hint on the next. */
  expected: string[]
}

/** Cases stand one below the other: dialect, format and text as JSON, then, indented, what is wrong. */
function readCases(): Case[] {
  const lines = readFileSync(new URL('golden/malformed.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
  const cases: Case[] = []
  for (const line of lines) {
    if (line.startsWith(' ')) cases.at(-1)!.expected.push(line.trim())
    else {
      const [dialect, format, ...text] = line.split(' ')
      cases.push({
        dialect: dialect as DialectName,
        format: format as DocumentFormat,
        text: JSON.parse(text.join(' ')),
        expected: [],
      })
    }
  }
  return cases
}

const cases = readCases()

function read({ dialect, format, text }: Case) {
  const { value, locate } = parseDocument(text, format, 'f')
  return readConfig(dialect, value, { layer: 'config', trusted: true, file: 'f', locate })
}

describe('a malformed configuration', () => {
  it.each(cases)('of $dialect is refused whole, with place, reason and remedy: $text', (sample) => {
    const { hooks, notices, unsupported, problems } = read(sample)
    expect({ hooks, notices, unsupported }).toEqual({ hooks: [], notices: [], unsupported: [] })
    const found = problems.flatMap(({ place, code, message, hint }) => [
      `${formatPlace({ ...place, file: '' })} ${place.path ?? '-'} ${code} ${message}`,
      hint,
    ])
    expect(found).toEqual(sample.expected)
    expect(found.length).toBeGreaterThan(0)
    for (const { place, message, hint } of problems) {
      expect(place.file).toBe('f')
      expect(message).toMatch(/\.$/)
      expect(hint).toMatch(/[.?]$/)
    }
  })

  it('is tried in more than a hundred ways', () => {
    expect(cases.length).toBeGreaterThan(100)
    expect(new Set(cases.map(({ dialect }) => dialect))).toEqual(new Set(['blade', 'claude', 'kimi']))
  })

  it('F100 loads nothing when one hook among a hundred is wrong', () => {
    const groups = Array.from({ length: 100 }, (_, index) => ({ hooks: [{ command: index === 57 ? '' : 'x' }] }))
    for (const dialect of ['blade', 'claude'] as const) {
      const { hooks, problems } = readConfig(
        dialect,
        { hooks: { PreToolUse: groups } },
        { layer: 'code', trusted: true },
      )
      expect(hooks).toEqual([])
      expect(problems.map(({ place }) => place)).toEqual([{ path: 'hooks.PreToolUse[57].hooks[0].command' }])
    }
  })

  it('is told all that is wrong at once, a misspelt key hiding nothing', () => {
    const { problems } = readConfig(
      'blade',
      { timot: 1, PreToolUse: [{ matcher: '[', hooks: [{ comment: '', if: '(', command: '' }, { timeout: 0 }] }] },
      { layer: 'code', trusted: true },
    )
    expect(problems.map(({ code, place }) => `${place.path} ${code}`)).toEqual([
      'PreToolUse[0].hooks[0].comment CONFIG_UNKNOWN_KEY',
      'PreToolUse[0].hooks[1].timeout CONFIG_INVALID_VALUE',
      'timot CONFIG_UNKNOWN_KEY',
      'PreToolUse[0].matcher CONFIG_INVALID_PATTERN',
      'PreToolUse[0].hooks[0].command CONFIG_INVALID_VALUE',
      'PreToolUse[0].hooks[0].if CONFIG_INVALID_PATTERN',
    ])
  })
})
