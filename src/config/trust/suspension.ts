import { join } from 'node:path'
import { HookError } from '../../base/errors.ts'
import { isRecord } from '../../protocol/schema/check.ts'
import { findConfigFolder } from '../locate-files.ts'
import { readPrivateFile, writePrivateFile } from './private-file.ts'
import { recordTrustAct } from './trust-log.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** A time during which its owner has lifted the built-in guard of hook files. */
export interface Suspension {
  /** Milliseconds since 1970. */
  from: number
  until: number
}

/** The longest time for which the guard may be lifted. */
export const longestSuspensionMs = 24 * 60 * 60 * 1000

/** The file that says until when the guard is lifted: `suspension.json` beside the trust store. */
export function suspensionFile(env: Environment): string | undefined {
  const folder = findConfigFolder(env)
  return folder === undefined ? undefined : join(folder, 'suspension.json')
}

/**
 * The suspension that is in force at this moment, or null. Never throws: a file that is unsafe, unreadable, over, from the
 * future or longer than a day lifts nothing.
 */
export function readSuspension(env: Environment, now: number): Suspension | null {
  try {
    const file = suspensionFile(env)
    const text = file === undefined ? undefined : readPrivateFile(file)
    if (text === undefined) return null
    const value: unknown = JSON.parse(text)
    if (!isRecord(value) || value['version'] !== 1) return null
    const from = Date.parse(String(value['from']))
    const until = Date.parse(String(value['until']))
    const isInForce = from <= now && now < until && until - from <= longestSuspensionMs
    return isInForce ? { from, until } : null
  } catch {
    return null
  }
}

/**
 * Lifts the guard from now on for so many milliseconds, and records it; 0 ends a suspension. Throws `USAGE` for less than
 * nothing or more than a day, and `TRUST_STORE_UNSAFE` when others could write the file.
 */
export function writeSuspension(env: Environment, now: number, ms: number): Suspension {
  const file = suspensionFile(env)
  if (!(ms >= 0 && ms <= longestSuspensionMs))
    throw new HookError('USAGE', `the guard cannot be lifted for ${ms} ms`, {
      hint: 'Give a time of at most 24h, such as 10m; 0 ends a suspension.',
    })
  if (file === undefined)
    throw new HookError('USAGE', 'this user has no home to keep a suspension in', { hint: 'Set HOME.' })
  const suspension = { from: now, until: now + ms }
  const shown = { from: new Date(now).toISOString(), until: new Date(now + ms).toISOString() }
  recordTrustAct(env, now, { act: ms === 0 ? 'resume' : 'suspend', ...shown })
  writePrivateFile(file, `${JSON.stringify({ version: 1, ...shown }, null, 2)}\n`)
  return suspension
}
