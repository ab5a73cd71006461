import { describe, expect, it } from 'vitest'
import { findContextWindow } from './context-window.ts'
import { providerTable } from './provider-table.ts'

describe('the context window', () => {
  it('is known by the family of a model, wherever the name comes from', () => {
    const names = [
      'claude-sonnet-4-5',
      'anthropic/claude-opus-5',
      'gpt-4o-mini',
      'openai/o3',
      'gpt-6-astra',
      'gemini-2.5-pro',
    ]
    expect(names.map(findContextWindow)).toEqual([200_000, 200_000, 128_000, 200_000, 272_000, 1_048_576])
  })

  it('is unknown for other names', () => {
    expect(['default', 'llama-4', 'qwen3-coder', 'solar-pro', 'gpt-oss'].map(findContextWindow)).toEqual(
      Array.from({ length: 5 }, () => undefined),
    )
  })

  it('is known for the default models of the vendors', () => {
    const { anthropic, openai, google } = providerTable
    for (const { defaultModel } of [anthropic, openai, google]) expect(findContextWindow(defaultModel)).toBeDefined()
  })
})
