import { isDeepStrictEqual } from 'node:util'
import type { TargetEntry } from './target-writer.ts'
import { writeTomlTables } from './write-toml.ts'

export interface Group {
  matcher?: unknown
  hooks: Record<string, unknown>[]
}

/** Entries by event as groups; neighbours with the same matcher share one. */
export function groupEntries(entries: readonly TargetEntry[]): Map<string, Group[]> {
  const events = new Map<string, Group[]>()
  for (const { event, matcher, hook } of entries) {
    const groups = events.get(event) ?? []
    events.set(event, groups)
    const last = groups.at(-1)
    if (last && isDeepStrictEqual(last.matcher, matcher)) last.hooks.push(hook)
    else groups.push({ ...(matcher !== undefined && { matcher }), hooks: [hook] })
  }
  return events
}

/** A settings file of Claude Code that holds these hooks and nothing else. */
export function writeClaudeDocument(entries: readonly TargetEntry[], { enabled }: { enabled: boolean }): string {
  return writeJson({ ...(!enabled && { disableAllHooks: true }), hooks: Object.fromEntries(groupEntries(entries)) })
}

/** A native file. */
export function writeBladeDocument(entries: readonly TargetEntry[], { enabled }: { enabled: boolean }): string {
  const events = Object.fromEntries(groupEntries(entries))
  return writeJson({ hooks: { version: 1, ...(!enabled && { enabled: false }), ...events } })
}

/** Kimi's tables. */
export function writeKimiDocument(entries: readonly TargetEntry[]): string {
  return writeTomlTables(entries.map(({ event, hook }) => ({ name: `hooks.${event}`, fields: hook })))
}

/** The official array form. */
export function writeOfficialDocument(entries: readonly TargetEntry[]): string {
  return writeTomlTables(entries.map(({ hook }) => ({ name: 'hooks', fields: hook })))
}

function writeJson(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}
