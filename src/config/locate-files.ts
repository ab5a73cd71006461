import { userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'
import type { Layer } from '../protocol/source.ts'

export type SettingSource = 'managed' | 'user' | 'project' | 'local'

/** Where configuration files are looked for. */
export interface PlacesRequest {
  cwd: string
  settingSources: readonly SettingSource[]
  env: Readonly<Record<string, string | undefined>>
  /** Folder of the files that an administrator keeps; `/etc/hookline` by default. */
  managedFolder?: string
}

/** A place where a configuration file may stand. */
export interface CandidateFile {
  file: string
  layer: Layer
}

/**
 * Every place where a configuration file may stand, in the order of layers, whether there is one or not. The home is `HOME`,
 * and if that is not set the user's own: a missing variable must not switch guards off. Reads no file.
 */
export function locateFiles(request: PlacesRequest): CandidateFile[] {
  return (['managed', 'user', 'project', 'local'] as const)
    .filter((layer) => request.settingSources.includes(layer))
    .flatMap((layer) => places[layer](request).map((file) => ({ file, layer })))
}

const places: Readonly<Record<SettingSource, (request: PlacesRequest) => string[]>> = {
  managed: ({ managedFolder = '/etc/hookline' }) => [join(managedFolder, 'hooks.json')],
  user: ({ env }) => listUserFiles(env),
  project: ({ cwd }) => [
    ...nativeFiles(join(cwd, '.hookline'), 'hooks'),
    join(cwd, '.claude', 'settings.json'),
    join(cwd, '.kimi', 'config.toml'),
  ],
  local: ({ cwd }) => [
    ...nativeFiles(join(cwd, '.hookline'), 'hooks.local'),
    join(cwd, '.claude', 'settings.local.json'),
  ],
}

function listUserFiles(env: PlacesRequest['env']): string[] {
  const home = findHome(env)
  const own = findConfigFolder(env)
  if (home === undefined || own === undefined) return []
  return [
    ...nativeFiles(join(home, '.hookline'), 'hooks'),
    ...nativeFiles(own, 'hooks'),
    join(home, '.claude', 'settings.json'),
    join(home, '.kimi', 'config.toml'),
    join(home, '.kimi-code', 'config.toml'),
  ]
}

/** The folder for what belongs to the user: `XDG_CONFIG_HOME/hookline`, else `~/.config/hookline`; undefined without a home. */
export function findConfigFolder(env: PlacesRequest['env']): string | undefined {
  const home = findHome(env)
  if (home === undefined) return undefined
  const { XDG_CONFIG_HOME: given } = env
  return join(given !== undefined && isAbsolute(given) ? given : join(home, '.config'), 'hookline')
}

/** The file in which approvals are kept: `trust.json` in the user's own folder; undefined when there is no home. */
export function findTrustFile(env: PlacesRequest['env']): string | undefined {
  const folder = findConfigFolder(env)
  return folder === undefined ? undefined : join(folder, 'trust.json')
}

function findHome({ HOME: home }: PlacesRequest['env']): string | undefined {
  if (home !== undefined && isAbsolute(home)) return home
  try {
    return userInfo().homedir
  } catch {
    return undefined
  }
}

function nativeFiles(folder: string, name: string): string[] {
  return ['ts', 'json', 'jsonc', 'toml'].map((extension) => join(folder, `${name}.${extension}`))
}
