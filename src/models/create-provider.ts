import { HookError } from '../base/errors.ts'
import { nearestName } from '../base/names.ts'
import type { ModelProvider, ProviderOptions } from './model-types.ts'
import { createScriptedProvider } from './scripted-provider.ts'

/** The environment of the host. What a project brings along must never be mixed into it: it may name endpoints. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Finds the provider that is asked for or, without options, the one whose key is in the environment. Rejects with a `HookError`
 * when there is no provider, no key for it, or no provider of that name.
 */
export async function createProvider(options: ProviderOptions | undefined, env: Environment): Promise<ModelProvider> {
  const chosen = options ?? { type: findKeyedProvider(env) }
  if (chosen.type === 'scripted') return createScriptedProvider(chosen.script)
  throw unknownType(chosen.type)
}

const keyNames = {
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  google: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
} as const

function findKeyedProvider(env: Environment): keyof typeof keyNames {
  for (const [type, names] of Object.entries(keyNames)) {
    if (names.some((name) => env[name])) return type as keyof typeof keyNames
  }
  const names = Object.values(keyNames).flat()
  throw new HookError(
    'MODEL_NO_PROVIDER',
    `There is no model provider: the environment holds none of ${names.join(', ')}.`,
  )
}

function unknownType(type: string): HookError {
  const nearest = nearestName(type, [...Object.keys(keyNames), 'openai-compatible', 'scripted'])
  return new HookError(
    'CONFIG_INVALID_VALUE',
    `There is no model provider "${type}".${nearest ? ` Did you mean "${nearest}"?` : ''}`,
  )
}
