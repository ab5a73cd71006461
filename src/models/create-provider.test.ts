import { describe, expect, it } from 'vitest'
import { HookError } from '../base/errors.ts'
import { createProvider, type Environment } from './create-provider.ts'
import type { ProviderOptions } from './model-types.ts'

describe('without options', () => {
  it('the provider whose key is in the environment is taken', async () => {
    const found = async (env: Environment): Promise<string> => (await createProvider(undefined, env)).type
    expect([
      await found({ ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'b' }),
      await found({ ANTHROPIC_API_KEY: '', OPENAI_API_KEY: 'b' }),
      await found({ GOOGLE_GENERATIVE_AI_API_KEY: 'c' }),
      await found({ GEMINI_API_KEY: 'd' }),
    ]).toEqual(['anthropic', 'openai', 'google', 'google'])
  })

  it('and without a key, it is said which variables to set', async () => {
    const error = await refusal(undefined, { HOME: '/root' })
    expect({ code: error.code, message: error.message }).toEqual({
      code: 'MODEL_NO_PROVIDER',
      message:
        'There is no model provider: none was named, and none of ANTHROPIC_API_KEY, OPENAI_API_KEY, GOOGLE_GENERATIVE_AI_API_KEY, GEMINI_API_KEY is set.',
    })
  })
})

describe('a named provider', () => {
  it('has its type and its documented default model', async () => {
    const types = ['anthropic', 'openai', 'google', 'openai-compatible'] as const
    const made = await Promise.all(
      types.map((type) => createProvider({ type, apiKey: 'k', baseUrl: 'http://127.0.0.1:1/v1' }, {})),
    )
    expect(made.map(({ type, defaultModel }) => [type, defaultModel])).toEqual([
      ['anthropic', 'claude-sonnet-5-5'],
      ['openai', 'gpt-6-astra'],
      ['google', 'gemini-4-argon'],
      ['openai-compatible', 'default'],
    ])
    expect(made.map((provider) => provider.fork() === provider)).toEqual([true, true, true, true])
  })

  it('without a key names the variable to set', async () => {
    const missing = async (type: 'anthropic' | 'openai' | 'google'): Promise<string[]> => {
      const { code, message } = await refusal({ type, apiKey: undefined }, { OTHER_API_KEY: 'x' })
      return [code, message]
    }
    expect([await missing('anthropic'), await missing('openai'), await missing('google')]).toEqual([
      ['MODEL_NO_KEY', 'Anthropic needs a key: set ANTHROPIC_API_KEY, or give apiKey.'],
      ['MODEL_NO_KEY', 'OpenAI needs a key: set OPENAI_API_KEY, or give apiKey.'],
      ['MODEL_NO_KEY', 'Google needs a key: set GOOGLE_GENERATIVE_AI_API_KEY or GEMINI_API_KEY, or give apiKey.'],
    ])
  })

  it('that does not exist is refused with the nearest name', async () => {
    const refused = async (type: string): Promise<string[]> => {
      const { code, message, hint } = await refusal({ type } as never, {})
      return [code, message, hint]
    }
    expect([await refused('antropic'), await refused('toString')]).toEqual([
      ['CONFIG_INVALID_VALUE', 'There is no model provider "antropic".', 'Did you mean "anthropic"?'],
      [
        'CONFIG_INVALID_VALUE',
        'There is no model provider "toString".',
        'Use one of anthropic, openai, google, openai-compatible, scripted.',
      ],
    ])
  })

  it('needs an address that can be used, and a refusal does not repeat it', async () => {
    const refused = async (baseUrl: string | undefined): Promise<string> =>
      (await refusal({ type: 'openai-compatible', baseUrl }, {})).message
    expect([
      await refused(undefined),
      await refused('localhost:11434'),
      await refused('not a url'),
      await refused('https://me:secret@host/v1'),
    ]).toEqual([
      'The provider "openai-compatible" needs baseUrl.',
      'The address of the model provider is no http(s) URL.',
      'The address of the model provider is no http(s) URL.',
      'The address of the model provider holds a user or password.',
    ])
  })
})

async function refusal(options: ProviderOptions | undefined, env: Environment): Promise<HookError> {
  const error = await createProvider(options, env).catch((thrown: unknown) => thrown)
  if (!(error instanceof HookError)) throw new Error('expected a HookError')
  return error
}
