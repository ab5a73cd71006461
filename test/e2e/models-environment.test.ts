import { afterEach, describe, expect, it, vi } from 'vitest'
import { createProvider } from '../../src/models/index.ts'
import { collectFailure, createFastPorts } from '../support/model-servers/index.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

describe('the environment that is given', () => {
  it.each([
    ['anthropic', 'ANTHROPIC', 'https://api.anthropic.com/v1/messages'],
    ['openai', 'OPENAI', 'https://api.openai.com/v1/responses'],
  ] as const)(
    'alone decides where the key of %s is sent, never that of the process',
    async (type, prefix, expected) => {
      vi.stubEnv(`${prefix}_BASE_URL`, 'http://elsewhere.test')
      vi.stubEnv(`${prefix}_API_KEY`, 'of-the-process')
      const sent: { url: string; text: string }[] = []
      vi.stubGlobal('fetch', async (url: string, { headers }: { headers: unknown }) => {
        sent.push({ url, text: JSON.stringify(headers) })
        throw new TypeError('fetch failed')
      })
      const provider = await createProvider(undefined, { [`${prefix}_API_KEY`]: 'of-the-host' }, createFastPorts())
      expect((await collectFailure(provider)).kind).toBe('connection')
      expect(sent.map(({ url }) => url)).toEqual([expected, expected, expected, expected])
      expect(sent[0]!.text).toContain('of-the-host')
      expect(sent[0]!.text).not.toContain('of-the-process')
      expect(provider.type).toBe(type)
    },
  )
})
