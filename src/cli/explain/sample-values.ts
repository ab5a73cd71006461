import { eventDefinition } from '../../protocol/event-types.ts'
import type { Hook } from '../../protocol/hook.ts'
import { knownTools } from '../../protocol/known-tools.ts'

const toolNames = [...knownTools.filter(({ common }) => common).map(({ name }) => name), 'mcp__server__tool']

/**
 * Which of the values that its event is known to have a hook's matcher takes, under the names of the hook's dialect. Null when
 * the event has no value to test or the matcher looks at more than the value.
 */
export function sampleHits(hook: Hook): string[] | null {
  const { matches } = eventDefinition(hook.event)
  if (matches === null || !hook.matcher.byValue) return null
  return knownValues(hook, matches).filter((value) => hook.matcher.test({ value }))
}

function knownValues(hook: Hook, matches: string): string[] {
  const field = eventDefinition(hook.event).input[matches]
  if (matches === 'toolName') return toolNames.map((name) => hook.dialect.toolName(name))
  if (field?.kind === 'word') return [...field.known]
  return field?.kind === 'oneOf' ? field.values.map(String) : []
}
