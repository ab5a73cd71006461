import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { longTests } from '../setup/long-tests.ts'

it('lists every test that has a longer form, directly or through a file beside it', () => {
  const long = new Set(longTests.flatMap((pattern) => globSync(pattern)))
  const asking = globSync('{src,test}/**/*.ts').filter((file) =>
    /env\['HOOKLINE_FULL'\]/.test(readFileSync(file, 'utf8')),
  )
  expect(asking.length).toBeGreaterThan(5)
  const unlisted = asking.filter((file) =>
    file.endsWith('.test.ts') ? !long.has(file) : ![...long].some((test) => dirname(test) === dirname(file)),
  )
  expect(unlisted).toEqual([])
})
