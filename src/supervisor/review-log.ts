import { closeSync, fchmodSync, fstatSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { monotonicMs } from '../base/monotonic-ms.ts'
import { showText } from '../match/show-text.ts'
import { openPrivateFile } from '../store/private-file.ts'
import { makeNamedFolder } from '../store/private-folder.ts'

export type LogLevel = 'DEBUG' | 'INFO' | 'WARN' | 'ERROR'

/** A line of the log. Texts that others wrote must be redacted before they come here. */
export interface LogEntry {
  level: LogLevel
  message: string
  fields?: Readonly<Record<string, string | number | boolean>>
}

const largest = 5 * 1024 * 1024

/**
 * Adds a line to a log that only its owner may read; beyond 5 MiB it starts anew and one old log is kept. Never throws; a link,
 * and what others can write to, is left alone. `inside` is the folder of ours that it lies in.
 */
export function appendLog(file: string, line: string, inside?: string): void {
  try {
    makeNamedFolder(dirname(file), inside)
    const descriptor = openPrivateFile(file, 'append')
    try {
      const { mode, size } = fstatSync(descriptor)
      if ((mode & 0o777) !== 0o600) fchmodSync(descriptor, 0o600)
      writeSync(descriptor, `${line}\n`)
      if (size > largest) renameSync(file, `${file}.1`)
    } finally {
      closeSync(descriptor)
    }
  } catch {
    // A log that cannot be written must not change what is decided.
  }
}

/** `<time> LEVEL message key=value`, the time as RFC 3339 with as many digits as the clock gives. */
export function formatEntry({ level, message, fields = {} }: LogEntry, now: number = preciseNow()): string {
  const words = Object.entries(fields).map(([key, value]) => `${key}=${formatValue(value)}`)
  return [formatTime(now), level, message, ...words].join(' ')
}

const clockBegan = Date.now() - monotonicMs()

function preciseNow(): number {
  return clockBegan + monotonicMs()
}

function formatTime(now: number): string {
  const micros = Math.floor((now % 1) * 1000)
  const text = new Date(Math.floor(now)).toISOString()
  const fraction = `${text.slice(20, 23)}${String(micros).padStart(3, '0')}`.replace(/0+$/, '')
  return `${text.slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}Z`
}

function formatValue(value: string | number | boolean): string {
  const text = String(value)
  if (/^[!#-<>-~]+$/.test(text)) return text
  const quoted = JSON.stringify(text)
  // What a screen would hide or obey is not all that JSON escapes.
  return /^[ -~]*$/.test(quoted) ? quoted : showText(quoted, Number.POSITIVE_INFINITY)
}
