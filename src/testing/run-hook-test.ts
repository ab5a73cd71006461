import { dirname, resolve } from 'node:path'
import { HookError } from '../base/errors.ts'
import { nearestName } from '../base/names.ts'
import { findEvent } from '../dialects/index.ts'
import { createHooks, type Hooks } from '../hooks/create-hooks.ts'
import type { CreateHooksOptions } from '../hooks/hooks-types.ts'
import { readSample } from '../hooks/sample-input.ts'
import { eventNames } from '../protocol/event-types.ts'
import { compareVerdict } from './compare-verdict.ts'
import type { HookTest, HookTestCase } from './hook-test.ts'
import type { TestCase } from './test-report.ts'

const drainMs = 2000

/**
 * Runs the cases of a file, each in a session of its own, through real processes. Rejects with a `HookError` when the
 * configuration cannot be understood; whatever hooks do is in the cases.
 */
export async function runHookTest(file: string, test: HookTest, fallback: CreateHooksOptions): Promise<TestCase[]> {
  const hooks = await openHooks(file, test, fallback)
  try {
    const cases: TestCase[] = []
    for (const each of test.cases) cases.push(await runCase(each, hooks))
    return cases
  } finally {
    await hooks.close()
  }
}

function openHooks(file: string, test: HookTest, fallback: CreateHooksOptions): Promise<Hooks> {
  const folder = dirname(file)
  const cwd = test.cwd === undefined ? fallback.cwd : resolve(folder, test.cwd)
  const base: CreateHooksOptions = { ...fallback, ...(cwd !== undefined && { cwd }) }
  const { config, dialect } = test
  if (config === undefined) return createHooks({}, base)
  const own: CreateHooksOptions = { ...base, files: [], settingSources: [] }
  if (typeof config === 'object' && !Array.isArray(config)) return createHooks(config, own)
  const files = [config].flat().map((path) => ({ path: resolve(folder, path), ...(dialect && { dialect }) }))
  return createHooks({}, { ...own, files })
}

async function runCase({ name, event, input, expect }: HookTestCase, hooks: Hooks): Promise<TestCase> {
  const started = performance.now()
  const differences = await fireCase({ event, input, expect }, hooks)
  return {
    name,
    passed: differences.length === 0,
    happened: differences.length === 0 ? 'as expected' : differences.join('; '),
    ms: performance.now() - started,
  }
}

async function fireCase({ event, input, expect }: Omit<HookTestCase, 'name'>, hooks: Hooks): Promise<string[]> {
  const meant = findEvent(event)
  if (meant === undefined) {
    const nearest = nearestName(event, eventNames)
    return [`there is no event "${event}"${nearest === undefined ? '' : `; did you mean "${nearest}"?`}`]
  }
  const read = readSample(meant, input)
  if ('problem' in read) return [read.problem]
  const session = hooks.session()
  try {
    const verdict = await session.fire(meant, read.input)
    await session.drain(drainMs)
    return compareVerdict(verdict, expect)
  } catch (error) {
    if (error instanceof HookError) return [error.message]
    throw error
  }
}
