import type { Matcher } from '../../protocol/matcher.ts'
import { kimiTools } from './names.ts'

const nativeNames = new Map([...kimiTools].map(([native, own]) => [own, native]))

// A pattern that takes this takes whatever it does not exclude: "all but Shell" means the shell by each of its names.
const nobodysTool = 'NoSuchTool'

/**
 * A matcher that knows a tool by Kimi's name and by ours: its two programs call their shell `Shell` and `Bash`, and a
 * guard written for one must not sleep in the other.
 */
export function matchOwnNames(matcher: Matcher): Matcher {
  if (matcher.all) return matcher
  return {
    test: (subject) => {
      if (matcher.test(subject)) return true
      const { value } = subject
      const other = value === undefined ? undefined : (nativeNames.get(value) ?? kimiTools.get(value))
      if (other === undefined || !matcher.test({ ...subject, value: other })) return false
      return !matcher.test({ ...subject, value: nobodysTool })
    },
    describe: () => matcher.describe(),
    all: false,
    byValue: matcher.byValue,
  }
}

/** What a matcher on an event without a tool is: a value that is missing never matches. */
export const matchNever: Matcher = { test: () => false, describe: () => 'nothing', all: false, byValue: true }
