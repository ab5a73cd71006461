import type { ModelProvider, ProviderOptions } from './model-types.ts'

/** What of a provider's options must stay secret: its key, and what its headers carry. Empty for a provider that is made already. */
export function listModelSecrets(given: ModelProvider | ProviderOptions | undefined): string[] {
  if (given === undefined || !('type' in given)) return []
  const { apiKey, headers = {} } = given as { apiKey?: string; headers?: Readonly<Record<string, string>> }
  const carried = Object.entries(headers)
    .filter(([name]) => /auth|key|token|secret|cookie|credential/i.test(name))
    .map(([, value]) => value.replace(/^(?:Bearer|Basic|Token)\s+/i, ''))
  return [...(apiKey ? [apiKey] : []), ...carried].filter((secret) => secret !== '')
}
