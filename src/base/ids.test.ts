import { expect, it } from 'vitest'
import { createId } from './ids.ts'

it('gives another id every time, of letters and digits', () => {
  const ids = Array.from({ length: 10_000 }, createId)
  expect(new Set(ids).size).toBe(10_000)
  expect(ids.filter((id) => !/^[0-9a-z]+$/.test(id))).toEqual([])
})
