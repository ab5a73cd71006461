import { formatPlace } from '../../base/errors.ts'
import type { WireEvent } from '../../dialects/wire-in.ts'
import { hookEnvironment } from '../../handlers/hook-environment.ts'
import type { ExplainedHook, Explanation } from '../../hooks/explain.ts'
import { type EventInput, type EventName, eventNames } from '../../protocol/event-types.ts'
import type { FullInput } from '../../protocol/full-input.ts'
import type { Hook } from '../../protocol/hook.ts'
import type { OpenHooks } from '../fire/open-hooks.ts'
import { sampleHits } from './sample-values.ts'

/** What would happen to every configured hook. */
export interface FullExplanation {
  version: 1
  event: string
  /** The value that matchers test; null when there is none. */
  matchValue: string | null
  /** Those of the event in configuration order, then those of other events. */
  hooks: HookReport[]
  /** Entries for events that are not hosted. */
  unsupported: { source: string; why: string }[]
  /** What permission rules say about the call as it stands; null when there are none. */
  rules: Explanation['rules']
  /** What the guard of hook files says about the call; absent when nothing. */
  guard?: Explanation['guard']
  /** What the files of the project want to run, as one digest, and how much of it is approved; null when they want nothing. */
  trust: { root: string; digest: string; approved: number; all: number } | null
  warnings: string[]
}

/** One configured hook and its fate. */
export interface HookReport extends ExplainedHook {
  event: EventName
  /** Known values that the matcher takes; null when it has no value to test or looks at more than the value. */
  matches: string[] | null
  /** Names of all variables that its process would see. */
  environment: string[]
}

/** Explains every configured hook for one event, those of other events too. Runs nothing. */
export async function explainAll(wire: WireEvent, open: OpenHooks): Promise<FullExplanation> {
  await open.session.guard?.load()
  const event = wire.hosted ? wire.event : undefined
  const others = eventNames.filter((name) => name !== event)
  const own: OwnExplanation = wire.hosted ? explainOwn(wire, open) : { matchValue: null, hooks: [], rules: null }
  return {
    version: 1,
    event: event ?? wire.name,
    matchValue: own.matchValue,
    hooks: [...own.hooks, ...others.flatMap((name) => explainOther(name, open))],
    unsupported: open.hooks
      .notices()
      .filter(({ code }) => code === 'EVENT_UNKNOWN')
      .map(({ message, place }) => ({ source: formatPlace(place), why: `unsupported: ${message}` })),
    rules: own.rules,
    ...(own.guard && { guard: own.guard }),
    trust: summarizeTrust(open.hooks.trust()),
    warnings: [...wire.warnings, ...open.store.warnings(), ...listNotices(open)],
  }
}

// Whoever asks why a hook does not run must hear of a file that was left out.
function listNotices({ hooks }: OpenHooks): string[] {
  const others = hooks.notices().filter(({ code }) => code !== 'EVENT_UNKNOWN')
  return others.map(({ message, place }) => [formatPlace(place), message].filter((part) => part !== '').join(' '))
}

function summarizeTrust(trust: ReturnType<OpenHooks['hooks']['trust']>): FullExplanation['trust'] {
  if (trust === null) return null
  const { root, digest, items } = trust
  return { root, digest, approved: items.filter(({ status }) => status === 'approved').length, all: items.length }
}

type HostedEvent = Extract<WireEvent, { hosted: true }>

type OwnExplanation = Pick<FullExplanation, 'matchValue' | 'hooks' | 'rules' | 'guard'>

function explainOwn(wire: HostedEvent, open: OpenHooks): OwnExplanation {
  const { matchValue, hooks, rules, guard } = open.session.explain(wire.event, wire.input as EventInput<EventName>)
  return { matchValue, hooks: report(wire.event, hooks, wire.input, open), rules, ...(guard && { guard }) }
}

function explainOther(event: EventName, open: OpenHooks): HookReport[] {
  if (!open.hooks.list().some((hook) => hook.event === event)) return []
  const { hooks } = open.session.explain(event, {} as EventInput<EventName>)
  const why = `wrong event: it is for ${event}`
  return report(event, hooks, {}, open).map((hook) => ({ ...hook, willRun: false, why }))
}

// Both lists hold the hooks of the event in configuration order.
function report(
  event: EventName,
  explained: readonly ExplainedHook[],
  input: Readonly<Record<string, unknown>>,
  open: OpenHooks,
): HookReport[] {
  const hooks = open.hooks.list().filter((hook) => hook.event === event)
  return explained.map((hook, position) => ({
    event,
    ...hook,
    ...(isBuiltIn(hooks[position]!) && { runs: 'built in' }),
    matches: sampleHits(hooks[position]!),
    environment: environmentNames(hooks[position]!, input, open),
  }))
}

// The name of a function of our own says nothing to anybody, least of all in a build.
function isBuiltIn({ id, handler, source }: Hook): boolean {
  return handler.type === 'callback' && id.startsWith('hookline:') && source.file === undefined
}

function environmentNames(hook: Hook, given: Readonly<Record<string, unknown>>, { session }: OpenHooks): string[] {
  if (hook.handler.type !== 'command' && hook.handler.type !== 'worker') return []
  const projectDir = session.cwd
  const input = { cwd: projectDir, projectDir, sessionId: session.id, ...given, event: hook.event } as FullInput
  const facts = { id: session.id, projectDir, hostEnv: process.env, sessionEnv: session.env() }
  return Object.keys(hookEnvironment(hook, input, facts, {})).sort()
}
