import { lstatSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { RepositoryView } from './repository-view.ts'

/**
 * The submodules that are checked out in a work tree, by their paths in it. What only says that it is one, such as a path that
 * leads out of the work tree or through a link, is none.
 */
export async function listSubmodules({ root, ask }: Pick<RepositoryView, 'root' | 'ask'>): Promise<string[]> {
  const file = join(root, '.gitmodules')
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return []
  const listed = await ask(['config', '--file', file, '-z', '--get-regexp', '^submodule\\..*\\.path$'])
  const entries = listed?.isExact ? listed.text.split('\0').filter((entry) => entry !== '') : []
  const paths = entries.map((entry) => entry.slice(entry.indexOf('\n') + 1))
  return [...new Set(paths)].filter((path) => isCheckedOut(root, path))
}

function isCheckedOut(root: string, path: string): boolean {
  const folder = join(root, path)
  try {
    return (
      folder.startsWith(`${root}/`) && realpathSync(folder) === folder && lstatSync(join(folder, '.git')) !== undefined
    )
  } catch {
    return false
  }
}
