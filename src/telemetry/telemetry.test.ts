import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics'
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createHooks } from '../hooks/create-hooks.ts'
import type { HooksConfig } from '../protocol/native-config.ts'
import type { TelemetryOptions } from './telemetry.ts'

let exporter: InMemorySpanExporter
let tracerProvider: TracerProvider

beforeEach(() => {
  exporter = new InMemorySpanExporter()
  tracerProvider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
})

afterEach(async () => {
  context.disable()
  await tracerProvider.shutdown()
})

async function open(config: HooksConfig, options: TelemetryOptions = {}) {
  const hooks = await createHooks(config, { observer: () => {}, telemetry: { tracerProvider, ...options } })
  return { hooks, session: hooks.session({ id: 's1', permissionMode: 'yolo' }) }
}

const finished = (): ReadableSpan[] => exporter.getFinishedSpans()
const named = (name: string): ReadableSpan => {
  const span = finished().find((one) => one.name === name)
  expect(span, `a span named ${name} among ${finished().map((one) => one.name)}`).toBeDefined()
  return span!
}
const insideOf = (span: ReadableSpan): string | undefined =>
  finished().find((one) => one.spanContext().spanId === span.parentSpanContext?.spanId)?.name

it('nests runs in events, events in the tool call, and the call in the turn and in what the host does', async () => {
  const { hooks, session } = await open({
    PreToolUse: [{ matcher: 'Bash', hooks: [{ id: 'guard', command: 'true' }] }],
    PostToolUse: [{ hooks: [{ id: 'after', type: 'callback', callback: () => undefined }] }],
  })
  await tracerProvider.getTracer('host').startActiveSpan('host', async (host) => {
    await session.fire('UserPromptSubmit', { userPrompt: 'p', hasImages: false, imageCount: 0 })
    await session.tool({ name: 'Bash', input: { command: 'ls' }, id: 't1' }, () => 'done')
    await session.fire('TurnEnd', { stopReason: 'success' })
    host.end()
  })
  await hooks.close()
  const nesting = finished().map((span) => [span.name, insideOf(span)])
  expect(Object.fromEntries(nesting)).toEqual({
    'hook.run guard': 'hook PreToolUse',
    'hook PreToolUse': 'execute_tool Bash',
    'hook.run after': 'hook PostToolUse',
    'hook PostToolUse': 'execute_tool Bash',
    'execute_tool Bash': 'invoke_agent',
    'hook UserPromptSubmit': 'invoke_agent',
    'hook TurnEnd': 'invoke_agent',
    invoke_agent: 'host',
    host: undefined,
  })
  expect(named('execute_tool Bash').attributes).toEqual({
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.conversation.id': 's1',
    'gen_ai.tool.name': 'Bash',
    'gen_ai.tool.call.id': 't1',
    'hook.tool.status': 'ok',
  })
  expect(named('hook.run guard').attributes).toEqual({
    'hook.event': 'PreToolUse',
    'hook.id': 'guard',
    'hook.source': 'code',
    'hook.handler': 'command',
    'hook.dialect': 'blade',
    'hook.recheck': false,
    'hook.status': 'ok',
    'hook.decision': 'none',
    'hook.exit_code': 0,
  })
})

it('gives hooks the span that they belong to', async () => {
  const { hooks, session } = await open({
    PreToolUse: [{ hooks: [{ id: 'who', command: `echo "{\\"additionalContext\\": \\"$TRACEPARENT\\"}"` }] }],
  })
  const input = { toolName: 'Bash', toolUseId: 't', toolInput: { command: 'ls' } }
  const verdict = await session.fire('PreToolUse', input)
  await hooks.close()
  const { traceId, spanId } = named('hook.run who').spanContext()
  expect(verdict.context).toEqual([`00-${traceId}-${spanId}-01`])
  expect(session.env()).toEqual({})
})

it('keeps what people write to itself unless told otherwise', async () => {
  const config: HooksConfig = { UserPromptSubmit: [{ hooks: [{ id: 'no', command: 'echo because >&2; exit 2' }] }] }
  for (const content of [false, true]) {
    const { hooks, session } = await open(config, { content })
    await session.fire('UserPromptSubmit', { userPrompt: 'a private matter', hasImages: false, imageCount: 0 })
    await hooks.close()
    const text = JSON.stringify(finished().map(({ attributes, events }) => [attributes, events]))
    expect([text.includes('a private matter'), text.includes('because')]).toEqual([content, content])
    expect(named('invoke_agent').ended).toBe(true)
    exporter.reset()
  }
})

it('marks failed runs, counts gates that failed open, and measures times', async () => {
  const out = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter: out, exportIntervalMillis: 3_600_000 })
  const meterProvider = new MeterProvider({ readers: [reader] })
  const { hooks, session } = await open(
    { PreToolUse: [{ hooks: [{ id: 'broken', command: 'exit 3' }] }] },
    { meterProvider },
  )
  await session.fire('PreToolUse', { toolName: 'Bash', toolUseId: 't', toolInput: { command: 'ls' } })
  await hooks.close()
  expect(named('hook.run broken').status).toEqual({ code: 2, message: 'crash' })
  expect(named('hook PreToolUse').events.map(({ name, attributes }) => [name, attributes])).toEqual([
    ['hook.failed_open', { 'hook.id': 'broken', 'error.type': 'crash' }],
  ])
  await meterProvider.forceFlush()
  const metrics = out.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics))
  const found = metrics.map(({ descriptor, dataPoints }) => [
    descriptor.name,
    dataPoints.map(({ attributes }) => attributes),
  ])
  expect(Object.fromEntries(found)).toEqual({
    'hookline.hook.duration': [
      {
        'hook.event': 'PreToolUse',
        'hook.id': 'broken',
        'hook.handler': 'command',
        'hook.status': 'failed',
        'hook.decision': 'none',
        'error.type': 'crash',
      },
    ],
    'hookline.event.duration': [{ 'hook.event': 'PreToolUse', 'hook.decision': 'none' }],
    'hookline.hook.failed_open': [{ 'hook.id': 'broken', 'error.type': 'crash' }],
  })
  await meterProvider.shutdown()
})

it('does nothing where the host has registered no provider', async () => {
  const hooks = await createHooks(
    { PreToolUse: [{ hooks: [{ command: 'test -z "$TRACEPARENT"' }] }] },
    { telemetry: true },
  )
  const input = { toolName: 'Bash', toolUseId: 't', toolInput: { command: 'ls' } }
  const { failedOpen } = await hooks.session().fire('PreToolUse', input)
  await hooks.close()
  expect([failedOpen, trace.getActiveSpan()]).toEqual([[], undefined])
})
