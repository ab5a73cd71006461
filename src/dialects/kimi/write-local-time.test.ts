import { afterEach, describe, expect, it } from 'vitest'
import { writeLocalTime } from './write-local-time.ts'

const zone = process.env['TZ']

describe('writeLocalTime', () => {
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })

  it.each([
    ['Asia/Shanghai', '2026-01-15T02:30:00.000Z', '2026-01-15T10:30:00+08:00'],
    ['UTC', '2026-01-15T02:30:00.999Z', '2026-01-15T02:30:00+00:00'],
    ['America/St_Johns', '2026-01-15T02:30:00Z', '2026-01-14T23:00:00-03:30'],
    ['America/New_York', '2026-07-15T02:30:00Z', '2026-07-14T22:30:00-04:00'],
    ['UTC', '2026-01-15T10:30:00+08:00', '2026-01-15T10:30:00+08:00'],
    ['UTC', 'not a time Z', 'not a time Z'],
  ])('in %s writes %s as %s', (name, timestamp, expected) => {
    process.env['TZ'] = name
    expect(writeLocalTime(timestamp)).toBe(expected)
  })
})
