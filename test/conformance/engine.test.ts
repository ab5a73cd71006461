import { describe, expect, test } from 'vitest'
import type { Case } from './engine/case.ts'
import { caseFiles } from './engine/cases/index.ts'
import { runCase } from './engine/run-case.ts'

describe.each(Object.entries(caseFiles))('%s', (_, cases: readonly Case[]) => {
  test('there are cases', () => {
    expect(cases.length).toBeGreaterThan(0)
  })

  for (const item of cases) test.concurrent(`${item.id} ${item.title}`, () => runCase(item))
})
