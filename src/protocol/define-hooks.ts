import type { HooksConfig } from './native-config.ts'

/** Types a configuration written in TypeScript; returns it unchanged. */
export function defineHooks(config: HooksConfig): HooksConfig {
  return config
}
