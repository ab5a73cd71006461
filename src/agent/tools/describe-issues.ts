import type { Issue } from '../../protocol/schema/check.ts'
import { namePlace } from './name-place.ts'

/** What is wrong with an input, in one line for the model; undefined when nothing is. */
export function describeIssues(issues: readonly Issue[]): string | undefined {
  return issues.length === 0 ? undefined : issues.map(describeIssue).join('; ')
}

function describeIssue({ path, kind, found, expected, nearest }: Issue): string {
  const place = namePlace(path)
  const hint = nearest === undefined ? '' : `, did you mean "${nearest}"?`
  switch (kind) {
    case 'missing':
      return `${place} is missing (${expected})`
    case 'unknownKey':
      return `there is no parameter ${place}${hint || listKnown(expected)}`
    case 'wrongType':
    case 'outOfRange':
      return `${place} must be ${expected}, not ${found}${hint}`
  }
}

function listKnown(expected: string): string {
  return expected === 'one of ' ? ', there are none' : `, expected ${expected}`
}
