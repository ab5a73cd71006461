import { expect, it } from 'vitest'
import { readCount, readMilliseconds, readMoment } from './read-moment.ts'
import { showDuration, showOffset } from './show-time.ts'

it('reads how long ago, and dates', () => {
  const now = Date.parse('2026-01-31T08:00:00Z')
  expect(readMoment('since', '2h', now)).toBe(now - 7_200_000)
  expect(readMoment('since', '1.5d', now)).toBe(now - 129_600_000)
  expect(readMoment('since', '2026-01-30T08:00:00Z', now)).toBe(now - 86_400_000)
})

it('refuses what is no time and shows how one is written', () => {
  for (const text of ['yesterday', '2', 'h', '-2h', '2026-99-99', '2y']) {
    expect(() => readMoment('since', text, 0)).toThrow(`--since does not know the time "${text}"`)
  }
  expect(() => readMilliseconds('slow', 'soon')).toThrow('--slow does not know the duration "soon"')
  expect(() => readCount('limit', '0')).toThrow('--limit needs a whole number from 1, found "0"')
})

it('reads milliseconds with and without a unit', () => {
  expect(['500', '2s', '1.5m', '20ms'].map((text) => readMilliseconds('slow', text))).toEqual([500, 2000, 90_000, 20])
})

it('shows durations and offsets as people say them', () => {
  expect([0.2, 3.4, 999, 1250, 125_000, 3_725_000].map(showDuration)).toEqual([
    '<1 ms',
    '3 ms',
    '999 ms',
    '1.25 s',
    '2 m 05 s',
    '1 h 02 m',
  ])
  expect([0, 1250, 125_000, 3_725_000].map(showOffset)).toEqual(['+0.000', '+1.250', '+2:05.000', '+1:02:05.000'])
})
