import { describe, expect, it } from 'vitest'
import { describeThrown } from './describe-thrown.ts'

describe('describeThrown', () => {
  it.each([
    ['an error', new Error('broken'), 'broken'],
    ['an error without a message', new TypeError(), 'TypeError'],
    ['text', 'broken', 'broken'],
    ['undefined', undefined, 'undefined'],
    ['a symbol', Symbol('broken'), 'Symbol(broken)'],
  ])('shows %s', (_, thrown, text) => {
    expect(describeThrown(thrown)).toBe(text)
  })

  it.each([
    ['an object without a prototype', Object.create(null)],
    ['an error whose message throws', Object.defineProperty(new Error(), 'message', { get: fail })],
    ['a proxy that throws', new Proxy({}, { get: fail, getPrototypeOf: fail })],
  ])('survives %s', (_, thrown) => {
    expect(describeThrown(thrown)).toBe('something that cannot be shown was thrown')
  })
})

function fail(): never {
  throw new Error('on purpose')
}
