import { dirname } from 'node:path'
import { findLooseness, type LooseFile, type OwnerRule } from './check-owner.ts'
import { isInside } from './project-identity.ts'

/**
 * Looks at the folder of a file, and inside a project at all folders up to its root: whoever may write to one of them may put
 * another file in the place of this one.
 */
export function findLooseParents(path: string, root: string | undefined, rule: OwnerRule): LooseFile | undefined {
  const folder = dirname(path)
  const found = findLooseness(folder, rule)
  if (found || root === undefined || !isInside(folder, root)) return found
  return findLooseParents(folder, root, rule)
}
