import { isAbsolute, join } from 'node:path'

/**
 * The folder for what can be made again: `XDG_CACHE_HOME/hookline`, else `~/.cache/hookline`; undefined without a home. Makes
 * nothing.
 */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { XDG_CACHE_HOME: cache, HOME: home } = env
  if (cache !== undefined && isAbsolute(cache)) return join(cache, 'hookline')
  return home !== undefined && isAbsolute(home) ? join(home, '.cache', 'hookline') : undefined
}
