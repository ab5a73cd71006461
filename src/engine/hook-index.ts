import { type EventName, eventDefinition } from '../protocol/event-types.ts'
import type { FullInput } from '../protocol/full-input.ts'
import type { Hook } from '../protocol/hook.ts'
import type { MatchSubject } from '../protocol/matcher.ts'
import { filterStages, orderIntoStages, type Stages } from './order.ts'

/** All hooks of a configuration, arranged so that an event finds its own without looking at the others. */
export interface HookIndex {
  readonly hooks: readonly Hook[]
  event(name: EventName): EventPlan | undefined
}

/** The hooks of one event, and what is already known of them for each value of the match field. */
export interface EventPlan {
  readonly event: EventName
  readonly hooks: readonly Hook[]
  /** Hooks that the value alone does not rule out, in stages; remembered. */
  forValue(value: string | undefined): ValuePlan
}

export interface ValuePlan {
  readonly stages: Stages
  readonly empty: boolean
}

const rememberedValues = 1000

/** Arranges hooks by event. Pure; the index never changes, a reload makes a new one. */
export function createHookIndex(hooks: readonly Hook[]): HookIndex {
  const byEvent = Map.groupBy(hooks, (hook) => hook.event)
  const plans = new Map<EventName, EventPlan>()
  for (const [event, list] of byEvent) plans.set(event, createEventPlan(event, list))
  return { hooks, event: (name) => plans.get(name) }
}

function createEventPlan(event: EventName, hooks: readonly Hook[]): EventPlan {
  const stages = orderIntoStages(hooks.filter((hook) => hook.idle === undefined))
  const remembered = new Map<string | undefined, ValuePlan>()
  const forValue = (value: string | undefined): ValuePlan => {
    const known = remembered.get(value)
    if (known) return known
    if (remembered.size >= rememberedValues) remembered.clear()
    const plan = createValuePlan(stages, event, value)
    remembered.set(value, plan)
    return plan
  }
  return { event, hooks, forValue }
}

function createValuePlan(all: Stages, event: EventName, value: string | undefined): ValuePlan {
  const isPossible = (hook: Hook): boolean =>
    !hook.matcher.byValue || hook.matcher.test({ value: ownValue(hook, event, value) })
  const stages = filterStages(all, isPossible)
  return { stages, empty: stages.waited.length === 0 && stages.unwaited.length === 0 }
}

/** What a hook's matcher and condition look at for this input, under the names of the hook's dialect. */
export function matchSubject(hook: Hook, input: FullInput): MatchSubject {
  const value = matchValue(input)
  if (input.toolInput === undefined || input.toolName === undefined) return { value, cwd: input.cwd }
  return {
    value: ownValue(hook, input.event, value),
    toolInput: hook.dialect.toolInput(input.toolName, input.toolInput),
    cwd: input.cwd,
  }
}

/** The value of the event's match field, or undefined when the event has none or it is absent. */
export function matchValue(input: FullInput): string | undefined {
  return matchValueOf(input.event, input)
}

/** The same for an input that has no common fields yet. */
export function matchValueOf(event: EventName, input: Readonly<Record<string, unknown>>): string | undefined {
  const field = eventDefinition(event).matches
  if (field === null) return undefined
  const value = input[field]
  return typeof value === 'string' ? value : undefined
}

function ownValue(hook: Hook, event: EventName, value: string | undefined): string | undefined {
  if (value === undefined || eventDefinition(event).matches !== 'toolName') return value
  return hook.dialect.toolName(value)
}
