import type { Issue, Path } from '../protocol/schema/check.ts'

/**
 * Whether the value at a path can be read on although the document has issues: none of them is inside it, or only keys
 * that nobody knows. So one misspelt key does not hide what else is wrong.
 */
export function isReadable(path: Path, issues: readonly Issue[]): boolean {
  return !issues.some((issue) => issue.kind !== 'unknownKey' && isInside(issue, path))
}

/** Whether nothing at all is wrong inside the value at a path: for values that their own compiler would judge again. */
export function isFlawless(path: Path, issues: readonly Issue[]): boolean {
  return !issues.some((issue) => isInside(issue, path))
}

function isInside(issue: Issue, path: Path): boolean {
  return path.every((step, index) => issue.path[index] === step)
}
