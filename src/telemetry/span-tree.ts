import {
  type Context,
  context,
  isSpanContextValid,
  type Span,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api'
import type { Redactor } from '../base/redact.ts'
import { HookEvent } from '../protocol/event-types.ts'
import type { ObservedStep, RunRequest } from '../protocol/ports.ts'
import {
  describeAgent,
  describeEvent,
  describeHook,
  describeRun,
  describeTool,
  describeToolEnd,
  describeVerdict,
} from './describe-spans.ts'

type Step<T extends ObservedStep['type']> = ObservedStep & { type: T }

/** The spans that are open, and which stands in which: turn, tool call, event, run. */
export class SpanTree {
  readonly #tracer: Tracer
  /** Hides secrets in content; null when content is not told. */
  readonly #content: Redactor | null
  readonly #agents = new Map<string, Span>()
  readonly #tools = new Map<string, Span>()
  readonly #events = new Map<string, Span>()
  readonly #runs = new Map<string, Span>()
  /** Firings that may end the turn of an agent. */
  readonly #ending = new Map<string, string>()

  constructor(tracer: Tracer, content: Redactor | null) {
    this.#tracer = tracer
    this.#content = content
  }

  observe(step: ObservedStep): void {
    if (step.type === 'toolStart') this.#startTool(step)
    else if (step.type === 'toolEnd') this.#end(this.#tools, toolKey(step), describeToolEnd(step))
    else if (step.type === 'eventStart') this.#startEvent(step)
    else if (step.type === 'eventEnd') this.#endEvent(step)
    else if (step.type === 'hookStart') this.#startRun(step)
    else if (step.type === 'hookEnd') this.#endRun(step)
    else if (step.type === 'failedOpen') this.#noteFailedOpen(step)
  }

  /** The span of a run, as processes and web services pass it on. */
  traceparent({ hook, firing }: RunRequest): string | undefined {
    const span =
      firing === undefined ? undefined : (this.#runs.get(runKey(firing, hook.id)) ?? this.#events.get(firing))
    const known = span?.spanContext()
    if (known === undefined || !isSpanContextValid(known)) return undefined
    return `00-${known.traceId}-${known.spanId}-${known.traceFlags.toString(16).padStart(2, '0')}`
  }

  #startTool(step: Step<'toolStart'>): void {
    const inside = this.#inside(this.#agents.get(agentKey(step)))
    this.#tools.set(toolKey(step), this.#start(`execute_tool ${step.toolName}`, describeTool(step), inside))
  }

  // A turn of an agent reaches from its prompt, or its start, to the event that ends it.
  #startEvent(step: Step<'eventStart'>): void {
    const { event, input } = step
    const agent = agentKey({ sessionId: step.sessionId, agentId: input['agentId'] as string | undefined })
    if (event === HookEvent.UserPromptSubmit || event === HookEvent.SubagentStart) {
      this.#end(this.#agents, agent, {})
      const above = event === HookEvent.SubagentStart ? this.#agents.get(agentKey(step)) : undefined
      this.#agents.set(agent, this.#start('invoke_agent', describeAgent(step), this.#inside(above)))
    }
    const tool = input.toolUseId === undefined ? undefined : this.#tools.get(`${step.sessionId} ${input.toolUseId}`)
    const inside = this.#inside(tool ?? this.#agents.get(agent))
    this.#events.set(step.firing, this.#start(`hook ${event}`, describeEvent(step, this.#content), inside))
    if (endsAgent.has(event)) this.#ending.set(step.firing, agent)
  }

  #endEvent(step: Step<'eventEnd'>): void {
    this.#end(this.#events, step.firing, describeVerdict(step, this.#content))
    const agent = this.#ending.get(step.firing)
    if (agent === undefined) return
    this.#ending.delete(step.firing)
    const { event, verdict } = step
    const refused = verdict.decision === 'deny'
    // A prompt that was refused has no turn, and a sub-agent that was refused its stop goes on.
    const over = event === HookEvent.TurnEnd || event === HookEvent.SessionEnd || refused === beginsTurn.has(event)
    if (over) this.#end(this.#agents, agent, {})
  }

  #startRun(step: Step<'hookStart'>): void {
    const inside = this.#inside(this.#events.get(step.firing))
    const name = `hook.run ${step.hook.name ?? step.hook.id}`
    this.#runs.set(runKey(step.firing, step.hook.id), this.#start(name, describeHook(step), inside))
  }

  #endRun(step: Step<'hookEnd'>): void {
    const key = runKey(step.firing, step.hook.id)
    const failed = step.class !== undefined
    if (failed) this.#runs.get(key)?.setStatus({ code: SpanStatusCode.ERROR, message: step.class as string })
    this.#end(this.#runs, key, describeRun(step, this.#content))
  }

  #noteFailedOpen({ firing, hook, class: kind }: Step<'failedOpen'>): void {
    this.#events.get(firing)?.addEvent('hook.failed_open', { 'hook.id': hook.id, 'error.type': kind })
  }

  #start(name: string, attributes: Record<string, string | number | boolean>, inside: Context): Span {
    return this.#tracer.startSpan(name, { attributes }, inside)
  }

  #inside(span: Span | undefined): Context {
    return span === undefined ? context.active() : trace.setSpan(context.active(), span)
  }

  #end(spans: Map<string, Span>, key: string, attributes: Record<string, string | number | boolean>): void {
    const span = spans.get(key)
    if (span === undefined) return
    spans.delete(key)
    span.setAttributes(attributes)
    span.end()
  }
}

const beginsTurn: ReadonlySet<string> = new Set([HookEvent.UserPromptSubmit, HookEvent.TurnStart])
const endsAgent: ReadonlySet<string> = new Set([
  ...beginsTurn,
  HookEvent.TurnEnd,
  HookEvent.SubagentStop,
  HookEvent.SessionEnd,
])

function agentKey({ sessionId, agentId }: { sessionId: string; agentId?: string | undefined }): string {
  return `${sessionId} ${agentId ?? ''}`
}

function toolKey({ sessionId, toolUseId }: { sessionId: string; toolUseId: string }): string {
  return `${sessionId} ${toolUseId}`
}

function runKey(firing: string, hook: string): string {
  return `${firing} ${hook}`
}
