import { resolve } from 'node:path'
import type { FilesRequest } from '../../config/load-files.ts'
import type { WireEvent } from '../../dialects/wire-in.ts'
import { findProject } from './find-project.ts'
import type { FireFlags } from './fire-flags.ts'

/** The configuration files of one event. */
export type FireSources = Pick<FilesRequest, 'cwd' | 'files' | 'settingSources'>

/**
 * Which configuration counts for an event: the files that the flags name, or else those of the user and the project it belongs to.
 * An administrator's counts either way.
 */
export function chooseSources({ config, dialect, cwd }: FireFlags, event: WireEvent): FireSources {
  return {
    cwd: findProject(cwd, event, process.env),
    files: config.map((path) => ({ path: resolve(path), ...(dialect !== undefined && { dialect }) })),
    settingSources: config.length > 0 ? ['managed'] : ['managed', 'user', 'project', 'local'],
  }
}
