import { describe, expect, it } from 'vitest'
import { errorTable, formatPlace, HookError } from './errors.ts'

describe('an error', () => {
  it('carries its code, the remedy of the table, and its place', () => {
    const place = { file: 'hooks.json', line: 3, column: 7, path: 'PreToolUse[0]' }
    const error = new HookError('CONFIG_UNKNOWN_KEY', 'Unknown key "x".', { place })
    expect(error).toBeInstanceOf(Error)
    expect({ ...error, message: error.message }).toEqual({
      name: 'HookError',
      code: 'CONFIG_UNKNOWN_KEY',
      message: 'Unknown key "x".',
      hint: errorTable.CONFIG_UNKNOWN_KEY.remedy,
      place,
    })
  })

  it('prefers the hint it is given and keeps its cause', () => {
    const cause = new Error('below')
    const error = new HookError('USAGE', 'No.', { hint: 'Try this.', cause })
    expect({ hint: error.hint, cause: error.cause }).toEqual({ hint: 'Try this.', cause })
  })

  it('is printed as JSON with its place beside the rest', () => {
    const error = new HookError('USAGE', 'No.', { hint: 'Try.', place: { file: 'a', line: 1 } })
    expect(JSON.parse(JSON.stringify({ error }))).toEqual({
      error: { code: 'USAGE', message: 'No.', hint: 'Try.', file: 'a', line: 1 },
    })
  })
})

describe('a place', () => {
  it('is written as far as it is known', () => {
    expect([{ file: 'a', line: 1, column: 2 }, { file: 'a' }, { path: 'x' }].map(formatPlace)).toEqual([
      'a:1:2',
      'a',
      '',
    ])
  })
})
