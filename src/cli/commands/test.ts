import { statSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { HookError } from '../../base/errors.ts'
import { dialects } from '../../dialects/index.ts'
import type { DialectName } from '../../protocol/dialect.ts'
import { isHookTest } from '../../testing/find-hook-tests.ts'
import { type TestRequest, testHooks } from '../../testing/test-hooks.ts'
import type { TestReport } from '../../testing/test-report.ts'
import { type CommandCall, defineCommand } from '../command.ts'

const flags = {
  watch: { type: 'switch', about: 'Run again whenever a configuration, a script or a file of cases changes.' },
  junit: { type: 'text', value: 'FILE', about: 'Write the results as JUnit XML, too.' },
  dialect: {
    type: 'text',
    choices: Object.keys(dialects) as DialectName[],
    about: 'The dialect of the configuration files; else told from their content.',
  },
} as const

export default defineCommand({
  usage: '[FILE...]',
  flags,
  maxArguments: Number.POSITIVE_INFINITY,
  examples: ['test', 'test .hookline/hooks.json', 'test guards.hooktest.json --junit out/junit.xml', 'test --watch'],
  run: test,
})

type TestCall = CommandCall<typeof flags>

async function test(call: TestCall): Promise<number> {
  const request = readRequest(call)
  const runOnce = async (): Promise<number> => {
    const report = await testHooks(request)
    await printReport(report, request, call)
    return report.failed === 0 ? 0 : 1
  }
  if (!call.flags.watch) return runOnce()
  const { watchTests } = await import('./test/watch-tests.ts')
  return watchTests(request, { runOnce, terminal: call.terminal, json: call.flags.json })
}

function readRequest({ flags: { dialect }, arguments: given }: TestCall): TestRequest {
  const files = [...new Set(given)]
  for (const file of files) refuseMissing(file)
  const configs = files.filter((file) => !isHookTest(file))
  if (configs.length === 0 && dialect !== undefined)
    throw new HookError('USAGE', '--dialect needs a configuration file', { hint: 'Write test FILE --dialect D.' })
  return {
    cwd: process.cwd(),
    env: process.env,
    configs: configs.map((file) => resolve(file)),
    tests: files.filter(isHookTest).map((file) => resolve(file)),
    ...(dialect !== undefined && { dialect }),
  }
}

function refuseMissing(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false })
  if (stats === undefined)
    throw new HookError('CONFIG_NOT_FOUND', 'there is no such file', { place: { file: resolve(file) } })
  if (stats.isDirectory())
    throw new HookError('CONFIG_UNREADABLE', 'it is a directory, not a file', {
      hint: 'Name configuration files or *.hooktest.json files, or run test in the directory without any.',
      place: { file: resolve(file) },
    })
}

async function printReport(
  report: TestReport,
  request: TestRequest,
  { flags: given, terminal }: TestCall,
): Promise<void> {
  if (given.junit !== undefined) await writeResults(report, { file: given.junit, cwd: request.cwd })
  if (given.json) {
    terminal.print(JSON.stringify({ version: 1, ...report }, null, given.watch ? 0 : 2))
    return
  }
  const { printTests } = await import('./test/print-tests.ts')
  printTests(report, { terminal, cwd: request.cwd })
}

async function writeResults(report: TestReport, { file, cwd }: { file: string; cwd: string }): Promise<void> {
  const { writeJunit } = await import('../../testing/write-junit.ts')
  try {
    const target = await chooseTarget(resolve(file), cwd)
    await mkdir(dirname(target), { recursive: true })
    await writeFile(target, writeJunit(report))
  } catch (error) {
    throw new HookError('USAGE', `--junit ${file} cannot be written: ${(error as Error).message}`, {
      hint: 'Give a file in a folder that this user may write to.',
    })
  }
}

// A repository may bring a link along under the very name: where it leads is not this repository's to decide.
async function chooseTarget(file: string, cwd: string): Promise<string> {
  if (relative(cwd, file).startsWith('..')) return file
  const { openForReplacing } = await import('../install/replace-file.ts')
  return openForReplacing(file, cwd).path
}
