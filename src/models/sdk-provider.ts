import type { LanguageModelV4 } from '@ai-sdk/provider'
import { createRedactor, isSecretName } from '../base/redact.ts'
import { systemClock } from '../base/system-clock.ts'
import type { Clock } from '../protocol/ports.ts'
import { findContextWindow } from './context-window.ts'
import { describeFailure } from './describe-failure.ts'
import { ModelError, type ModelEvent, type ModelProvider, type ModelRequest } from './model-types.ts'
import { type Connection, providerTable, type RealType } from './provider-table.ts'
import { readParts } from './read-parts.ts'
import { streamWithRetries } from './stream-with-retries.ts'
import { toCallOptions } from './to-call-options.ts'

/** What a provider takes from outside: time and chance, for pauses between tries. */
export interface ProviderPorts {
  clock?: Pick<Clock, 'now' | 'after'>
  /** From 0 up to 1. */
  random?: () => number
}

/** A provider over one of the provider packages, which is loaded at the first call. */
export function createSdkProvider(type: RealType, connection: Connection, ports: ProviderPorts = {}): ModelProvider {
  const { label, defaultModel, load } = providerTable[type]
  const { clock = systemClock, random = Math.random } = ports
  /** Models that have refused a temperature. */
  const withoutTemperature = new Set<string>()
  let loading: Promise<(model: string) => LanguageModelV4> | undefined

  async function* stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    const { signal } = request
    const redact = (text: string): string => createRedactor({ secrets: listSecrets(connection) }).text(text)
    const retrying = {
      signal,
      clock,
      random,
      describe: (thrown: unknown) => describeFailure(thrown, { label, signal, redact, now: clock.now }),
    }
    if (request.temperature === undefined || withoutTemperature.has(request.model)) {
      const { temperature: _, ...plain } = request
      return yield* streamWithRetries(() => openStream(plain), retrying)
    }
    try {
      yield* streamWithRetries(() => openStream(request), retrying)
    } catch (error) {
      if (!refusesTemperature(error)) throw error
      withoutTemperature.add(request.model)
      yield* stream(request)
    }
  }

  async function* openStream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    request.signal?.throwIfAborted()
    loading ??= load(connection)
    const model = (await loading)(request.model)
    const { stream } = await model.doStream({ ...toCallOptions(request), providerOptions })
    yield* readParts(stream)
  }

  const provider: ModelProvider = {
    type,
    defaultModel,
    contextWindow: findContextWindow,
    stream,
    fork: () => provider,
  }
  return provider
}

const providerOptions = {
  // Nothing is kept by the vendor, so that what the model thought must travel with the conversation.
  // Schemas of hooks are ordinary ones, which the strict mode refuses.
  openai: { store: false, strictJsonSchema: false },
  openaiCompatible: { strictJsonSchema: false },
}

// Packages know which of their own models take none; what stands behind another address only it can tell. It refuses before it
// says anything, so nothing was passed on.
function refusesTemperature(error: unknown): boolean {
  return error instanceof ModelError && error.kind === 'invalidRequest' && /temperature/i.test(error.message)
}

function listSecrets({ apiKey, headers }: Connection): string[] {
  const values = Object.entries(headers).flatMap(([name, value]) => (isSecretName(name) ? [value] : []))
  return [...(apiKey === undefined ? [] : [apiKey]), ...values]
}
