import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createAnthropic } from '@ai-sdk/anthropic'
import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { createSession, type HooksConfig } from '../src/index.ts'
import { startAnthropicServer } from '../test/support/model-servers/index.ts'
import type { Row } from './row.ts'

const steps = 10

/** What the agent loop costs around a model, and what importing the package costs. */
export async function run(): Promise<Row[]> {
  const dir = mkdtempSync(join(tmpdir(), 'hookline-bench-'))
  writeFileSync(join(dir, 'a'), 'x')
  try {
    return [await toolLoop(dir), ...(await callbacksPerCall(dir)), importRoot(dir)]
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function toolLoop(dir: string): Promise<Row> {
  const file = join(dir, 'a')
  // The length of the conversation says where in the loop a request stands, for both sides alike.
  let sent: Record<string, unknown> | undefined
  const server = await startAnthropicServer(({ body }) => {
    sent ??= body
    const asked = (body.messages as { role: string }[]).filter(({ role }) => role === 'assistant').length
    return asked % (steps + 1) < steps
      ? { toolCalls: [{ name: 'Read', input: { file_path: file }, id: `t${asked}` }] }
      : { text: 'done' }
  })
  const ours: number[] = []
  const bare: number[] = []
  const packaged: number[] = []
  for (let round = -5; round < 30; round++) {
    const session = await open(dir, {}, { type: 'anthropic', apiKey: 'k', baseUrl: `${server.url}/v1` })
    const a = await time(() => turn(session))
    const b = await time(() => loopByHand(server.url, file, sent!))
    const c = await time(() => loopByPackage(server.url, file, sent!))
    await session.close()
    if (round < 0) continue
    ours.push(a)
    bare.push(b)
    packaged.push(c)
  }
  await server.close()
  const ratio = median(ours) / median(bare)
  const floor = median(packaged) / median(bare)
  return {
    measure: `a ${steps}-step tool loop against a loop of fetch written by hand that sends the same requests`,
    goal: '<= 1.5x',
    got: `${ratio.toFixed(2)}x (${median(ours).toFixed(1)} ms); the provider's package alone, without hooks or a transcript, ${floor.toFixed(2)}x`,
    met: ratio <= 1.5,
  }
}

// With the tools and the system prompt that a session sends: what the server reads must not make the difference.
async function loopByHand(url: string, file: string, sent: Record<string, unknown>): Promise<void> {
  const messages: unknown[] = [{ role: 'user', content: [{ type: 'text', text: 'go' }] }]
  for (;;) {
    const response = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-api-key': 'k', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({ ...sent, messages }),
    })
    let call: { id: string; name: string } | undefined
    let json = ''
    let rest = ''
    const decoder = new TextDecoder()
    for await (const chunk of response.body!) {
      rest += decoder.decode(chunk as Uint8Array, { stream: true })
      const lines = rest.split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        if (!line.startsWith('data: ')) continue
        const event = JSON.parse(line.slice(6))
        if (event.type === 'content_block_start' && event.content_block.type === 'tool_use') call = event.content_block
        if (event.type === 'content_block_delta' && event.delta.type === 'input_json_delta')
          json += event.delta.partial_json
      }
    }
    if (!call) return
    const content = readFileSync(file, 'utf8')
    messages.push({
      role: 'assistant',
      content: [{ type: 'tool_use', id: call.id, name: call.name, input: JSON.parse(json || '{}') }],
    })
    messages.push({ role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content }] })
  }
}

/** The same requests through the package that the session uses too, and nothing else. */
async function loopByPackage(url: string, file: string, sent: Record<string, unknown>): Promise<void> {
  const model = createAnthropic({ apiKey: 'k', baseURL: `${url}/v1` })('claude-sonnet-4-5')
  const tools = (sent['tools'] as { name: string; description: string; input_schema: object }[]).map(
    ({ name, description, input_schema: inputSchema }) => ({
      type: 'function' as const,
      name,
      description,
      inputSchema,
    }),
  )
  const prompt: LanguageModelV4Prompt = [{ role: 'user', content: [{ type: 'text', text: 'go' }] }]
  for (;;) {
    const { stream } = await model.doStream({ prompt, tools })
    let call: { toolCallId: string; toolName: string; input: string } | undefined
    for await (const part of stream) if (part.type === 'tool-call') call = part
    if (!call) return
    const { toolCallId, toolName, input } = call
    const output = { type: 'text' as const, value: readFileSync(file, 'utf8') }
    prompt.push(
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input: JSON.parse(input) }] },
      { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] },
    )
  }
}

async function callbacksPerCall(dir: string): Promise<Row[]> {
  const perCall = async (hooks: number): Promise<number> => {
    const callbacks = Array.from({ length: hooks }, () => async () => ({ action: 'continue' as const }))
    let calls = 0
    const script = () =>
      calls++ < 500 ? { toolCalls: [{ name: 'Read', input: { file_path: join(dir, 'a') } }] } : { text: 'done' }
    const session = await open(dir, { PreToolUse: callbacks }, { type: 'scripted', script })
    const took = await time(() => turn(session))
    await session.close()
    return (took / 500) * 1000
  }
  await perCall(10)
  const [none, one, ten] = [await perCall(0), await perCall(1), await perCall(10)]
  return [
    {
      measure: 'a tool call with 0, 1 and 10 matching callbacks, the embedded model and Read included',
      goal: 'shown',
      got: `${none.toFixed(0)}, ${one.toFixed(0)} and ${ten.toFixed(0)} us`,
      met: true,
    },
  ]
}

function importRoot(dir: string): Row {
  const root = resolve(import.meta.dirname, '../dist/index.js')
  writeFileSync(join(dir, 'empty.mjs'), '')
  writeFileSync(join(dir, 'import.mjs'), `import ${JSON.stringify(root)}\n`)
  const start = (name: string): number => {
    const started = performance.now()
    execFileSync(process.execPath, [join(dir, name)])
    return performance.now() - started
  }
  const ours: number[] = []
  const bare: number[] = []
  for (let round = -3; round < 25; round++) {
    const a = start('import.mjs')
    const b = start('empty.mjs')
    if (round < 0) continue
    ours.push(a)
    bare.push(b)
  }
  const ratio = median(ours) / median(bare)
  return {
    measure: 'importing the package root against an empty module',
    goal: '<= 1.3x',
    got: `${ratio.toFixed(2)}x (${(median(ours) - median(bare)).toFixed(1)} ms more)`,
    met: ratio <= 1.3,
  }
}

function open(
  dir: string,
  hooks: HooksConfig,
  provider: NonNullable<Parameters<typeof createSession>[0]>['provider'],
): ReturnType<typeof createSession> {
  return createSession({
    cwd: dir,
    storage: { dir: join(dir, '.s') },
    model: 'm',
    hooks,
    permissionMode: 'yolo',
    ...(provider && { provider }),
  })
}

async function turn(session: Awaited<ReturnType<typeof createSession>>): Promise<void> {
  await session.send('go')
  for await (const message of session.stream()) if (message.type === 'error') throw new Error(message.message)
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
