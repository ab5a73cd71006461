import { isMainThread, parentPort, Worker } from 'node:worker_threads'
import { createProvider, type ModelProvider } from '../src/models/index.ts'
import { type ServerScript, startAnthropicServer, startOpenAiServer } from '../test/support/model-servers/index.ts'
import type { Row } from './row.ts'

const deltas = 100
const rounds = 300
const warmUp = 50
const vendors = ['anthropic', 'openai'] as const
type Vendor = (typeof vendors)[number]

/** What a stream costs through a provider, against the least that can be written by hand for the same server. */
export async function run(): Promise<Row[]> {
  const worker = new Worker(new URL(import.meta.url))
  try {
    const urls = await new Promise<Record<Vendor, string>>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
    })
    const rows: Row[] = []
    for (const vendor of vendors) rows.push(await measure(vendor, urls[vendor]))
    return rows
  } finally {
    await worker.terminate()
  }
}

// The servers run beside, so that what they cost is in neither side of the ratio.
if (!isMainThread) {
  const script: ServerScript = () => ({ text: 'word '.repeat(deltas), deltas })
  const [anthropic, openai] = await Promise.all([startAnthropicServer(script), startOpenAiServer(script)])
  parentPort!.postMessage({ anthropic: anthropic.url, openai: openai.url } satisfies Record<Vendor, string>)
}

async function measure(vendor: Vendor, url: string): Promise<Row> {
  const provider = await createProvider({ type: vendor, apiKey: 'bench-key', baseUrl: `${url}/v1` }, {})
  const ours: number[] = []
  const bare: number[] = []
  for (let round = -warmUp; round < rounds; round++) {
    const ourTime = await time(() => readThroughProvider(provider))
    const bareTime = await time(() => readByHand(vendor, url))
    if (round < 0) continue
    ours.push(ourTime)
    bare.push(bareTime)
  }
  const ratio = median(ours) / median(bare)
  return {
    measure: `stream of ${deltas} deltas from ${vendor}, against fetch and a reader by hand`,
    goal: '<= 2x',
    got: `${ratio.toFixed(2)}x (${median(ours).toFixed(2)} ms)`,
    met: ratio <= 2,
  }
}

async function readThroughProvider(provider: ModelProvider): Promise<number> {
  const content = [{ type: 'text' as const, text: 'hi' }]
  let count = 0
  for await (const event of provider.stream({
    model: 'm',
    system: '',
    messages: [{ role: 'user', content }],
    tools: [],
  })) {
    if (event.type === 'text') count++
  }
  return count
}

async function readByHand(vendor: Vendor, url: string): Promise<number> {
  const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'hi' }] })
  const path = vendor === 'anthropic' ? 'messages' : 'chat/completions'
  const headers = { 'content-type': 'application/json' }
  const response = await fetch(`${url}/v1/${path}`, { method: 'POST', headers, body })
  const decoder = new TextDecoder()
  let buffer = ''
  let count = 0
  for await (const bytes of response.body!) {
    buffer += decoder.decode(bytes, { stream: true })
    for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(buffer.slice(0, end))?.[1] ?? ''
      buffer = buffer.slice(end + 2)
      if (data === '[DONE]' || data === '') continue
      const event = JSON.parse(data) as { delta?: { text?: string }; choices?: { delta: { content?: string } }[] }
      if (event.delta?.text ?? event.choices?.[0]?.delta.content) count++
    }
  }
  return count
}

async function time(read: () => Promise<number>): Promise<number> {
  const started = performance.now()
  const count = await read()
  if (count !== deltas) throw new Error(`read ${count} deltas instead of ${deltas}`)
  return performance.now() - started
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!
}
