import { HookError } from '../base/errors.ts'
import { nearestName } from '../base/names.ts'
import type { ModelEvent, ModelPrice, ModelProvider, ModelRequest, Usage } from './model-types.ts'

/**
 * A provider whose calls say what they cost, for models whose price is given. Throws a `HookError` for a price that is none: a
 * sum that is silently wrong is worse than no sum.
 */
export function addPrices(provider: ModelProvider, prices: Readonly<Record<string, ModelPrice>>): ModelProvider {
  for (const [model, price] of Object.entries(prices)) checkPrice(model, price)
  return {
    ...provider,
    stream: (request) => priceEvents(provider, request, prices),
    fork: () => addPrices(provider.fork(), prices),
  }
}

const keys = ['input', 'output']

function checkPrice(model: string, price: unknown): void {
  const fields = typeof price === 'object' && price !== null ? (price as Record<string, unknown>) : {}
  const unknown = Object.keys(fields).find((key) => !keys.includes(key))
  const isAmount = (value: unknown): boolean => typeof value === 'number' && Number.isFinite(value) && value >= 0
  if (unknown === undefined && keys.every((key) => isAmount(fields[key]))) return
  const nearest = unknown === undefined ? undefined : nearestName(unknown, keys)
  const found = unknown === undefined ? JSON.stringify(price) : `one with "${unknown}"`
  throw new HookError('CONFIG_INVALID_VALUE', `prices["${model}"] is ${found} where {input, output} was expected`, {
    hint: nearest ? `Did you mean "${nearest}"?` : 'Give the price of a million tokens as two numbers.',
  })
}

async function* priceEvents(
  provider: ModelProvider,
  request: ModelRequest,
  prices: Readonly<Record<string, ModelPrice>>,
): AsyncGenerator<ModelEvent> {
  const price = Object.hasOwn(prices, request.model) ? prices[request.model] : undefined
  for await (const event of provider.stream(request))
    yield event.type === 'finish' && price ? { ...event, usage: priceUsage(event.usage, price) } : event
}

function priceUsage(usage: Usage, { input, output }: ModelPrice): Usage {
  return { ...usage, cost: (usage.inputTokens * input + usage.outputTokens * output) / 1_000_000 }
}
