import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseDuration } from './duration.ts'

describe('a duration', () => {
  it.each([
    [30, 30_000],
    [0.5, 500],
    [0.0001, 1],
    [86_400, 86_400_000],
    ['500ms', 500],
    ['30s', 30_000],
    [' 1.5 m ', 90_000],
    ['24h', 86_400_000],
  ])('of %j counted in seconds is %d ms', (value, expected) => {
    expect(parseDuration(value, 'seconds')).toBe(expected)
  })

  it.each([0, -1, 86_401, Number.NaN, Number.POSITIVE_INFINITY, '30', '', 's', '-5s', '1e3s', '25h', '0s', '5 days'])(
    '%j is none',
    (value) => {
      expect(parseDuration(value, 'seconds')).toBeUndefined()
    },
  )

  it('as a number is in the unit of the dialect, as text in its own', () => {
    expect(parseDuration(250, 'milliseconds')).toBe(250)
    expect(parseDuration('250ms', 'seconds')).toBe(parseDuration('250ms', 'milliseconds'))
  })

  it('is always a whole number of milliseconds that a timer can hold', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double(), fc.string()), fc.constantFrom('seconds', 'milliseconds'), (value, unit) => {
        const parsed = parseDuration(value, unit)
        expect(parsed === undefined || (Number.isInteger(parsed) && parsed >= 1 && parsed < 2 ** 31)).toBe(true)
      }),
    )
  })
})
