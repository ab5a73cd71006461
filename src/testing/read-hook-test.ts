import { extname } from 'node:path'
import { parseDocument } from '../base/document.ts'
import { HookError, type Place } from '../base/errors.ts'
import { formatPath } from '../base/json/format-path.ts'
import { readFileModule } from '../config/read-file-module.ts'
import { readFileText } from '../config/read-file-text.ts'
import { checkShape, type Issue, type Path } from '../protocol/schema/check.ts'
import { type HookTest, hookTestShape } from './hook-test.ts'

/**
 * Reads a file of cases: JSON with comments, or code with a default export. Rejects with a `HookError` that has the place of
 * the first fault. Code is run: it must be a file that its owner has named.
 */
export async function readHookTest(file: string): Promise<HookTest> {
  const { value, locate } = isCodeTest(file)
    ? await readCode(file)
    : parseDocument(readFileText(file).text, 'jsonc', file)
  const issues = checkShape(hookTestShape, value)
  if (issues.length > 0) throw describeIssues(issues, { file, ...(locate && { locate }) })
  return value as HookTest
}

/** Whether a file of cases is code. */
export function isCodeTest(file: string): boolean {
  return /^\.[mc]?[jt]s$/.test(extname(file))
}

interface ReadTest {
  value: unknown
  locate?: (path: Path, options?: { key?: boolean }) => Place
}

async function readCode(file: string): Promise<ReadTest> {
  const { stats } = readFileText(file)
  return { value: await readFileModule(file, stats) }
}

function describeIssues(
  [issue, ...others]: readonly Issue[],
  { file, locate }: Pick<ReadTest, 'locate'> & { file: string },
): HookError {
  const { path, kind, nearest } = issue!
  const place = {
    file,
    ...locate?.(path, { key: kind === 'unknownKey' }),
    ...(path.length > 0 && { path: formatPath(path) }),
  }
  const more = others.length > shownIssues ? [`${others.length - shownIssues} more`] : []
  const rest = [...others.slice(0, shownIssues).map(describeIssue), ...more].join('; ')
  const message = `${describeIssue(issue!)}.${rest === '' ? '' : ` Also: ${rest}.`}`
  const code = kind === 'unknownKey' ? 'CONFIG_UNKNOWN_KEY' : 'CONFIG_INVALID_VALUE'
  return new HookError(code, message, { place, ...(nearest !== undefined && { hint: `Did you mean "${nearest}"?` }) })
}

/** Faults besides the first that are told; who mends these sees the rest. */
const shownIssues = 4

function describeIssue({ path, kind, found, expected }: Issue): string {
  if (kind === 'unknownKey') return `Unknown key ${found} in a test`
  const what = kind === 'missing' ? ' is missing' : `: found ${found}`
  return `${formatPath(path) || 'the file'}${what}, expected ${expected}`
}
