import { expect, test } from 'vitest'
import { randomHex } from './random-hex.ts'

test('gives as many bytes as asked for, never the same twice', () => {
  const made = Array.from({ length: 1000 }, () => randomHex(8))
  expect(made.filter((one) => !/^[0-9a-f]{16}$/.test(one))).toEqual([])
  expect(new Set(made).size).toBe(1000)
})
