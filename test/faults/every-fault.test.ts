import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Weaknesses (A to E) and faults (F) by number. */
const count = { A: 18, B: 15, C: 11, D: 15, E: 3, F: 110 }

/** Those without a test of their own, and why. */
const without: Readonly<Record<string, string>> = {
  F29: 'optional: a hook that changes files which another one guards; guards look at calls, not at files',
  F110: 'there is no limit of rates across machines: counters are kept in one store on one machine',
}

it('every weakness and fault is named by a test, or has a reason to be without one', () => {
  const ids = Object.entries(count).flatMap(([letter, last]) =>
    Array.from({ length: last }, (_, index) => `${letter}${`${index + 1}`.padStart(letter === 'F' ? 2 : 1, '0')}`),
  )
  const files = globSync('{src,test}/**/*.test.ts').filter((file) => !file.endsWith('every-fault.test.ts'))
  const named = new Set(
    files.flatMap((file) => readFileSync(file, 'utf8').match(/(?<![\w.])[A-F]\d{1,3}(?![\w.])/g) ?? []),
  )
  expect(ids.length).toBe(172)
  expect(ids.filter((id) => !named.has(id) && !Object.hasOwn(without, id))).toEqual([])
  expect(Object.keys(without).filter((id) => named.has(id))).toEqual([])
})
