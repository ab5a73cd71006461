import { type MeterProvider, metrics, type TracerProvider, trace } from '@opentelemetry/api'
import { createRedactor } from '../base/redact.ts'
import type { Handler, Handlers, Observer, RunRequest } from '../protocol/ports.ts'
import { createMeasures } from './measures.ts'
import { SpanTree } from './span-tree.ts'

/** What may be told to OpenTelemetry, and where; the providers that the host has registered by default. */
export interface TelemetryOptions {
  /** Whether reasons, inputs and prompts go along, their secrets hidden. Off by default: they may hold anything. */
  content?: boolean
  tracerProvider?: TracerProvider
  meterProvider?: MeterProvider
}

/** What is hidden beside what looks like a secret. */
export type KnownSecrets = NonNullable<Parameters<typeof createRedactor>[0]>

/** Hooks as spans and measures. */
export interface Telemetry {
  /** Sees every step and makes spans and measures of them. */
  readonly observer: Observer
  /** The same handlers, but programs and web services that they call learn which span they belong to. */
  wrap(handlers: Handlers): Handlers
}

/**
 * Tells OpenTelemetry what hooks do: a span for every turn, tool call, event and run, each inside the one it belongs to, and
 * measures of times and decisions. Uses the API only: without a provider of the host's nothing is kept anywhere. Secrets are
 * hidden in all content, the given ones and whatever looks like one.
 */
export function createTelemetry(options: TelemetryOptions = {}, known: KnownSecrets = {}): Telemetry {
  const tracer = (options.tracerProvider ?? trace.getTracerProvider()).getTracer('hookline')
  const measure = createMeasures((options.meterProvider ?? metrics.getMeterProvider()).getMeter('hookline'))
  const spans = new SpanTree(tracer, options.content ? createRedactor(known) : null)
  return {
    observer: (step) => {
      spans.observe(step)
      measure(step)
    },
    wrap: (handlers) => ({
      ...handlers,
      ...(handlers.command && { command: passOn(handlers.command, spans, intoEnvironment) }),
      ...(handlers.http && { http: passOn(handlers.http, spans, intoHeaders) }),
    }),
  }
}

function passOn(
  handler: Handler,
  spans: SpanTree,
  carry: (request: RunRequest, traceparent: string) => RunRequest,
): Handler {
  return {
    ...handler,
    run: (request) => {
      const traceparent = spans.traceparent(request)
      return handler.run(traceparent === undefined ? request : carry(request, traceparent))
    },
  }
}

function intoEnvironment(request: RunRequest, traceparent: string): RunRequest {
  const { session } = request
  return { ...request, session: { ...session, sessionEnv: { ...session.sessionEnv, TRACEPARENT: traceparent } } }
}

function intoHeaders(request: RunRequest, traceparent: string): RunRequest {
  const { hook } = request
  if (hook.handler.type !== 'http') return request
  const handler = { ...hook.handler, headers: { ...hook.handler.headers, traceparent } }
  return { ...request, hook: { ...hook, handler } }
}
