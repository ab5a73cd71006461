import type { Matcher } from '../protocol/matcher.ts'

/** A compiled matcher that can also tell its names, so that hooks can be indexed by them. */
export interface NamedMatcher extends Matcher {
  /** The exact values it matches, when it looks at nothing else; an absent value may match besides. */
  plainNames(): readonly string[] | null
}
