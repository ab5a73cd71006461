import type { ProviderOptions, ScriptStep } from '../../../src/models/index.ts'
import { startAnthropicServer, startOpenAiServer } from '../model-servers/index.ts'

/** A model that says what it is told, and what it was asked. */
export interface OpenModel {
  provider: ProviderOptions
  /** What each request held, as JSON. */
  asked: string[]
  close(): Promise<void>
}

/** The steps of a model; the last one is said for ever. */
export type OpenModelWith = (steps: readonly ScriptStep[]) => Promise<OpenModel>

const nth = (steps: readonly ScriptStep[], step: number): ScriptStep => steps[Math.min(step, steps.length - 1)] ?? {}

const scripted: OpenModelWith = async (steps) => {
  const asked: string[] = []
  const script = ({ messages, step }: { messages: readonly unknown[]; step: number }): ScriptStep => {
    asked.push(JSON.stringify(messages))
    return nth(steps, step)
  }
  return { provider: { type: 'scripted', script }, asked, close: async () => {} }
}

const anthropic: OpenModelWith = async (steps) => {
  const server = await startAnthropicServer(({ step }) => nth(steps, step))
  const provider: ProviderOptions = { type: 'anthropic', apiKey: 'test-key', baseUrl: `${server.url}/v1` }
  return { provider, asked: recorded(server.requests), close: () => server.close() }
}

const openAi: OpenModelWith = async (steps) => {
  const server = await startOpenAiServer(({ step }) => nth(steps, step))
  const provider: ProviderOptions = { type: 'openai-compatible', apiKey: 'test-key', baseUrl: `${server.url}/v1` }
  return { provider, asked: recorded(server.requests), close: () => server.close() }
}

function recorded(requests: readonly { body: { messages: unknown } }[]): string[] {
  return new Proxy([], {
    get: (_, key) =>
      Reflect.get(
        requests.map(({ body }) => JSON.stringify(body.messages)),
        key,
      ),
  })
}

/** The embedded model, and the real provider packages against servers on loopback. */
export const models: [string, OpenModelWith][] = [
  ['the embedded model', scripted],
  ['the Anthropic Messages API', anthropic],
  ['the OpenAI chat API', openAi],
]
