import type { LanguageModelV4 } from '@ai-sdk/provider'
import type { ProviderOptions } from './model-types.ts'

export type RealOptions = Exclude<ProviderOptions, { type: 'scripted' }>
export type RealType = RealOptions['type']

/** What a provider package is given. The address is always given, so that no package looks for one by itself. */
export interface Connection {
  apiKey: string | undefined
  baseUrl: string
  headers: Record<string, string>
  api: RealOptions['api']
}

/** How one provider is found and loaded. */
export interface ProviderDefinition {
  /** As people know it, in the middle of a sentence. */
  label: string
  /** The variables that may hold its key, the first one first. None: a key is welcome, but not needed. */
  keyNames: readonly string[]
  /** The variable of the host that moves its address. */
  baseUrlName?: string
  /** Where its API is; undefined when only the user can know. */
  baseUrl: string | undefined
  /** The version that ends its address: what is added to an address that fits `when`. */
  version?: { segment: string; when: RegExp }
  defaultModel: string
  /** Loads the package, which takes a while, and gives a maker of models. */
  load(connection: Connection): Promise<(model: string) => LanguageModelV4>
}

const bareHost = /^\w+:\/\/[^/?]+$/

/** Every real provider, in the order in which the environment is searched for their keys. */
export const providerTable: Readonly<Record<RealType, ProviderDefinition>> = {
  anthropic: {
    label: 'Anthropic',
    keyNames: ['ANTHROPIC_API_KEY'],
    baseUrlName: 'ANTHROPIC_BASE_URL',
    baseUrl: 'https://api.anthropic.com/v1',
    // As its own clients have it: their addresses end before the version.
    version: { segment: 'v1', when: /(?<!\/v\d+)$/ },
    defaultModel: 'claude-sonnet-5-5',
    async load({ apiKey, baseUrl, headers }) {
      const { createAnthropic } = await import('@ai-sdk/anthropic')
      return createAnthropic({ apiKey: apiKey!, baseURL: baseUrl, headers })
    },
  },
  openai: {
    label: 'OpenAI',
    keyNames: ['OPENAI_API_KEY'],
    baseUrlName: 'OPENAI_BASE_URL',
    baseUrl: 'https://api.openai.com/v1',
    version: { segment: 'v1', when: bareHost },
    defaultModel: 'gpt-6-astra',
    async load({ apiKey, baseUrl, headers, api }) {
      const { createOpenAI } = await import('@ai-sdk/openai')
      const provider = createOpenAI({ apiKey: apiKey!, baseURL: baseUrl, headers })
      // Newer models call tools only in the Responses API, but hardly anyone else speaks it.
      const speaks = api ?? (new URL(baseUrl).hostname === 'api.openai.com' ? 'responses' : 'chat')
      return speaks === 'responses' ? provider.responses : provider.chat
    },
  },
  google: {
    label: 'Google',
    keyNames: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    version: { segment: 'v1beta', when: bareHost },
    defaultModel: 'gemini-4-argon',
    async load({ apiKey, baseUrl, headers }) {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google')
      return createGoogleGenerativeAI({ apiKey: apiKey!, baseURL: baseUrl, headers })
    },
  },
  'openai-compatible': {
    label: 'the OpenAI-compatible server',
    keyNames: [],
    baseUrl: undefined,
    // Servers with one model take any name; the others say which names they know.
    defaultModel: 'default',
    async load({ apiKey, baseUrl, headers }) {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
      return createOpenAICompatible({
        name: 'openaiCompatible',
        baseURL: baseUrl,
        headers,
        ...(apiKey && { apiKey }),
        includeUsage: true,
        supportsStructuredOutputs: true,
      })
    },
  },
}
