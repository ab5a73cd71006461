import { basename, dirname } from 'node:path'
import type { DialectName } from '../protocol/dialect.ts'
import { nativeConfigShape } from '../protocol/native-config-shape.ts'
import { isRecord } from '../protocol/schema/check.ts'
import { bladeEvents } from './blade/names.ts'
import { claudeEvents, claudeOtherEvents } from './claude/names.ts'
import { kimiEvents } from './kimi/names.ts'

/** What is known of a configuration besides its content. */
export interface DetectionHints {
  file?: string
  format?: string
}

/**
 * The dialect a configuration is written in. First by what only Kimi writes: a list under `hooks` is its official form,
 * `before_tool` and its like are its tables. Then by file: a `.claude` folder or one of Claude's file names, a `.kimi`
 * folder. Then by what only the native format has: its settings, its own events, callbacks. What could still be both is
 * Claude's when it has another key of Claude's settings beside `hooks`, an event or a hook that only Claude knows, or
 * commands as a map; else native.
 */
export function detectDialect(value: unknown, { file, format }: DetectionHints = {}): DialectName {
  const hooks = isRecord(value) && Object.hasOwn(value, 'hooks') ? value['hooks'] : value
  if (Array.isArray(hooks)) return 'kimi-official'
  if (isRecord(hooks) && (holdsKimiTables(hooks) || (format === 'toml' && holdsMisspeltTables(hooks)))) return 'kimi'
  const byFile = file === undefined ? undefined : detectByFile(file)
  if (byFile) return byFile
  if (isRecord(hooks) && holdsNative(hooks)) return 'blade'
  if (format === 'toml' || !isRecord(value)) return 'blade'
  return holdsClaudeKeys(value) || (isRecord(hooks) && holdsClaudeHooks(hooks)) ? 'claude' : 'blade'
}

// A name that is native too is Kimi's unless what stands under it are groups of hooks.
function holdsKimiTables(section: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(section).some(
    ([key, value]) => kimiEvents.has(key) && !(bladeEvents.has(key) && holdsGroups(value)),
  )
}

function holdsGroups(value: unknown): boolean {
  return (
    Array.isArray(value) && value.every((group) => typeof group === 'function' || Object.hasOwn(group ?? {}, 'hooks'))
  )
}

// Read as Kimi's, a misspelt table gets the better complaint; JSON is left to the native names.
function holdsMisspeltTables(section: Readonly<Record<string, unknown>>): boolean {
  return Object.keys(section).some((key) => /^(?:before|after|pre|post|session|subagent)_[a-z_]+$/.test(key))
}

/** Keys of a hooks section that Claude does not have: settings, and events of our own. */
const nativeKeys = new Set(Object.keys(nativeConfigShape()).filter((key) => !claudeEvents.has(key) && !isShared(key)))

function isShared(key: string): boolean {
  return key === '$schema' || key === 'permissions'
}

function holdsNative(section: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(section).some(([key, groups]) => nativeKeys.has(key) || holdsCallback(groups))
}

function holdsCallback(groups: unknown): boolean {
  return Array.isArray(groups) && groups.some((group) => typeof group === 'function')
}

function detectByFile(file: string): DialectName | undefined {
  const folder = basename(dirname(file))
  if (folder === '.claude' || /^(?:managed-)?settings(?:\.local)?\.json$/.test(basename(file))) return 'claude'
  if (folder === '.kimi') return 'kimi'
  return folder === '.kimi-code' ? 'kimi-official' : undefined
}

const claudeKeys = [
  'disableAllHooks',
  'env',
  'model',
  'statusLine',
  'apiKeyHelper',
  'enabledPlugins',
  'includeCoAuthoredBy',
  'cleanupPeriodDays',
  'outputStyle',
  'allowManagedHooksOnly',
  'enableAllProjectMcpServers',
]

function holdsClaudeKeys(value: Readonly<Record<string, unknown>>): boolean {
  if (claudeKeys.some((key) => Object.hasOwn(value, key))) return true
  if (/claude/i.test(String(value['$schema'] ?? ''))) return true
  const permissions = value['permissions']
  return (
    isRecord(permissions) && ['defaultMode', 'additionalDirectories'].some((key) => Object.hasOwn(permissions, key))
  )
}

const claudeEntryKeys = ['asyncRewake', 'continueOnBlock', 'rewakeMessage']

function holdsClaudeHooks(section: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(section).some(([name, groups]) => {
    if (claudeOtherEvents.has(name)) return true
    if (!bladeEvents.has(name)) return false
    return isRecord(groups) || listEntries(groups).some(isClaudeEntry)
  })
}

function listEntries(groups: unknown): Record<string, unknown>[] {
  const list = Array.isArray(groups) ? groups.filter(isRecord) : []
  return list.flatMap(({ hooks }) => (Array.isArray(hooks) ? hooks.filter(isRecord) : []))
}

function isClaudeEntry(entry: Record<string, unknown>): boolean {
  const hasArguments = Object.hasOwn(entry, 'args') && !Object.hasOwn(entry, 'exec')
  return (
    entry['type'] === 'mcp_tool' ||
    entry['onFailure'] === 'block' ||
    hasArguments ||
    claudeEntryKeys.some((key) => Object.hasOwn(entry, key))
  )
}
