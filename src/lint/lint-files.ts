import { realpathSync } from 'node:fs'
import type { Place } from '../base/errors.ts'
import { layerDefaults } from '../config/layer-defaults.ts'
import { type LoadedFile, readConfigFiles } from '../config/load-files.ts'
import { locateFiles, type SettingSource } from '../config/locate-files.ts'
import type { DialectName } from '../protocol/dialect.ts'
import type { Layer } from '../protocol/source.ts'
import { checkTable } from './check-table.ts'
import type { Fix } from './fix.ts'
import type { Finding, LintCheck, Severity, ToldByReading } from './lint-check.ts'
import type { LintContext } from './lint-context.ts'
import { createLintedFile, type LintedFile } from './linted-file.ts'

export interface LintRequest {
  /** Root of the project. */
  cwd: string
  env: Readonly<Record<string, string | undefined>>
  /** The files to look at; without any, those that would be found. */
  files: readonly { path: string; dialect?: DialectName }[]
  /** Folder of an administrator's files; `/etc/hookline` by default. */
  managedFolder?: string
}

/** What lint found. */
export interface LintReport {
  /** The files that were looked at. */
  files: string[]
  /** In the order of files, lines and columns. */
  problems: LintProblem[]
}

/** One fault, with its place and what to do. */
export interface LintProblem extends Place {
  code: string
  severity: Severity
  message: string
  hint: string
  /** What `--fix` would do. */
  fix?: Fix
}

/**
 * Looks for faults in configuration files and in the scripts they run. Runs no hook and changes nothing; code of files that
 * were named is loaded. Never rejects for a bad file: whatever is wrong with it is a problem.
 */
export async function lintFiles(request: LintRequest): Promise<LintReport> {
  const files = await readLintedFiles(request)
  const problems: LintProblem[] = []
  for (const file of files) problems.push(...(await lintFile(file)))
  for (const check of checkTable) if (check.together) problems.push(...describe(check, await check.together(files)))
  return { files: files.map(({ file }) => file), problems: sortProblems(dropRepeated(problems), files) }
}

const allSources: readonly SettingSource[] = ['managed', 'user', 'project', 'local']

async function readLintedFiles(request: LintRequest): Promise<LintedFile[]> {
  const { cwd, env, files } = request
  const context: LintContext = { projectDir: cwd, env }
  const places = { cwd, env, ...(request.managedFolder !== undefined && { managedFolder: request.managedFolder }) }
  const settingSources = files.length > 0 ? [] : allSources
  const { files: loaded } = await readConfigFiles({ ...places, files, settingSources })
  const layers = new Map<string, Layer>()
  for (const { file, layer } of locateFiles({ ...places, settingSources: allSources }))
    if (!layers.has(realPath(file))) layers.set(realPath(file), layer)
  return settleDefaults(loaded).map((each) =>
    createLintedFile(each, layers.get(realPath(each.file)) ?? 'config', context),
  )
}

// What a hook leaves open the settings of all layers decide together: a guard that the user's file makes strict does not fail open.
function settleDefaults(files: readonly LoadedFile[]): LoadedFile[] {
  const given = files.flatMap(({ layer, reading }) =>
    reading.settings.defaults ? [{ layer, defaults: reading.settings.defaults }] : [],
  )
  return files.map((file) => {
    const hooks = layerDefaults(file.reading.hooks, given)
    return { ...file, reading: { ...file.reading, hooks } }
  })
}

function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

async function lintFile(file: LintedFile): Promise<LintProblem[]> {
  const problems: LintProblem[] = []
  for (const check of checkTable) {
    if (check.file) problems.push(...describe(check, await check.file(file)))
    if (check.hook) for (const hook of file.hooks) problems.push(...describe(check, await check.hook(hook)))
  }
  return [...problems, ...describeReading(file, problems)]
}

// A check that knows better says it at the same place: then what reading said would say it twice.
function describeReading(file: LintedFile, known: readonly LintProblem[]): LintProblem[] {
  const told: ToldByReading[] = [
    ...file.reading.problems.map((error) => ({ kind: 'problem', error }) as const),
    ...file.reading.notices.map((error) => ({ kind: 'notice', error }) as const),
  ]
  const better = known.filter(({ code }) => outranking.has(code))
  return told.flatMap((each) => {
    const { place, message, hint } = each.error
    if (better.some(({ path, line }) => path === place.path && line === place.line)) return []
    const check = checkTable.find(({ claims }) => claims?.(each, file))
    if (check === undefined) return []
    const fix = check.mend?.(each, file)
    return describe(check, [{ place: { file: file.file, ...place }, message, hint, ...(fix && { fix }) }])
  })
}

const outranking: ReadonlySet<string> = new Set(
  checkTable.filter((check) => check.outranksReading).map(({ code }) => code),
)

function describe(check: LintCheck, findings: Iterable<Finding>): LintProblem[] {
  const { code, severity, remedy } = check
  return Array.from(findings, ({ place, message, hint, fix }) => ({
    ...place,
    code,
    severity,
    message,
    hint: hint ?? remedy,
    ...(fix && { fix }),
  }))
}

// A script that several hooks run is looked at once for each of them.
function dropRepeated(problems: readonly LintProblem[]): LintProblem[] {
  const key = ({ file, line, column, code, message }: LintProblem): string =>
    JSON.stringify([file, line, column, code, message])
  return [...new Map(problems.map((problem) => [key(problem), problem])).values()]
}

function sortProblems(problems: readonly LintProblem[], files: readonly LintedFile[]): LintProblem[] {
  const order = new Map(files.map(({ file }, index) => [file, index]))
  const rank = ({ file }: LintProblem): number => order.get(file ?? '') ?? files.length
  return [...problems].sort(
    (a, b) =>
      rank(a) - rank(b) ||
      (a.file ?? '').localeCompare(b.file ?? '') ||
      (a.line ?? 0) - (b.line ?? 0) ||
      (a.column ?? 0) - (b.column ?? 0),
  )
}
