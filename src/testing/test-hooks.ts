import { formatPlace, HookError } from '../base/errors.ts'
import { readConfigFiles } from '../config/load-files.ts'
import { createHooks, type Hooks } from '../hooks/create-hooks.ts'
import type { CreateHooksOptions } from '../hooks/hooks-types.ts'
import { describeSample, proveSamples, type SampleProof } from '../hooks/prove-samples.ts'
import type { DialectName } from '../protocol/dialect.ts'
import { findHookTests } from './find-hook-tests.ts'
import { isCodeTest, readHookTest } from './read-hook-test.ts'
import { runHookTest } from './run-hook-test.ts'
import { makeReport, type TestCase, type TestReport, type TestSuite } from './test-report.ts'

export interface TestRequest {
  /** Root of the project. */
  cwd: string
  env: Readonly<Record<string, string | undefined>>
  /** Configuration files that were named: naming them is trusting them. */
  configs: readonly string[]
  /** Files of cases that were named. */
  tests: readonly string[]
  dialect?: DialectName
}

/**
 * Proves the samples of a configuration and runs files of cases, through real processes. Without named files it takes what
 * would be found; then hooks that nobody approved do not run, and what cannot be proved has failed. Rejects with a
 * `HookError` when the configuration cannot be understood.
 */
export async function testHooks(request: TestRequest): Promise<TestReport> {
  const named = request.configs.length + request.tests.length > 0
  const options = chooseOptions(request)
  const proof = request.configs.length > 0 || !named ? await proveConfiguration(options) : undefined
  const suites: TestSuite[] = [...(named ? [] : await findBroken(request)), ...(proof?.suites ?? [])]
  for (const file of named ? request.tests : findHookTests(request.cwd))
    suites.push({ name: file, cases: await runFile(file, { options, named }) })
  return makeReport(suites, proof?.unproved ?? [])
}

// Files of a project that cannot be understood are left out wherever hooks run; guards that are not there prove nothing.
async function findBroken({ cwd, env }: TestRequest): Promise<TestSuite[]> {
  const { files } = await readConfigFiles({ cwd, env, files: [], settingSources: ['project', 'local'] })
  return files.flatMap(({ file, reading: { problems } }) =>
    problems.slice(0, 1).map(({ place, message, hint }) => ({
      name: file,
      cases: [unreadable({ place: { file, ...place }, message, hint })],
    })),
  )
}

function chooseOptions({ cwd, env, configs, dialect }: TestRequest): CreateHooksOptions {
  return {
    cwd,
    env,
    files: configs.map((path) => ({ path, ...(dialect !== undefined && { dialect }) })),
    settingSources: configs.length > 0 ? [] : ['managed', 'user', 'project', 'local'],
    observer: () => {},
  }
}

async function proveConfiguration(options: CreateHooksOptions): Promise<Pick<TestReport, 'suites' | 'unproved'>> {
  const hooks: Hooks = await createHooks({}, options)
  try {
    const { samples, unproved } = await proveSamples(hooks)
    const files = new Map(hooks.list().map(({ id, source }) => [id, source.file ?? source.layer]))
    const byFile = Map.groupBy(samples, ({ hook }) => files.get(hook) ?? 'code')
    return { suites: [...byFile].map(([name, list]) => ({ name, cases: list.map(describeProof) })), unproved }
  } finally {
    await hooks.close()
  }
}

function describeProof({ hook, source, kind, sample, passed, happened, ms }: SampleProof): TestCase {
  const wanted = kind === 'mustDeny' ? 'must deny' : 'must let pass'
  return { name: `${hook} ${wanted} ${describeSample(sample)}`, passed, happened, ms, hook, source }
}

interface FileRun {
  options: CreateHooksOptions
  /** The file was named by its owner. */
  named: boolean
}

// A file of cases that was only found may not make anything run that nobody approved.
async function runFile(file: string, { options, named }: FileRun): Promise<TestCase[]> {
  const refused = 'it was not run: a project brought it along; name the file to run it'
  if (!named && isCodeTest(file)) return [failedCase(file, refused)]
  try {
    const test = await readHookTest(file)
    if (!named && test.config !== undefined) return test.cases.map(({ name }) => failedCase(name, refused))
    return await runHookTest(file, test, options)
  } catch (error) {
    if (!(error instanceof HookError)) throw error
    return [unreadable(error)]
  }
}

function unreadable({ place, message, hint }: Pick<HookError, 'place' | 'message' | 'hint'>): TestCase {
  const told = [formatPlace(place), message.replace(/(?<![.!?])$/, '.'), hint]
  return failedCase('can be read', told.filter((part) => part !== '').join(' '))
}

function failedCase(name: string, happened: string): TestCase {
  return { name, passed: false, happened, ms: 0 }
}
