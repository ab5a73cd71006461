import { describe, expect, test } from 'vitest'
import { casesElsewhere, documentedIds } from './engine/case-ids.ts'
import { documentCases } from './engine/cases/index.ts'
import { runCase } from './engine/run-case.ts'

describe.each(Object.entries(documentCases))('%s', (_, cases) => {
  for (const item of cases) test.concurrent(`${item.id} ${item.title}`, () => runCase(item))
})

test('every documented case is here or has a reason to be elsewhere', () => {
  const here = new Set(Object.values(documentCases).flatMap((cases) => cases.map(({ id }) => id)))
  const ids = documentedIds.filter((id) => !here.has(id))
  expect(ids).toEqual(Object.keys(casesElsewhere))
  expect(documentedIds.length).toBeGreaterThan(100)
  expect(new Set(documentedIds).size).toBe(documentedIds.length)
})

test('no case is known only to the corpus', () => {
  const known = new Set(documentedIds)
  const ids = Object.values(documentCases).flatMap((cases) => cases.map(({ id }) => id))
  expect(ids.filter((id) => !known.has(id) && !/^D\.\d+$/.test(id))).toEqual([])
})
