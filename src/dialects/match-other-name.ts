import { nativeToolName } from '../match/tool-names.ts'
import { type EventName, eventDefinition } from '../protocol/event-types.ts'
import type { Matcher } from '../protocol/matcher.ts'

// A pattern that takes this takes whatever it does not exclude: "all but Shell" means the shell by each of its names.
const nobodysTool = 'NoSuchTool'

/**
 * A matcher that takes a tool by another of its names, too: a guard must not sleep because its host calls the shell otherwise.
 * A pattern that excludes one of the names excludes the tool. Pure.
 */
export function matchOtherName(matcher: Matcher, otherNameOf: (name: string) => string | undefined): Matcher {
  if (matcher.all) return matcher
  return {
    test: (subject) => {
      if (matcher.test(subject)) return true
      const { value } = subject
      const other = value === undefined ? undefined : otherNameOf(value)
      if (other === undefined || !matcher.test({ ...subject, value: other })) return false
      return !matcher.test({ ...subject, value: nobodysTool })
    },
    describe: () => matcher.describe(),
    all: false,
    byValue: matcher.byValue,
  }
}

/** For the dialects that use our names: a host's `Shell` is a `Bash`, its `WriteFile` a `Write`. Matchers of other values stay as they are. */
export function matchNativeName(matcher: Matcher, event: EventName): Matcher {
  if (eventDefinition(event).matches !== 'toolName') return matcher
  return matchOtherName(matcher, (name) => {
    const native = nativeToolName(name)
    return native === name ? undefined : native
  })
}
