import { describe, expect, test } from 'vitest'
import { sectionCases } from './engine/cases/index.ts'
import { runCase } from './engine/run-case.ts'

describe.each(Object.entries(sectionCases))('%s', (_, cases) => {
  for (const item of cases) test.concurrent(`${item.id} ${item.title}`, () => runCase(item))
})

test('every section that can be tested on the engine has its cases, each with a title of its own', () => {
  expect(Object.values(sectionCases).map(([first]) => first?.id)).toEqual(
    ['S2', 'S3', 'S4', 'S5', 'S6', 'S7', 'S8', 'S13'].map((section) => `${section}.1`),
  )
  const titles = Object.values(sectionCases).flatMap((cases) => cases.map(({ title }) => title))
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
})
