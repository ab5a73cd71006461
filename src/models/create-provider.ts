import { HookError } from '../base/errors.ts'
import { nearestName } from '../base/names.ts'
import { addPrices } from './add-prices.ts'
import type { ModelProvider, ProviderOptions } from './model-types.ts'
import { type ProviderDefinition, providerTable, type RealOptions, type RealType } from './provider-table.ts'
import { createScriptedProvider } from './scripted-provider.ts'
import type { ProviderPorts } from './sdk-provider.ts'

/** The environment of the host. Nothing that a project brings along may be mixed into it: it names keys and addresses. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Finds the provider that is asked for or, without options, the first one whose key is in the environment: Anthropic, OpenAI,
 * Google. Nothing is loaded or sent before the first call. Rejects with a `HookError` when there is no provider, no key for it,
 * no provider of that name, or its address cannot be used.
 */
export async function createProvider(
  options: ProviderOptions | undefined,
  env: Environment,
  ports: ProviderPorts = {},
): Promise<ModelProvider> {
  const provider = await openProvider(options ?? { type: findKeyedType(env) }, env, ports)
  return options?.prices === undefined ? provider : addPrices(provider, options.prices)
}

async function openProvider(chosen: ProviderOptions, env: Environment, ports: ProviderPorts): Promise<ModelProvider> {
  if (chosen.type === 'scripted') return createScriptedProvider(chosen.script)
  if (!Object.hasOwn(providerTable, chosen.type)) throw unknownType(chosen.type)
  const definition = providerTable[chosen.type]
  const connection = {
    apiKey: findKey(chosen, definition, env),
    baseUrl: findBaseUrl(chosen, definition, env),
    headers: { ...chosen.headers },
    api: chosen.api,
  }
  const { createSdkProvider } = await import('./sdk-provider.ts')
  return createSdkProvider(chosen.type, connection, ports)
}

function findKeyedType(env: Environment): RealType {
  const types = Object.keys(providerTable) as RealType[]
  const found = types.find((type) => providerTable[type].keyNames.some((name) => env[name]))
  if (found) return found
  const names = types.flatMap((type) => providerTable[type].keyNames)
  throw new HookError(
    'MODEL_NO_PROVIDER',
    `There is no model provider: none was named, and none of ${names.join(', ')} is set.`,
  )
}

function unknownType(type: unknown): HookError {
  const names = [...Object.keys(providerTable), 'scripted']
  const nearest = nearestName(String(type), names)
  return new HookError('CONFIG_INVALID_VALUE', `There is no model provider "${String(type)}".`, {
    hint: nearest ? `Did you mean "${nearest}"?` : `Use one of ${names.join(', ')}.`,
  })
}

function findKey(options: RealOptions, { keyNames, label }: ProviderDefinition, env: Environment): string | undefined {
  const key = options.apiKey || keyNames.map((name) => env[name]).find((value) => value)
  if (key || keyNames.length === 0) return key || undefined
  throw new HookError('MODEL_NO_KEY', `${label} needs a key: set ${keyNames.join(' or ')}, or give apiKey.`)
}

function findBaseUrl(options: RealOptions, definition: ProviderDefinition, env: Environment): string {
  const { baseUrlName, version } = definition
  const text = options.baseUrl || (baseUrlName && env[baseUrlName]) || definition.baseUrl
  if (!text) throw unusableUrl(`The provider "${options.type}" needs baseUrl.`)
  const url = URL.parse(text)
  // The text is not shown: it may hold a password.
  if (!url || !/^https?:$/.test(url.protocol)) throw unusableUrl('The address of the model provider is no http(s) URL.')
  if (url.username || url.password) throw unusableUrl('The address of the model provider holds a user or password.')
  const plain = text.replace(/\/+$/, '')
  return version?.when.test(plain) ? `${plain}/${version.segment}` : plain
}

function unusableUrl(message: string): HookError {
  return new HookError('CONFIG_INVALID_VALUE', message, {
    hint: 'Give baseUrl as http(s)://host/path; credentials go into apiKey or headers.',
  })
}
