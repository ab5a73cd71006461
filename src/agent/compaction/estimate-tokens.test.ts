import { expect, it } from 'vitest'
import { estimateTokens } from './estimate-tokens.ts'

it('counts a quarter of plain text, all of other scripts, and images as a block', () => {
  const text = (said: string) => estimateTokens([{ role: 'user', content: [{ type: 'text', text: said }] }]) - empty
  const empty = estimateTokens([{ role: 'user', content: [{ type: 'text', text: '' }] }])
  expect([text('x'.repeat(400)), text('文'.repeat(100)), text('ab文')]).toEqual([100, 100, 2])
  const image = { type: 'image' as const, data: 'A'.repeat(100_000), mediaType: 'image/png' }
  expect(estimateTokens([{ role: 'user', content: [image] }]) - empty).toBe(1_500)
  expect(estimateTokens([])).toBe(0)
})

it('grows with every call and result', () => {
  const call = { type: 'toolCall' as const, id: 'a', name: 'Bash', input: { command: 'x'.repeat(400) } }
  const result = { type: 'toolResult' as const, id: 'a', name: 'Bash', text: 'y'.repeat(800), isError: false }
  const asked = estimateTokens([{ role: 'assistant', content: [call] }])
  const both = estimateTokens([
    { role: 'assistant', content: [call] },
    { role: 'tool', content: [result] },
  ])
  expect(asked).toBeGreaterThan(100)
  expect(both - asked).toBeGreaterThanOrEqual(200)
})
