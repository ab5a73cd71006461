import { HookError } from '../../../base/errors.ts'
import { writeSuspension } from '../../../config/trust/suspension.ts'
import { parseDuration } from '../../../protocol/schema/duration.ts'
import type { Terminal } from '../../terminal.ts'

interface SuspendFlags {
  suspend: string | undefined
  'i-am-the-owner': boolean
  json: boolean
}

/** Lifts the guard of hook files for a time. Only for people: without a terminal it has to be said in so many words. */
export function suspend(given: SuspendFlags, terminal: Terminal): number {
  const ms = readTime(given.suspend!)
  const isSeen = process.stdin.isTTY === true && process.stderr.isTTY === true
  if (!isSeen && !given['i-am-the-owner'])
    throw new HookError('USAGE', 'the guard was not lifted: there is no terminal, so nobody may be there', {
      hint: 'Run it at a terminal yourself, or add --i-am-the-owner.',
    })
  const { from, until } = writeSuspension(process.env, Date.now(), ms)
  const shown = { from: new Date(from).toISOString(), until: new Date(until).toISOString() }
  if (given.json) terminal.print(JSON.stringify({ version: 1, suspended: ms > 0, ...shown }, null, 2))
  else
    terminal.print(
      ms > 0
        ? `Agents may change hook files until ${shown.until}. hookline trust --suspend 0 ends that. It was recorded.`
        : 'The guard of hook files is in force. It was recorded.',
    )
  return 0
}

function readTime(text: string): number {
  const ms = /^\s*0\s*[a-z]*\s*$/.test(text) ? 0 : parseDuration(text, 'seconds')
  if (ms !== undefined) return ms
  throw new HookError('USAGE', `--suspend needs a time of at most 24h with its unit, found "${text}"`, {
    hint: 'Write --suspend 10m; 0 puts the guard back.',
  })
}
