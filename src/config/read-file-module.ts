import type { Stats } from 'node:fs'
import { registerHooks } from 'node:module'
import { pathToFileURL } from 'node:url'
import { HookError } from '../base/errors.ts'
import { locateCodeError } from './locate-code-error.ts'

/**
 * Runs a configuration file that is code and gives its default export. Only for files their owner has named or keeps in their
 * own folders. Different `stats` run it anew. Rejects with a `HookError` when it cannot run or throws.
 */
export async function readFileModule(path: string, stats: Stats): Promise<unknown> {
  const exports = await importFresh(path, `${stats.mtimeMs}-${stats.size}-${stats.ino}`)
  if (Object.hasOwn(exports, 'default')) return exports['default']
  throw new HookError('CONFIG_INVALID_VALUE', 'the file has no default export', {
    hint: 'Write `export default defineHooks({ … })`.',
    place: { file: path },
  })
}

// Modules are loaded once per address; the stamp makes every version of the file an address of its own.
async function importFresh(path: string, stamp: string): Promise<Record<string, unknown>> {
  const lent = lendOwnName()
  try {
    return (await import(`${pathToFileURL(path).href}?version=${stamp}`)) as Record<string, unknown>
  } catch (error) {
    throw translateError(path, error)
  } finally {
    lent.deregister()
  }
}

// A configuration of the user stands where nobody has installed this package, and may import it all the same.
function lendOwnName(): { deregister(): void } {
  const own = new URL('../../package.json', import.meta.url).href
  return registerHooks({
    resolve(name, context, next) {
      try {
        return next(name, context)
      } catch (error) {
        if (!/^hookline(?:\/|$)/.test(name)) throw error
        return next(name, { ...context, parentURL: own })
      }
    },
  })
}

function translateError(path: string, error: unknown): HookError {
  const place = locateCodeError(path, error)
  const message = error instanceof Error ? error.message.split('\n')[0]!.trim() : String(error)
  if (error instanceof SyntaxError) return new HookError('CONFIG_SYNTAX', message, { place, cause: error })
  return new HookError('CONFIG_UNREADABLE', `the file failed while it was loaded: ${message}`, {
    hint: 'It is run as a module; everything it imports must be there, and nothing in it may throw.',
    place,
    cause: error,
  })
}
