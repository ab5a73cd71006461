import type { HookError } from '../base/errors.ts'
import type { ConfigReading, ReadSettings } from '../dialects/config-reading.ts'
import type { Hook } from '../protocol/hook.ts'
import type { HookOverride, PermissionLists } from '../protocol/native-config.ts'
import { parseDuration } from '../protocol/schema/duration.ts'
import { isProjectLayer, type Layer, layers } from '../protocol/source.ts'
import { ignored } from './ignored-key.ts'
import { type LayerDefaults, layerDefaults } from './layer-defaults.ts'
import { type LayeredProtect, layerProtect } from './layer-protect.ts'
import { mergeDuplicates } from './merge-duplicates.ts'

/** One configuration that was read, and the layer it belongs to. */
export interface LayerReading {
  layer: Layer
  reading: ConfigReading
  /** Runs before everything else, whatever its layer. */
  first?: boolean
}

/** All configurations as one. */
export interface LayeredConfig {
  hooks: Hook[]
  unsupported: ConfigReading['unsupported']
  maxConcurrentHooks: number
  permissions: Required<PermissionLists>
  guards: (ReadSettings['guards'][number] & { layer: Layer })[]
  /** Whether the built-in guard of hook files counts (absent: nobody said), and what is left out of it. */
  protect: LayeredProtect
  notices: HookError[]
}

const defaultConcurrency = 5

/**
 * Puts configurations together: managed, user, project, local, `--config`, code. Hook lists append; of a scalar the nearest
 * wins, but a project file can only tighten; overrides count from user files and code only. Pure.
 */
export function layerConfigs(readings: readonly LayerReading[], projectDir: string): LayeredConfig {
  const rank = ({ layer, first }: LayerReading): number => (first ? -1 : layers.indexOf(layer))
  const ordered = [...readings].sort((a, b) => rank(a) - rank(b))
  const notices = ordered.flatMap(({ reading }) => reading.notices)
  const written = ordered.flatMap((reading) => switchOff(reading, ordered))
  const hooks = withUniqueIds(layerDefaults(written, listDefaults(ordered)))
  return {
    hooks: mergeDuplicates(override(hooks, ordered, notices), projectDir),
    unsupported: ordered.flatMap(({ reading }) => reading.unsupported),
    maxConcurrentHooks: layerConcurrency(ordered),
    permissions: layerPermissions(ordered, notices),
    protect: layerProtect(ordered, notices),
    guards: ordered.filter((reading) => whyOff(reading, ordered) === undefined).flatMap(listGuards),
    notices,
  }
}

// A file that is switched off has no say.
function listDefaults(readings: readonly LayerReading[]): LayerDefaults[] {
  return readings.flatMap(({ layer, reading: { settings } }) =>
    settings.enabled && settings.defaults ? [{ layer, defaults: settings.defaults }] : [],
  )
}

// Two files may use one id, or have one name; verdicts, overrides and once-hooks need to tell their hooks apart. A project
// cannot take an id away from its owner's hooks, and with it the override that names it.
function withUniqueIds(hooks: readonly Hook[]): Hook[] {
  const taken = new Set<string>()
  const ids = new Map<Hook, string>()
  const isOfProject = (hook: Hook): boolean => isProjectLayer(hook.source.layer)
  for (const alike of [hooks.filter((hook) => !isOfProject(hook)), hooks.filter(isOfProject)]) {
    const written = new Set(alike.map((hook) => hook.id))
    for (const hook of alike) {
      let id = hook.id
      for (let times = 2; taken.has(id) || (id !== hook.id && written.has(id)); times++) id = `${hook.id}~${times}`
      taken.add(id)
      ids.set(hook, id)
    }
  }
  return hooks.map((hook) => (ids.get(hook) === hook.id ? hook : { ...hook, id: ids.get(hook)! }))
}

function switchOff(given: LayerReading, all: readonly LayerReading[]): Hook[] {
  const why = whyOff(given, all)
  return why === undefined ? given.reading.hooks : given.reading.hooks.map((hook) => disable(hook, why))
}

function whyOff({ layer, reading }: LayerReading, all: readonly LayerReading[]): string | undefined {
  if (!reading.settings.enabled) return 'its file is switched off'
  const offBy = all.find((other) => ownsAll(other.layer) && !other.reading.settings.enabled)
  if (offBy === undefined || layer === 'managed') return undefined
  return `all hooks are switched off by the ${offBy.layer} configuration`
}

function listGuards({ layer, reading }: LayerReading): LayeredConfig['guards'] {
  return reading.settings.guards.map((guard) => ({ ...guard, layer }))
}

function ownsAll(layer: Layer): boolean {
  return layer === 'user' || layer === 'code'
}

function disable(hook: Hook, detail: string): Hook {
  return { ...hook, idle: hook.idle ?? { why: 'disabled', detail } }
}

function override(hooks: Hook[], readings: readonly LayerReading[], notices: HookError[]): Hook[] {
  const overrides: Record<string, HookOverride> = {}
  for (const { layer, reading } of readings) {
    const given = Object.entries(reading.settings.overrides)
    if (ownsAll(layer)) for (const [id, change] of given) overrides[id] = { ...overrides[id], ...change }
    else if (given.length > 0) notices.push(ignored('overrides', layer))
  }
  return hooks.map((hook) => (Object.hasOwn(overrides, hook.id) ? applyOverride(hook, overrides[hook.id]!) : hook))
}

function applyOverride(hook: Hook, change: HookOverride): Hook {
  const timeoutMs = change.timeout === undefined ? undefined : parseDuration(change.timeout, 'seconds')
  const changed: Hook = {
    ...hook,
    ...(change.shadow !== undefined && { shadow: change.shadow }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  }
  // What an administrator wrote may be given more time, never less: a guard without time is switched off.
  if (hook.source.layer === 'managed') return { ...hook, timeoutMs: Math.max(hook.timeoutMs, timeoutMs ?? 0) }
  if (change.enabled === false) return disable(changed, 'switched off by an override')
  if (change.enabled === true && hook.idle?.why === 'disabled') return wake(changed)
  return changed
}

// Switching a hook on is not approving its file.
function wake({ idle: _, ...hook }: Hook): Hook {
  if (hook.source.trusted) return hook
  return { ...hook, idle: { why: 'untrusted', detail: 'its file has not been approved' } }
}

function layerConcurrency(readings: readonly LayerReading[]): number {
  let value = defaultConcurrency
  for (const { layer, reading } of readings) {
    const given = reading.settings.maxConcurrentHooks
    if (given !== undefined) value = isProjectLayer(layer) ? Math.min(value, given) : given
  }
  return value
}

function layerPermissions(readings: readonly LayerReading[], notices: HookError[]): Required<PermissionLists> {
  const lists: Required<PermissionLists> = { allow: [], ask: [], deny: [] }
  for (const { layer, reading } of readings) {
    const { allow, ask, deny } = reading.settings.permissions
    lists.ask.push(...ask)
    lists.deny.push(...deny)
    if (!isProjectLayer(layer)) lists.allow.push(...allow)
    else if (allow.length > 0) notices.push(ignored('permissions.allow', layer))
  }
  return lists
}
