import { expect, test } from 'vitest'
import { addUsage } from './add-usage.ts'
import { createProvider } from './create-provider.ts'
import type { ModelPrice, Usage } from './model-types.ts'

const script = [{ text: 'hi', usage: { inputTokens: 2000, outputTokens: 500 } }]

async function usageOf(model: string, prices: Record<string, ModelPrice>): Promise<Usage | undefined> {
  const provider = (await createProvider({ type: 'scripted', script, prices }, {})).fork()
  for await (const event of provider.stream({ model, system: '', messages: [], tools: [] }))
    if (event.type === 'finish') return event.usage
  return undefined
}

test('calls of models with a price have a cost, others have none', async () => {
  const prices = { known: { input: 3, output: 15 } }
  expect(await usageOf('known', prices)).toEqual({ inputTokens: 2000, outputTokens: 500, cost: 0.0135 })
  expect(await usageOf('other', prices)).toEqual({ inputTokens: 2000, outputTokens: 500 })
  expect(await usageOf('constructor', prices)).toEqual({ inputTokens: 2000, outputTokens: 500 })
})

test('sums have a cost as soon as one part has', () => {
  const sum: Usage = { inputTokens: 1, outputTokens: 1 }
  addUsage(sum, { inputTokens: 1, outputTokens: 1 })
  expect(sum).toEqual({ inputTokens: 2, outputTokens: 2 })
  addUsage(sum, { inputTokens: 1, outputTokens: 1, cost: 0.5 })
  addUsage(sum, { inputTokens: 1, outputTokens: 1, cost: 0.25 })
  expect(sum).toEqual({ inputTokens: 4, outputTokens: 4, cost: 0.75 })
})

test.each([
  [{ m: { input: 1 } }, /prices\["m"\] is \{"input":1\}/],
  [{ m: { input: -1, output: 1 } }, /where \{input, output\} was expected/],
  [{ m: { input: 1, output: 1, outptu: 1 } }, /one with "outptu"/],
])('a price that is none is refused: %j', async (prices, message) => {
  const opening = createProvider({ type: 'scripted', script, prices: prices as Record<string, ModelPrice> }, {})
  await expect(opening).rejects.toMatchObject({ name: 'HookError', message: expect.stringMatching(message) })
})
