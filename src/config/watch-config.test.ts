import { appendFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { watchConfig } from './watch-config.ts'

let folder: string
const at = (name: string): string => join(folder, name)

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-watch-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

function record(files: readonly string[]): { calls: string[][]; next(count: number): Promise<void> } {
  const calls: string[][] = []
  const watch = watchConfig(files, (changed) => calls.push(changed))
  onTestFinished(() => watch.close())
  const next = (count: number): Promise<void> =>
    vi.waitFor(() => expect(calls.length).toBeGreaterThanOrEqual(count), { timeout: 20_000, interval: 20 })
  return { calls, next }
}

test('tells a change, and the next one after an atomic rename', async () => {
  writeFileSync(at('hooks.json'), '{}')
  const { calls, next } = record([at('hooks.json')])
  appendFileSync(at('hooks.json'), ' ')
  await next(1)
  writeFileSync(at('hooks.json.tmp'), '{ }')
  renameSync(at('hooks.json.tmp'), at('hooks.json'))
  await next(2)
  appendFileSync(at('hooks.json'), '\n')
  await next(3)
  expect(new Set(calls.flat())).toEqual(new Set([at('hooks.json')]))
})

test('tells a file that appears in a folder that was not there, and that it goes', async () => {
  const file = at('a/b/hooks.json')
  const { calls, next } = record([file])
  mkdirSync(at('a/b'), { recursive: true })
  writeFileSync(file, '{}')
  await next(1)
  rmSync(at('a'), { recursive: true })
  await next(2)
  mkdirSync(at('a/b'), { recursive: true })
  writeFileSync(file, '{}')
  await next(3)
  expect(new Set(calls.flat())).toEqual(new Set([file]))
})

test('does not tell changes of other files', async () => {
  writeFileSync(at('hooks.json'), '{}')
  const { calls, next } = record([at('hooks.json')])
  writeFileSync(at('other.json'), '{}')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(calls).toEqual([])
  appendFileSync(at('hooks.json'), ' ')
  await next(1)
  expect(calls[0]).toEqual([at('hooks.json')])
})

test('tells many changes of a moment once', async () => {
  writeFileSync(at('hooks.json'), '{}')
  const { calls, next } = record([at('hooks.json')])
  for (let n = 0; n < 50; n++) appendFileSync(at('hooks.json'), ' ')
  await next(1)
  expect(calls.length).toBeLessThan(5)
})
