import { createProvider, type ModelProvider, type ProviderOptions } from '../../models/index.ts'
import type { SessionFacts } from '../../protocol/ports.ts'

/** Finds the provider for a session. Rejects with a `HookError` when there is none. */
export type ProviderFinder = (session: Pick<SessionFacts, 'hostEnv'>) => Promise<ModelProvider>

/**
 * Finds the given provider, makes it from options, or takes the one whose key is in the environment of the session's host: never
 * in what hooks have set.
 */
export function createProviderFinder(models: ModelProvider | ProviderOptions | undefined): ProviderFinder {
  if (models && 'stream' in models) return async () => models
  return ({ hostEnv }) => createProvider(models, hostEnv)
}
