import { isDeepStrictEqual } from 'node:util'
import { type EventName, eventDefinition, HookEvent } from '../../protocol/event-types.ts'
import { isRecord } from '../../protocol/schema/check.ts'
import type { Verdict } from '../../protocol/verdict.ts'
import type { WireEvent } from '../wire-in.ts'
import type { ReplyPlan, ReplyPowers } from './reply-form.ts'

type Hosted = WireEvent & { hosted: true }

interface Planning {
  verdict: Verdict
  wire: Hosted
  powers: ReplyPowers
}

/** Fits a verdict into what an agent can do. Only ever makes it stricter; what is lost is noted. */
export function planReply(verdict: Verdict, wire: Hosted, powers: ReplyPowers): ReplyPlan {
  const plan = startPlan(verdict, wire)
  const planning = { verdict, wire, powers }
  planHalt(plan, verdict, powers)
  planQuestion(plan, powers)
  planInput(plan, planning)
  planBlock(plan, powers)
  planOutput(plan, planning)
  planPrompt(plan, verdict, powers)
  planContext(plan, powers)
  planRest(plan, verdict, powers)
  return plan
}

function startPlan(verdict: Verdict, { event, name }: Hosted): ReplyPlan {
  const reason = verdict.reason ?? (verdict.decision === 'deny' ? 'Blocked by a hook.' : '')
  return {
    event,
    name,
    decision: verdict.decision,
    reason,
    halt: verdict.halt?.reason ?? null,
    context: [...verdict.context],
    messages: [
      ...verdict.messages,
      ...verdict.failedOpen.map(({ hook, class: kind }) => `${hook} failed open: ${kind}`),
    ],
    env: { ...verdict.env },
    notes: [...verdict.warnings],
  }
}

/** To block such an event is to keep the agent working. */
function keepsWorking(event: EventName): boolean {
  return Object.hasOwn(eventDefinition(event).output, 'continue')
}

// Agents that end the session still make the call at hand; so it is refused too. But nothing keeps an agent working that is to end.
function planHalt(plan: ReplyPlan, verdict: Verdict, powers: ReplyPowers): void {
  if (plan.halt === null) return
  if (keepsWorking(plan.event)) plan.decision = null
  else if (powers.block(plan.event)) deny(plan, verdict.decision === 'deny' ? plan.reason : plan.halt)
  if (powers.halt(plan.event)) return
  plan.notes.push(`${powers.agent} cannot end the session at ${plan.name}: ${plan.halt}`)
  plan.halt = null
}

function planQuestion(plan: ReplyPlan, powers: ReplyPowers): void {
  if (plan.decision !== 'ask' || powers.ask(plan.event)) return
  // A person is about to be asked; to say nothing leaves it at that.
  if (plan.event === HookEvent.PermissionRequest) plan.decision = null
  else deny(plan, `${plan.reason || 'A hook wants this to be confirmed.'} (${powers.agent} has no way to ask here.)`)
}

function planInput(plan: ReplyPlan, { verdict, wire, powers }: Planning): void {
  if (verdict.input === undefined || plan.decision === 'deny') return
  const sent = isRecord(wire.input['toolInput']) ? wire.input['toolInput'] : {}
  const given = verdict.input
  const removed = Object.keys(sent).filter((key) => !Object.hasOwn(given, key))
  if (powers.rewriteInput === 'replaces') plan.input = spellKeys(given, wire.toolKeys)
  else if (powers.rewriteInput === 'merges' && removed.length === 0) {
    const changed = Object.entries(given).filter(([key, value]) => !isDeepStrictEqual(value, sent[key]))
    plan.input = spellKeys(Object.fromEntries(changed), wire.toolKeys)
  } else {
    const wanted = JSON.stringify(spellKeys(given, wire.toolKeys))
    deny(
      plan,
      `A hook changed this call, which ${powers.agent} cannot do. Make the call with this input instead: ${wanted}`,
    )
  }
}

function spellKeys(input: Readonly<Record<string, unknown>>, toolKeys: Hosted['toolKeys']): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).flatMap(([key, value]) =>
      (Object.hasOwn(toolKeys, key) ? toolKeys[key]! : [key]).map((name) => [name, value]),
    ),
  )
}

function planBlock(plan: ReplyPlan, powers: ReplyPowers): void {
  if (plan.decision !== 'deny' || powers.block(plan.event)) return
  plan.decision = null
  if (powers.halt(plan.event)) plan.halt ??= plan.reason
  else plan.notes.push(`${powers.agent} cannot block ${plan.name}: ${plan.reason}`)
}

function planOutput(plan: ReplyPlan, { verdict, wire, powers }: Planning): void {
  if (!Object.hasOwn(verdict, 'output')) return
  if (!powers.rewriteOutput(plan.event)) {
    plan.notes.push(`${powers.agent} cannot replace what a tool returned: the rewritten output was left out`)
    return
  }
  const sent = wire.input['toolOutput']
  const value = powers.outputKeepsShape ? keepShape(verdict.output, sent) : verdict.output
  plan.output = { value }
  if (powers.outputKeepsShape && shapeOf(value) !== shapeOf(sent)) {
    plan.notes.push(
      `${powers.agent} ignores a rewritten output that is ${shapeOf(value)} where the tool returned ${shapeOf(sent)}`,
    )
  }
}

/** Text in place of a shell's result stands for all of what it printed. */
function keepShape(output: unknown, sent: unknown): unknown {
  if (typeof output !== 'string' || !isRecord(sent) || typeof sent['stdout'] !== 'string') return output
  return { ...sent, stdout: output, ...(Object.hasOwn(sent, 'stderr') && { stderr: '' }) }
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  return isRecord(value) ? 'an object' : typeof value === 'string' ? 'text' : 'neither text nor an object'
}

function planPrompt(plan: ReplyPlan, verdict: Verdict, powers: ReplyPowers): void {
  if (verdict.prompt === undefined || plan.decision === 'deny') return
  if (powers.rewritePrompt) {
    plan.prompt = verdict.prompt
    return
  }
  plan.context.push(`A hook rewrote the prompt. Act on this version of it and not on the original:\n${verdict.prompt}`)
  plan.notes.push(`${powers.agent} cannot rewrite a prompt: the new one was added as context`)
}

function planContext(plan: ReplyPlan, powers: ReplyPowers): void {
  if (plan.context.length === 0 || powers.context(plan.event)) return
  if (plan.decision === 'deny') plan.reason = [plan.reason, ...plan.context].join('\n\n')
  else {
    plan.messages.push(...plan.context)
    plan.notes.push(`${powers.agent} takes no context at ${plan.name}: it was given to the user instead`)
  }
  plan.context = []
}

function planRest(plan: ReplyPlan, verdict: Verdict, powers: ReplyPowers): void {
  if (!powers.env && Object.keys(verdict.env).length > 0) {
    plan.env = {}
    plan.notes.push(`${powers.agent} takes no variables from an answer: ${Object.keys(verdict.env).join(', ')} not set`)
  }
  if (powers.messages) return
  plan.notes.push(...plan.messages)
  plan.messages = []
}

function deny(plan: ReplyPlan, reason: string): void {
  plan.decision = 'deny'
  plan.reason = reason
}
