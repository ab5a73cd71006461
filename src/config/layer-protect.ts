import type { HookError } from '../base/errors.ts'
import type { ProtectSetting } from '../protocol/native-config.ts'
import { isProjectLayer } from '../protocol/source.ts'
import { ignored } from './ignored-key.ts'
import type { LayerReading } from './layer-configs.ts'

/** What the layers say about the guard of hook files. */
export interface LayeredProtect {
  /** Undefined when nobody said anything: then the host decides. */
  on: boolean | undefined
  /** Paths that its owner leaves to the agent, as globs. */
  except: readonly string[]
}

/**
 * Whether the guard counts: the administrator's word is final, then that of code and of the user's files, the nearest first.
 * Other files may ask for it but never lift it, not even in part. The given layers are in order. Pure, but for the notices.
 */
export function layerProtect(readings: readonly LayerReading[], notices: HookError[]): LayeredProtect {
  const said = readings.flatMap(({ layer, reading: { settings } }) =>
    settings.protect === undefined ? [] : [{ layer, protect: settings.protect }],
  )
  const managed = said.filter(({ layer }) => layer === 'managed').map(({ protect }) => protect)
  if (managed.length > 0) return merge(managed)
  const own = said.filter(({ layer }) => layer === 'user' || layer === 'code').map(({ protect }) => protect)
  for (const { layer, protect } of said) {
    if ((isProjectLayer(layer) || layer === 'config') && lifts(protect)) notices.push(ignored('protect', layer))
  }
  const merged = merge(own)
  const isWanted = said.some(({ protect }) => protect !== false)
  return { ...merged, on: merged.on ?? (isWanted ? true : undefined) }
}

function merge(settings: readonly ProtectSetting[]): LayeredProtect {
  const last = settings.at(-1)
  const except = settings.flatMap((setting) => (typeof setting === 'object' ? (setting.except ?? []) : []))
  return { on: last === undefined ? undefined : last !== false, except: [...new Set(except)] }
}

function lifts(setting: ProtectSetting): boolean {
  return setting === false || (typeof setting === 'object' && (setting.except ?? []).length > 0)
}
