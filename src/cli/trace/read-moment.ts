import { HookError } from '../../base/errors.ts'

const units: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** The moment that `--since` or `--until` names: so long ago (`30m`, `2h`, `7d`) or a date in ISO 8601. Throws `USAGE`. */
export function readMoment(flag: string, text: string, now: number): number {
  const ago = /^(\d+(?:\.\d+)?)(ms|s|m|h|d|w)$/.exec(text)
  if (ago) return now - Number(ago[1]) * units[ago[2]!]!
  const date = /^\d{4}-\d{2}-\d{2}/.test(text) ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(date)) return date
  throw new HookError('USAGE', `--${flag} does not know the time "${text}"`, {
    hint: `Write how long ago (--${flag} 2h; ms, s, m, h, d, w) or a date (--${flag} 2026-01-31T08:00).`,
  })
}

/** The milliseconds that `--slow` names: a number, or one with a unit. Throws `USAGE`. */
export function readMilliseconds(flag: string, text: string): number {
  const found = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text)
  if (found) return Number(found[1]) * units[found[2] ?? 'ms']!
  throw new HookError('USAGE', `--${flag} does not know the duration "${text}"`, {
    hint: `Write milliseconds (--${flag}=500) or a number with a unit (--${flag}=2s).`,
  })
}

/** The count that a flag names. Throws `USAGE`. */
export function readCount(flag: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new HookError('USAGE', `--${flag} needs a whole number from 1, found "${text}"`, {
    hint: `Write --${flag} 20.`,
  })
}
