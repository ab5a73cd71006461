import type { Matcher } from '../../protocol/matcher.ts'
import { matchOtherName } from '../match-other-name.ts'
import { kimiTools } from './names.ts'

const nativeNames = new Map([...kimiTools].map(([native, own]) => [own, native]))

/**
 * A matcher that knows a tool by Kimi's name and by ours: its two programs call their shell `Shell` and `Bash`, and a
 * guard written for one must not sleep in the other.
 */
export function matchOwnNames(matcher: Matcher): Matcher {
  return matchOtherName(matcher, (name) => nativeNames.get(name) ?? kimiTools.get(name))
}

/** What a matcher on an event without a tool is: a value that is missing never matches. */
export const matchNever: Matcher = { test: () => false, describe: () => 'nothing', all: false, byValue: true }
