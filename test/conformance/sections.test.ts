import { afterAll, describe, expect, test } from 'vitest'
import { createCommandHandler } from '../../src/handlers/command-handler.ts'
import { sectionCases } from './engine/cases/index.ts'
import { runCase } from './engine/run-case.ts'

// One for all cases: starting and stopping it takes longer than most hooks. The cases of the documents use their own.
const shared = createCommandHandler()
const handlers = { command: { run: shared.run } }

afterAll(() => shared.close?.())

describe.each(Object.entries(sectionCases))('%s', (_, cases) => {
  for (const item of cases) test.concurrent(`${item.id} ${item.title}`, () => runCase(item, handlers))
})

test('every section that can be tested on the engine has its cases, each with a title of its own', () => {
  expect(Object.values(sectionCases).map(([first]) => first?.id)).toEqual(
    ['S2', 'S3', 'S4', 'S5', 'S6', 'S7', 'S8', 'S13'].map((section) => `${section}.1`),
  )
  const titles = Object.values(sectionCases).flatMap((cases) => cases.map(({ title }) => title))
  expect(titles.filter((title, index) => titles.indexOf(title) !== index)).toEqual([])
})
