import type { Stats } from 'node:fs'
import { type LayeredConfig, type LayerReading, layerConfigs } from '../config/layer-configs.ts'
import { loadConfigFiles } from '../config/load-files.ts'
import type { ProjectTrust } from '../config/trust/judge-project.ts'
import { type ConfigReading, readConfig, readTypedHooks } from '../dialects/index.ts'
import type { HooksConfig } from '../protocol/native-config.ts'
import type { CreateHooksOptions } from './hooks-types.ts'

/** A configuration, and how much of what the project wants to run is approved. */
export interface LoadedHooks extends LayeredConfig {
  /** Null when the project brought nothing along. */
  trust: ProjectTrust | null
  /** The files of data that it comes from, as they were when they were read. */
  sources: ReadonlyMap<string, Stats>
}

/** Reads everything a set of hooks is made of. Rejects with the first problem found; nothing is ever half-loaded. */
export async function loadHooks(config: HooksConfig, options: CreateHooksOptions): Promise<LoadedHooks> {
  const cwd = options.cwd ?? process.cwd()
  const { files, trust, changes } = await loadConfigFiles({
    cwd,
    files: (options.files ?? []).map((file) => (typeof file === 'string' ? { path: file } : file)),
    settingSources: options.settingSources ?? [],
    env: options.env ?? process.env,
    ...(options.trustedHooks && { trustedHooks: options.trustedHooks }),
    watchUserFiles: options.watchUserFiles ?? true,
  })
  const code = { layer: 'code', trusted: true } as const
  const readings: LayerReading[] = [
    ...(options.typedHooks
      ? [{ layer: 'code', first: true, reading: readTypedHooks(options.typedHooks, code) } as const]
      : []),
    ...files.map(({ layer, reading }) => ({ layer, reading })),
    { layer: 'code', reading: readConfig('blade', config, code) },
  ]
  refuseBroken(readings.map(({ reading }) => reading))
  const merged = layerConfigs(readings, cwd)
  const sources = new Map(files.flatMap(({ file, stats }) => (stats ? [[file, stats] as const] : [])))
  const layered = { ...merged, notices: [...merged.notices, ...changes], trust, sources }
  if (layered.guards.length === 0) return layered
  const { checkGuards, guardHooks } = await import('./guard-hooks.ts')
  const { sound, notices } = checkGuards(layered.guards)
  return {
    ...layered,
    hooks: [...layered.hooks, ...guardHooks(sound)],
    notices: [...layered.notices, ...notices],
  }
}

function refuseBroken(readings: readonly ConfigReading[]): void {
  const problem = readings.flatMap((reading) => reading.problems)[0]
  if (problem) throw problem
}
