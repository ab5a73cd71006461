import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSession } from '../../src/index.ts'
import { runProgram } from '../setup/run-program.ts'

interface Span {
  name: string
  traceId: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

let server: Server
let received: { path: string; body: string }[]

beforeEach(async () => {
  received = []
  server = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', body: await text(request) })
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(() => server.close())

it('a session reaches a real receiver: its turn, its call, its hooks and their times', async () => {
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const spans = new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${base}/traces` }) })
  const tracerProvider = new TracerProvider({ spanProcessors: [spans] })
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${base}/metrics` }),
    exportIntervalMillis: 3_600_000,
  })
  const meterProvider = new MeterProvider({ readers: [reader] })
  const session = await createSession({
    provider: {
      type: 'scripted',
      script: [{ toolCalls: [{ name: 'Bash', input: { command: 'echo tok-secret' } }] }, { text: 'Done.' }],
    },
    permissionMode: 'yolo',
    storage: false,
    telemetry: { tracerProvider, meterProvider },
    hooks: { PreToolUse: [{ hooks: [{ id: 'guard', command: 'true' }] }] },
  })
  await session.send('Go, with tok-prompt.')
  for await (const _ of session.stream());
  await session.close()
  await Promise.all([tracerProvider.shutdown(), meterProvider.shutdown()])

  const bodies = (path: string) => received.filter((one) => one.path === path).map(({ body }) => JSON.parse(body))
  const sent: Span[] = bodies('/v1/traces').flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }: { scopeSpans: { spans: Span[] }[] }) =>
      scopeSpans.flatMap((one) => one.spans),
    ),
  )
  const turn = sent.find(({ name }) => name === 'invoke_agent')!
  const inTurn = sent.filter(({ traceId }) => traceId === turn.traceId).map(({ name }) => name)
  expect(inTurn).toEqual(
    expect.arrayContaining(['invoke_agent', 'execute_tool Bash', 'hook PreToolUse', 'hook.run guard', 'hook Stop']),
  )
  expect(JSON.stringify(bodies('/v1/metrics'))).toContain('hookline.hook.duration')
  expect(received.map(({ body }) => body).join()).not.toMatch(/tok-(secret|prompt)/)
})

it('loads nothing of OpenTelemetry for those who do not ask for it', async () => {
  const entry = new URL('../../src/index.ts', import.meta.url).href
  const script = (options: string) => `
    import { registerHooks } from 'node:module'
    const loaded = []
    registerHooks({ resolve: (name, at, next) => { loaded.push(name); return next(name, at) } })
    const { createHooks } = await import('${entry}')
    const hooks = await createHooks({ Stop: [() => undefined] }, ${options})
    await hooks.close()
    console.log(loaded.length > 20, loaded.some((name) => name.includes('opentelemetry')))`
  const run = async (options: string) =>
    (await runProgram(process.execPath, ['--input-type=module', '-e', script(options)])).stdout
  expect([await run('{}'), await run('{ telemetry: true }')]).toEqual(['true false\n', 'true true\n'])
})
