import { Impossible, type Weaken } from './fidelity.ts'
import { guessRules } from './input-rules.ts'
import type { SourceEntry } from './source-entry.ts'

/** What an entry asks of a tool's input, as permission rules of which one must match. Undefined when it asks nothing. */
export function chooseRules({ matcher }: SourceEntry, weaken: Weaken): readonly string[] | undefined {
  const { value, input } = matcher
  if (input === undefined) return undefined
  if (input.kind === 'rules') return input.rules
  if (input.kind === 'tangled') throw new Impossible('its matcher combines tests that cannot be taken apart')
  const rules = guessRules(input.pattern, value)
  if (!rules) {
    throw new Impossible(
      `no matcher there can search the tool's input for ${JSON.stringify(input.pattern)}; test it in the command`,
    )
  }
  weaken(
    `the pattern ${JSON.stringify(input.pattern)} becomes ${rules.join(', ')}, which looks at commands and paths only`,
  )
  return rules
}
