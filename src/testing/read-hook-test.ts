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
  const [issue, ...others] = checkShape(hookTestShape, value)
  if (issue) throw describeIssue(issue, { file, more: others.length, ...(locate && { locate }) })
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

function describeIssue(
  issue: Issue,
  { file, more, locate }: Pick<ReadTest, 'locate'> & { file: string; more: number },
): HookError {
  const { path, kind, found, expected, nearest } = issue
  const name = formatPath(path) || 'the file'
  const place = {
    file,
    ...locate?.(path, { key: kind === 'unknownKey' }),
    ...(path.length > 0 && { path: formatPath(path) }),
  }
  const rest = more === 0 ? '' : ` (${more} more.)`
  const hint = nearest === undefined ? {} : { hint: `Did you mean "${nearest}"?` }
  if (kind === 'unknownKey')
    return new HookError('CONFIG_UNKNOWN_KEY', `Unknown key ${found} in a test.${rest}`, { place, ...hint })
  const what = kind === 'missing' ? ' is missing' : `: found ${found}`
  return new HookError('CONFIG_INVALID_VALUE', `${name}${what}, expected ${expected}.${rest}`, { place, ...hint })
}
