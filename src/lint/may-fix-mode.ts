import { realpathSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import type { LintedFile } from './linted-file.ts'

/**
 * Whether the mode of a file may be changed for a configuration: it stands in the project or beside the configuration. A
 * configuration can name any file of the machine, and must not decide what happens to it.
 */
export function mayFixMode(path: string, { file, context }: LintedFile): boolean {
  try {
    const real = realpathSync(path)
    return [context.projectDir, dirname(file)].some((folder) => isInside(real, realpathSync(folder)))
  } catch {
    return false
  }
}

function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '..' && !way.startsWith('../')
}
