import { resolve } from 'node:path'
import { findTrustFile, locateFiles } from '../config/locate-files.ts'
import { type ConfigWatch, watchConfig } from '../config/watch-config.ts'
import { isProjectLayer } from '../protocol/source.ts'
import type { CreateHooksOptions } from './hooks-types.ts'

/** Watches every file the hooks come from, or may come from, and what is approved of them; `onChange` is called after a moment of quiet. */
export function watchHooks(options: CreateHooksOptions, onChange: () => void): ConfigWatch {
  const cwd = options.cwd ?? process.cwd()
  const named = (options.files ?? []).map((file) => resolve(cwd, typeof file === 'string' ? file : file.path))
  const settingSources = options.settingSources ?? []
  const found = locateFiles({ cwd, settingSources, env: options.env ?? process.env }).map(({ file }) => file)
  const approvals = settingSources.some((source) => isProjectLayer(source))
    ? findTrustFile(options.env ?? process.env)
    : undefined
  return watchConfig([...named, ...found, ...(approvals === undefined ? [] : [approvals])], onChange)
}
