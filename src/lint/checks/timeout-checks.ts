import { parseDuration } from '../../protocol/schema/duration.ts'
import type { Finding, LintCheck } from '../lint-check.ts'
import type { LintedFile } from '../linted-file.ts'
import type { LintedHook } from '../linted-hook.ts'
import { listRawEntries } from '../raw-entries.ts'
import { claude, native } from './example.ts'

const guard = (timeout: string): string =>
  `{ "Notification": [{ "hooks": [{ "command": "true", "timeout": ${timeout} }] }] }`

const settings = (timeout: string): string =>
  `{ "hooks": { "Notification": [{ "hooks": [{ "type": "command", "command": "true", "timeout": ${timeout} }] }] } }`

/** Time limits that cannot be meant. */
export const timeoutChecks: readonly LintCheck[] = [
  {
    code: 'timeout-unit',
    title: 'A timeout seems to be in the wrong unit.',
    severity: 'error',
    why: 'Native and Claude files count in seconds, the tables of Kimi in milliseconds. A guard with 30000 seconds hangs the agent for hours, one with 30 milliseconds never answers in time.',
    remedy: 'Write the time with its unit, as in "30s" or "500ms".',
    fixable: true,
    outranksReading: true,
    example: { wrong: native(guard('30000')), right: native(guard('30')) },
    file: findWrongUnits,
  },
  {
    code: 'timeout-improbable',
    title: 'A timeout is improbably long or short.',
    severity: 'warning',
    why: 'The agent waits for its hooks: above ten minutes a hang looks like work, below a second a busy machine looks like a hang.',
    remedy: 'Use one second to ten minutes; longer work belongs into an async hook.',
    example: { wrong: claude(settings('900')), right: claude(settings('60')) },
    hook: findImprobable,
  },
]

// From here on a number of seconds is more than a quarter of an hour: whoever means that can write "20m".
const suspiciousSeconds = 1000
const suspiciousMilliseconds = 100

function* findWrongUnits(file: LintedFile): Generator<Finding> {
  const entries = listRawEntries(file).map(({ entry, path }) => ({
    value: entry['timeout'],
    path: [...path, 'timeout'],
  }))
  const base = file.valueAt(['hooks', 'defaultTimeout']) === undefined ? [] : ['hooks']
  const own = file.dialect === 'blade' ? [...base, 'defaultTimeout'] : []
  const all = own.length === 0 ? entries : [...entries, { value: file.valueAt(own), path: own }]
  for (const { value, path } of all) {
    if (typeof value !== 'number') continue
    const mended = file.dialect === 'kimi' ? toMilliseconds(value) : toSeconds(value)
    if (mended === undefined) continue
    const unit = file.dialect === 'kimi' ? 'milliseconds' : 'seconds'
    yield {
      place: file.place(path),
      message: `${value} ${unit} cannot be meant: the unit here is ${unit}.`,
      ...(fits(mended.text) && { hint: `Write ${mended.value}, or the time with its unit, as in "${mended.text}".` }),
      ...(mended.sure && { fix: { kind: 'set', file: file.file, path, value: mended.value } as const }),
    }
  }
}

// Of a number that is too large in either unit nobody knows what was meant.
function fits(text: string): boolean {
  return parseDuration(text, 'seconds') !== undefined
}

interface Mended {
  value: number
  text: string
  /** A round number in the other unit: then nothing else can have been meant. */
  sure: boolean
}

function toSeconds(value: number): Mended | undefined {
  if (value < suspiciousSeconds) return undefined
  return { value: value / 1000, text: `${value / 1000}s`, sure: value % 500 === 0 && value / 1000 <= 600 }
}

function toMilliseconds(value: number): Mended | undefined {
  if (value <= 0 || value >= suspiciousMilliseconds) return undefined
  return { value: value * 1000, text: `${value}s`, sure: value >= 1 }
}

const shortestMs = 1000
const longestMs = 600_000

function* findImprobable({ hook, entry, place }: LintedHook): Generator<Finding> {
  const own = entry['timeout']
  if (own === undefined) return
  const unit = hook.dialect.name === 'kimi' ? 'milliseconds' : 'seconds'
  const milliseconds = typeof own === 'number' || typeof own === 'string' ? parseDuration(own, unit) : undefined
  if (milliseconds === undefined || (typeof own === 'number' && toSeconds(own) && unit === 'seconds')) return
  if (milliseconds >= shortestMs && milliseconds <= longestMs) return
  yield { place: place('timeout'), message: `A timeout of ${describeTime(milliseconds)} is improbable.` }
}

function describeTime(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`
}
