import type { RoundLimits } from '../store/review-counter.ts'
import { mostRounds } from '../store/review-counter.ts'
import { readOwnFile } from './read-own-file.ts'
import { listUnknownKeys, type ReviewerChoice, readReviewerChoice } from './reviewer-choice.ts'

/** What `ccc.json` says about the supervisor. */
export interface Settings {
  limits: RoundLimits
  timeoutMs: number
  reviewer: ReviewerChoice | undefined
  /** Equal refusals over an unchanged work tree that end the loop; 0 never does. */
  noProgressLimit: number
  resetOnUserPrompt: boolean
  /** Keys that mean nothing here. */
  unknown: string[]
}

export const defaultTimeoutMs = 600_000

/**
 * Reads `ccc.json`; a file that is not there says nothing, and a section from code counts before its own. Rejects with an error
 * that names file and key.
 */
export async function readSettings(file: string, code: Readonly<Record<string, unknown>> = {}): Promise<Settings> {
  return readSection({ ...(await readFileSection(file)), ...code }, (key) => `${file}: supervisor.${key}`)
}

async function readFileSection(file: string): Promise<Record<string, unknown>> {
  const text = readOwnFile(file)
  const document = text === undefined ? {} : await parse(text, file)
  if (!isRecord(document)) throw new Error(`${file} holds no object such as {"supervisor": {"max_iterations": 20}}`)
  const section = document['supervisor'] ?? {}
  if (!isRecord(section)) throw new Error(`${file}: supervisor is no object such as {"max_iterations": 20}`)
  return section
}

/** Reads a section. Throws an error that names the key as `nameOf` does. */
export function readSection(section: Readonly<Record<string, unknown>>, nameOf: (key: string) => string): Settings {
  const read = (key: string, range: Range): number | null => readNumber(section[key], nameOf(key), range)
  const flag = (key: string): boolean => readFlag(section[key], nameOf(key))
  const totalSeconds = read('max_total_seconds', { min: 1, max: 1e9 })
  const noProgress = section['no_progress_limit']
  return {
    limits: {
      rounds: read('max_iterations', { min: 1, max: mostRounds, whole: true }) ?? 20,
      ms: totalSeconds === null ? null : totalSeconds * 1000,
      tokens: read('max_total_tokens', { min: 1, max: 1e12, whole: true }),
    },
    timeoutMs: (read('timeout_seconds', { min: 10, max: 3600 }) ?? defaultTimeoutMs / 1000) * 1000,
    reviewer: section['reviewer'] == null ? undefined : readReviewerChoice(section['reviewer'], nameOf('reviewer')),
    noProgressLimit: noProgress === 0 ? 0 : (read('no_progress_limit', { min: 2, max: 100, whole: true }) ?? 3),
    resetOnUserPrompt: flag('reset_on_user_prompt'),
    unknown: [
      ...Object.keys(section).filter((key) => !knownKeys.has(key)),
      ...listUnknownKeys(section['reviewer']).map((key) => `reviewer.${key}`),
    ],
  }
}

/** What a section may hold. */
export const knownKeys: ReadonlySet<string> = new Set(
  'max_iterations timeout_seconds max_total_seconds max_total_tokens no_progress_limit reset_on_user_prompt reviewer'.split(
    ' ',
  ),
)

// Most files are plain JSON, and a parser for comments costs a start more than all else here.
async function parse(text: string, file: string): Promise<unknown> {
  try {
    return JSON.parse(text)
  } catch {
    return parseWithComments(text, file)
  }
}

async function parseWithComments(text: string, file: string): Promise<unknown> {
  const { parseDocument } = await import('../base/document.ts')
  const { formatPlace, HookError } = await import('../base/errors.ts')
  try {
    return parseDocument(text, 'jsonc', file).value
  } catch (error) {
    if (error instanceof HookError) throw new Error(`${formatPlace(error.place)}: ${error.message}`)
    throw error
  }
}

interface Range {
  min: number
  max: number
  whole?: boolean
}

function readNumber(value: unknown, name: string, { min, max, whole = false }: Range): number | null {
  if (value === undefined || value === null || value === 0) return null
  const fits = typeof value === 'number' && value >= min && value <= max && (!whole || Number.isInteger(value))
  if (fits) return value
  const kind = whole ? 'a whole number' : 'a number'
  throw new Error(`${name} is ${show(value)} where ${kind} from ${min} to ${max} was expected`)
}

function readFlag(value: unknown, name: string): boolean {
  if (value === undefined || value === null) return false
  if (typeof value === 'boolean') return value
  throw new Error(`${name} is ${show(value)} where true or false was expected`)
}

// A number too large to be one is no JSON.
function show(value: unknown): string {
  return typeof value === 'number' ? String(value) : JSON.stringify(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
