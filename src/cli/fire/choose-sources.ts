import { resolve } from 'node:path'
import type { FilesRequest } from '../../config/load-files.ts'
import type { WireEvent } from '../../dialects/wire-in.ts'
import { describe } from '../../protocol/schema/check.ts'
import { findProject } from './find-project.ts'
import type { FireFlags } from './fire-flags.ts'

/** The configuration files of one event. */
export type FireSources = Pick<FilesRequest, 'cwd' | 'files' | 'settingSources'>

/**
 * Which configuration counts for an event: the files that the flags name, or else those of the user and the project it belongs to.
 * An administrator's counts either way. When files are looked for elsewhere than the event says, that is added to its warnings.
 */
export function chooseSources({ config, dialect, cwd }: FireFlags, event: WireEvent): FireSources {
  const { folder, passedOver } = findProject(cwd, event, process.env)
  // Agents in containers send folders of their own: nothing is wrong with that, but whoever misspelt one must hear of it.
  if (passedOver !== undefined && config.length === 0 && event.hosted)
    event.warnings.push(
      `${describe(passedOver)} of the event is no folder on this machine: its project is taken to be ${folder}`,
    )
  return {
    cwd: folder,
    files: config.map((path) => ({ path: resolve(path), ...(dialect !== undefined && { dialect }) })),
    settingSources: config.length > 0 ? ['managed'] : ['managed', 'user', 'project', 'local'],
  }
}
