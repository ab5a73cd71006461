import { compileMatcher, parseRule } from '../../match/index.ts'
import { compilePathRule } from '../../match/path-rules.ts'
import { type EventName, eventDefinition } from '../../protocol/event-types.ts'
import type { Hook } from '../../protocol/hook.ts'
import type { HookCallback } from '../../protocol/hook-callback.ts'
import type { Matcher } from '../../protocol/matcher.ts'
import type { HookEntry, HookGroup, HooksConfig } from '../../protocol/native-config.ts'
import { nativeConfigShape } from '../../protocol/native-config-shape.ts'
import { checkShape, type Issue, isRecord, type Path } from '../../protocol/schema/check.ts'
import { parseDuration } from '../../protocol/schema/duration.ts'
import type { ConfigReading, HookDefaults, ReadingContext, ReadSettings } from '../config-reading.ts'
import { nearestEventName } from '../event-name-hint.ts'
import { isFlawless, isReadable } from '../is-readable.ts'
import { matchNativeName } from '../match-other-name.ts'
import { defaultSettings, ReadingNotes } from '../reading-notes.ts'
import { bladeEvents } from './names.ts'
import { type FileDefaults, type HookPosition, readBladeHook, readFileDefaults } from './read-hook.ts'

/**
 * Reads a native configuration: the bare hooks object or `{hooks: {…}}`. Collects all problems; with any, no hook is
 * given. Never throws.
 */
export function readBladeConfig(value: unknown, context: ReadingContext): ConfigReading {
  const notes = new ReadingNotes(context)
  const { section, base } = findSection(value, notes)
  const shape = nativeConfigShape(context.locate === undefined ? 'code' : 'file')
  const issues = checkShape(shape, section, { path: base })
  notes.refuseIssues(issues.map((issue) => suggestEvent(issue, base)))
  if (!isRecord(section)) return notes.finish([], defaultSettings())
  const checked: CheckedConfig = { config: section as HooksConfig, base, issues }
  const hooks = readHooks(checked, notes)
  return notes.finish(hooks, readSettings(checked, notes))
}

/** A configuration of which some parts may not have their shape. */
interface CheckedConfig {
  config: HooksConfig
  base: Path
  issues: readonly Issue[]
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

// A name of another dialect is no misspelling: the event it stands for is meant.
function suggestEvent(issue: Issue, base: Path): Issue {
  if (issue.kind !== 'unknownKey' || issue.path.length !== base.length + 1) return issue
  const nearest = issue.nearest ?? nearestEventName(String(issue.path.at(-1)), bladeEvents)
  return nearest === undefined ? issue : { ...issue, nearest }
}

type Group = HookGroup | HookCallback
type Entry = HookEntry | HookCallback

function readHooks(checked: CheckedConfig, notes: ReadingNotes): Hook[] {
  const defaults = readDefaults(checked)
  const hooks: Hook[] = []
  const ids = new Map<string, Path>()
  for (const { entry, position } of listEntries(checked, notes)) {
    if (typeof entry === 'object' && entry.id !== undefined) noteId(entry.id, position.path, { ids, notes })
    const hook = readBladeHook(entry, { ...position, defaults, notes })
    if (hook) hooks.push(hook)
  }
  return hooks
}

function readDefaults(checked: CheckedConfig): FileDefaults {
  return readFileDefaults(soundSettings(checked))
}

function soundSettings({ config, base, issues }: CheckedConfig): HooksConfig {
  const settings = Object.entries(config).filter(([key]) => !bladeEvents.has(key) && isReadable([...base, key], issues))
  return Object.fromEntries(settings)
}

function* listEntries(
  checked: CheckedConfig,
  notes: ReadingNotes,
): Generator<{ entry: Entry; position: HookPosition }> {
  const { config, base, issues } = checked
  for (const [key, groups] of Object.entries(config)) {
    const event = bladeEvents.get(key)
    if (event === undefined || !Array.isArray(groups)) continue
    for (const [index, group] of (groups as Group[]).entries()) {
      const path = [...base, key, index]
      if (typeof group === 'function') {
        yield { entry: group, position: { event, path, base, matcher: compileMatcher(undefined, 'blade') } }
        continue
      }
      if (!isRecord(group) || !Array.isArray(group.hooks)) continue
      const matcher = isFlawless([...path, 'matcher'], issues) ? readMatcher(group, { event, path, notes }) : undefined
      for (const [place, entry] of group.hooks.entries()) {
        const position = { event, path: [...path, 'hooks', place], base, matcher }
        if (isReadable(position.path, issues)) yield { entry, position }
      }
    }
  }
}

interface GroupReading {
  event: EventName
  path: Path
  notes: ReadingNotes
}

function readMatcher(group: HookGroup, { event, path, notes }: GroupReading): Matcher | undefined {
  const place = [...path, 'matcher']
  const matcher = notes.attempt(place, () => compileMatcher(group.matcher, 'blade'))
  if (matcher && !matcher.all && eventDefinition(event).matches === null) announceIdleMatcher(place, event, notes)
  return matcher && matchNativeName(matcher, event)
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

function readSettings(checked: CheckedConfig, notes: ReadingNotes): ReadSettings {
  const { config, base, issues } = checked
  const defaults = readGivenDefaults(soundSettings(checked))
  const { allow = [], ask = [], deny = [] } = (isReadable([...base, 'permissions'], issues) && config.permissions) || {}
  for (const [list, rules] of Object.entries({ allow, ask, deny })) {
    rules.forEach((rule, index) => void notes.attempt([...base, 'permissions', list, index], () => parseRule(rule)))
  }
  const protect = isReadable([...base, 'protect'], issues) ? config.protect : undefined
  if (typeof protect === 'object')
    protect.except?.forEach(
      (glob, index) => void notes.attempt([...base, 'protect', 'except', index], () => compilePathRule(glob)),
    )
  return {
    enabled: config.enabled ?? true,
    ...(protect !== undefined && { protect }),
    ...(config.maxConcurrentHooks !== undefined && { maxConcurrentHooks: config.maxConcurrentHooks }),
    ...(Object.keys(defaults).length > 0 && { defaults }),
    overrides: { ...config.overrides },
    permissions: { allow: [...allow], ask: [...ask], deny: [...deny] },
    guards: ((isReadable([...base, 'guards'], issues) && config.guards) || []).map((guard, index) => {
      const { use, except = [] } = typeof guard === 'string' ? { use: guard } : guard
      return { use, except: [...except], place: notes.place([...base, 'guards', index]) }
    }),
  }
}

function readGivenDefaults({ defaultTimeout, timeoutBehavior, failureBehavior, strict }: HooksConfig): HookDefaults {
  return {
    ...(defaultTimeout !== undefined && { timeoutMs: parseDuration(defaultTimeout, 'seconds')! }),
    ...(timeoutBehavior !== undefined && { timeoutBehavior }),
    ...(failureBehavior !== undefined && { failureBehavior }),
    ...(strict !== undefined && { strict }),
  }
}
