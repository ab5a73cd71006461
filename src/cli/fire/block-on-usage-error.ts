import { isatty } from 'node:tty'
import { nearestName } from '../../base/names.ts'
import type { WireEvent } from '../../dialects/wire-in.ts'
import type { Terminal } from '../terminal.ts'
import { blockOnError } from './block-on-error.ts'
import { fireFlags } from './fire-flags.ts'
import { readEvent } from './read-event.ts'

/**
 * Answers a call of `fire` whose arguments are wrong: as `blockOnError` does when they ask for it, also in a misspelt way,
 * else by throwing the error again. A typing error in the settings of an agent must not open every guard.
 */
export async function blockOnUsageError(error: unknown, argv: readonly string[], terminal: Terminal): Promise<number> {
  const given = readFlagsLoosely(argv)
  // Whoever writes --on-error wants what is not the default.
  const wantsBlock = given.has('reply') && given.has('on-error') && given.get('on-error') !== 'fail'
  if (!wantsBlock) throw error
  return blockOnError(error, await readEventIfPossible(given.get('event') ?? '-'), terminal)
}

/** The event, or undefined when it cannot be had. Nobody is waited for who would have to type it. */
export async function readEventIfPossible(source: string): Promise<WireEvent | undefined> {
  if (source === '-' && isatty(0)) return undefined
  return readEvent(source).catch(() => undefined)
}

// Every flag under the name that was most likely meant; of several values the one that is not the default of --on-error.
function readFlagsLoosely(argv: readonly string[]): Map<string, string | undefined> {
  const given = new Map<string, string | undefined>()
  for (const [index, word] of argv.entries()) {
    if (word === '--') break
    const [, spelling, value = argv[index + 1]] = /^--?([^=]+)(?:=(.*))?$/s.exec(word) ?? []
    const name = spelling === undefined ? undefined : nearestName(spelling, Object.keys(fireFlags))
    if (name !== undefined && (given.get(name) ?? 'fail') === 'fail') given.set(name, value)
  }
  return given
}
