import type { ConfigReading } from '../dialects/config-reading.ts'
import type { DialectName } from '../protocol/dialect.ts'
import type { Layer } from '../protocol/source.ts'

export interface FilesRequest {
  cwd: string
  /** Files named by their owner. */
  files: readonly { path: string; dialect?: DialectName }[]
  /** Which files to look for besides. */
  settingSources: readonly ('managed' | 'user' | 'project' | 'local')[]
  env: Readonly<Record<string, string | undefined>>
}

/** A configuration file that was found and read. */
export interface LoadedFile {
  file: string
  layer: Layer
  dialect: DialectName
  reading: ConfigReading
}

/** Finds and reads configuration files, in the order of their layers. Rejects with a `HookError` for one that cannot be read. */
export async function loadConfigFiles(_request: FilesRequest): Promise<LoadedFile[]> {
  return []
}
