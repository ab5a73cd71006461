import { compileMatcher, parseRule } from '../../match/index.ts'
import { eventDefinition } from '../../protocol/event-types.ts'
import type { Hook } from '../../protocol/hook.ts'
import type { HookCallback } from '../../protocol/hook-callback.ts'
import { type HookEntry, type HookGroup, type HooksConfig, nativeConfigShape } from '../../protocol/native-config.ts'
import { checkShape, isRecord, type Path } from '../../protocol/schema/check.ts'
import type { ConfigReading, ReadingContext, ReadSettings } from '../config-reading.ts'
import { defaultSettings, ReadingNotes } from '../reading-notes.ts'
import { bladeEvents } from './names.ts'
import { type HookPosition, readBladeHook, readFileDefaults } from './read-hook.ts'

/**
 * Reads a native configuration: the bare hooks object or `{hooks: {…}}`. Collects all problems; with any, no hook is
 * given. Never throws.
 */
export function readBladeConfig(value: unknown, context: ReadingContext): ConfigReading {
  const notes = new ReadingNotes(context)
  const { section, base } = findSection(value, notes)
  notes.refuseIssues(checkShape(nativeConfigShape(), section, { path: base }))
  if (notes.problems.length > 0) return notes.finish([], defaultSettings())
  const config = section as HooksConfig
  const hooks = readHooks(config, base, notes)
  return notes.finish(hooks, readSettings(config, base, notes))
}

function findSection(value: unknown, notes: ReadingNotes): { section: unknown; base: Path } {
  if (!isRecord(value) || !Object.hasOwn(value, 'hooks')) return { section: value, base: [] }
  for (const key of Object.keys(value)) {
    if (key === 'hooks' || key === '$schema' || key === 'version') continue
    const belongsInside = Object.hasOwn(nativeConfigShape(), key)
    notes.refuse('CONFIG_UNKNOWN_KEY', [key], {
      message: `Unknown key "${key}" beside hooks.`,
      hint: belongsInside ? `Move "${key}" into hooks.` : 'Only $schema and version may stand beside hooks.',
      aim: 'key',
    })
  }
  return { section: value['hooks'], base: ['hooks'] }
}

type Group = HookGroup | HookCallback
type Entry = HookEntry | HookCallback

function readHooks(config: HooksConfig, base: Path, notes: ReadingNotes): Hook[] {
  const defaults = readFileDefaults(config)
  const hooks: Hook[] = []
  const ids = new Map<string, Path>()
  for (const { entry, position } of listEntries(config, base, notes)) {
    if (typeof entry === 'object' && entry.id !== undefined) noteId(entry.id, position.path, { ids, notes })
    const hook = readBladeHook(entry, { ...position, defaults, notes })
    if (hook) hooks.push(hook)
  }
  return hooks
}

function* listEntries(
  config: HooksConfig,
  base: Path,
  notes: ReadingNotes,
): Generator<{ entry: Entry; position: HookPosition }> {
  for (const [key, groups] of Object.entries(config)) {
    const event = bladeEvents.get(key)
    if (event === undefined) continue
    for (const [index, group] of (groups as Group[]).entries()) {
      const path = [...base, key, index]
      if (typeof group === 'function') {
        yield { entry: group, position: { event, path, base, matcher: compileMatcher(undefined, 'blade') } }
        continue
      }
      const matcher = notes.attempt([...path, 'matcher'], () => compileMatcher(group.matcher, 'blade'))
      if (matcher && !matcher.all && eventDefinition(event).matches === null)
        announceIdleMatcher([...path, 'matcher'], key, notes)
      for (const [position, entry] of group.hooks.entries()) {
        yield { entry, position: { event, path: [...path, 'hooks', position], base, matcher } }
      }
    }
  }
}

function announceIdleMatcher(path: Path, event: string, notes: ReadingNotes): void {
  notes.announce('CONFIG_INVALID_VALUE', path, {
    message: `${event} has nothing that a matcher could test: the hooks run every time.`,
    hint: 'Remove the matcher.',
  })
}

function noteId(id: string, path: Path, { ids, notes }: { ids: Map<string, Path>; notes: ReadingNotes }): void {
  const first = ids.get(id)
  if (first === undefined) {
    ids.set(id, path)
    return
  }
  const { path: firstPath } = notes.place(first)
  notes.refuseValue([...path, 'id'], {
    found: `"${id}" a second time`,
    expected: 'an id of its own for every hook',
    hint: `It is the id of ${firstPath} already.`,
  })
}

function readSettings(config: HooksConfig, base: Path, notes: ReadingNotes): ReadSettings {
  const { allow = [], ask = [], deny = [] } = config.permissions ?? {}
  for (const [list, rules] of Object.entries({ allow, ask, deny })) {
    rules.forEach((rule, index) => void notes.attempt([...base, 'permissions', list, index], () => parseRule(rule)))
  }
  return {
    enabled: config.enabled ?? true,
    ...(config.maxConcurrentHooks !== undefined && { maxConcurrentHooks: config.maxConcurrentHooks }),
    overrides: { ...config.overrides },
    permissions: { allow: [...allow], ask: [...ask], deny: [...deny] },
    guards: (config.guards ?? []).map((guard) =>
      typeof guard === 'string' ? { use: guard, except: [] } : { use: guard.use, except: [...(guard.except ?? [])] },
    ),
  }
}
