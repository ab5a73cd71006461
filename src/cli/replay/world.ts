import type { FullInput } from '../../protocol/full-input.ts'

/**
 * The folder in which the programs of hooks work instead of the project. What they are told of the project's paths is told of
 * the folder's; what they say of the folder's paths is heard of the project's.
 */
export interface World {
  readonly projectDir: string
  readonly folder: string
  enter<T>(value: T): T
  leave<T>(value: T): T
}

/** A world whose folder stands for the project; the same folder makes one in which nothing changes. */
export function createWorld(projectDir: string, folder: string): World {
  if (folder === projectDir || projectDir === '/') {
    return { projectDir, folder, enter: (value) => value, leave: (value) => value }
  }
  const entering = createReplacer(projectDir, folder)
  const leaving = createReplacer(folder, projectDir)
  return { projectDir, folder, enter: (value) => mapTexts(value, entering), leave: (value) => mapTexts(value, leaving) }
}

/** Replaces a path wherever it stands in a text as a whole, or as the beginning of a longer one. */
export function createReplacer(from: string, to: string): (text: string) => string {
  const pattern = new RegExp(`(?<![\\w.~/-])${from.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')}(?![\\w.~-])`, 'g')
  return (text) => (text.includes(from) ? text.replace(pattern, () => to) : text)
}

/** A copy with every text in it mapped, keys included. */
export function mapTexts<T>(value: T, map: (text: string) => string): T {
  return copy(value) as T

  function copy(part: unknown): unknown {
    if (typeof part === 'string') return map(part)
    if (Array.isArray(part)) return part.map(copy)
    if (typeof part !== 'object' || part === null || !isPlain(part)) return part
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [map(key), copy(member)]))
  }
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** Fields of an input that name the run and not the event. */
const ownFields: ReadonlySet<string> = new Set([
  'event',
  'hookEventName',
  'sessionId',
  'hookExecutionId',
] satisfies (keyof FullInput)[])

/** A recorded input less what the new session fills in by itself. */
export function freeInput(input: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !ownFields.has(name)))
}
