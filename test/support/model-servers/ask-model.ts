import { ModelError, type ModelEvent, type ModelProvider, type ModelRequest } from '../../../src/models/index.ts'

/** A request that says `hi`, with whatever a test wants otherwise. */
export function sayHi(changes: Partial<ModelRequest> = {}): ModelRequest {
  const messages: ModelRequest['messages'] = [{ role: 'user', content: [{ type: 'text', text: 'hi' }] }]
  return { model: 'test-model', system: '', messages, tools: [], ...changes }
}

/** All events of one call. */
export async function collectEvents(provider: ModelProvider, request: ModelRequest = sayHi()): Promise<ModelEvent[]> {
  const events: ModelEvent[] = []
  for await (const event of provider.stream(request)) events.push(event)
  return events
}

/** The events until the call fails, and how. Throws when it does not fail, or with anything but a `ModelError`. */
export async function collectFailure(
  provider: ModelProvider,
  request: ModelRequest = sayHi(),
): Promise<{ events: ModelEvent[]; kind: string; status: number | undefined; message: string; cause: unknown }> {
  const events: ModelEvent[] = []
  try {
    for await (const event of provider.stream(request)) events.push(event)
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    return { events, kind: error.kind, status: error.status, message: error.message, cause: error.cause }
  }
  throw new Error(`the call did not fail: ${JSON.stringify(events)}`)
}

/** Ports whose pauses are over at once and are written down, and whose chance is always one half. */
export function createFastPorts(): {
  clock: { now(): number; after(ms: number, work: () => void): () => void }
  random: () => number
  pauses: number[]
} {
  const pauses: number[] = []
  const after = (ms: number, work: () => void): (() => void) => {
    pauses.push(ms)
    const timer = setImmediate(work)
    return () => clearImmediate(timer)
  }
  return { clock: { now: () => Date.now(), after }, random: () => 0.5, pauses }
}
