import { chmodSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { HookError, type Place } from '../../base/errors.ts'
import { formatPath } from '../../base/json/format-path.ts'
import type { Fix } from '../fix.ts'
import type { LintProblem } from '../lint-files.ts'
import { editJson } from './edit-json.ts'
import { editToml } from './edit-toml.ts'

/** One change that was made. */
export interface AppliedFix extends Place {
  /** The problem it mends. */
  code: string
  /** What was done, in words. */
  change: string
}

/** A change inside a document. */
export type DocumentFix = Exclude<Fix, { kind: 'mode' }>

/**
 * Makes the changes that problems bring along, and tells what was done. A change that does not take is left out. Throws a
 * `HookError` when a file may not be changed.
 */
export function applyFixes(problems: readonly LintProblem[]): AppliedFix[] {
  const withFix = problems.filter((problem): problem is FixableProblem => problem.fix !== undefined)
  const byFile = Map.groupBy(dropRepeated(withFix), ({ fix }) => fix.file)
  return [...byFile].flatMap(([file, list]) => [
    ...list.flatMap((problem) => (problem.fix.kind === 'mode' ? changeMode(problem, problem.fix) : [])),
    ...changeDocument(file, list),
  ])
}

type FixableProblem = LintProblem & { fix: Fix }

function dropRepeated(problems: readonly FixableProblem[]): FixableProblem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem.fix), problem])).values()]
}

function changeMode(problem: FixableProblem, fix: Fix & { kind: 'mode' }): AppliedFix[] {
  const before = statSync(fix.file).mode & 0o7777
  const after = (before | (fix.add ?? 0)) & ~(fix.remove ?? 0)
  if (after === before) return []
  changeFile(fix.file, () => chmodSync(fix.file, after))
  return [tell(problem, `mode of ${fix.file} changed from ${before.toString(8)} to ${after.toString(8)}`)]
}

// Renaming a key moves everything below it: the deepest keys go first, and after all other changes.
function changeDocument(file: string, problems: readonly FixableProblem[]): AppliedFix[] {
  const order = ({ fix }: FixableProblem): number => (fix.kind === 'rename' ? 1000 - fix.path.length : 0)
  const original = readFileSync(file, 'utf8')
  const edit = file.endsWith('.toml') ? editToml : editJson
  const applied: AppliedFix[] = []
  let text = original
  for (const problem of [...problems].sort((a, b) => order(a) - order(b))) {
    if (problem.fix.kind === 'mode') continue
    const changed = edit(text, problem.fix)
    if (changed === undefined || changed === text) continue
    text = changed
    applied.push(tell(problem, describeChange(problem.fix)))
  }
  if (text !== original) changeFile(file, () => replaceFile(file, text))
  return applied
}

function describeChange(fix: DocumentFix): string {
  const path = formatPath(fix.path)
  if (fix.kind === 'set') return `${path} set to ${JSON.stringify(fix.value)}`
  return fix.kind === 'remove' ? `${path} removed` : `${path} renamed to "${fix.name}"`
}

function tell({ file, line, column, path, code }: LintProblem, change: string): AppliedFix {
  return {
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
    ...(path !== undefined && { path }),
    code,
    change,
  }
}

function changeFile(file: string, change: () => void): void {
  try {
    change()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why = code === 'EACCES' || code === 'EPERM' || code === 'EROFS' ? 'this user may not change it' : message
    throw new HookError('CONFIG_UNREADABLE', `the file cannot be mended: ${why}`, {
      hint: 'Run lint without --fix, and mend it by hand or as its owner.',
      place: { file },
      cause: error,
    })
  }
}

// Written beside it and renamed, so that nobody ever reads half a file; through a link, so that the link stays.
function replaceFile(file: string, text: string): void {
  const real = realpathSync(file)
  const { mode } = statSync(real)
  const temporary = `${real}.${process.pid}.tmp`
  try {
    writeFileSync(temporary, text, { flag: 'wx', mode: mode & 0o777 })
    chmodSync(temporary, mode & 0o777)
    renameSync(temporary, real)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
