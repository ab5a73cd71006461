import type { LanguageModelV4 } from '@ai-sdk/provider'
import { createRedactor, isSecretName } from '../base/redact.ts'
import { systemClock } from '../base/system-clock.ts'
import type { Clock } from '../protocol/ports.ts'
import { findContextWindow } from './context-window.ts'
import { describeFailure } from './describe-failure.ts'
import type { ModelEvent, ModelProvider, ModelRequest } from './model-types.ts'
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
  let loading: Promise<(model: string) => LanguageModelV4> | undefined

  async function* stream(request: ModelRequest): AsyncGenerator<ModelEvent> {
    const { signal } = request
    const redact = (text: string): string => createRedactor({ secrets: listSecrets(connection) }).text(text)
    yield* streamWithRetries(() => openStream(request), {
      signal,
      clock,
      random,
      describe: (thrown) => describeFailure(thrown, { label, signal, redact, now: clock.now }),
    })
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

function listSecrets({ apiKey, headers }: Connection): string[] {
  const values = Object.entries(headers).flatMap(([name, value]) => (isSecretName(name) ? [value] : []))
  return [...(apiKey === undefined ? [] : [apiKey]), ...values]
}
