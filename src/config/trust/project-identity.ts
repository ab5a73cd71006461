import { type BigIntStats, realpathSync, statSync } from 'node:fs'
import { isAbsolute, relative, resolve, sep } from 'node:path'

/** Which folder a project is, however its path is spelt. */
export interface ProjectIdentity {
  /** Links followed, no `..`, no slash at the end. */
  root: string
  /** The same for one folder seen at two places (a bind mount); undefined where the file system does not tell. */
  folder: string | undefined
}

/** Identifies the project at a path. Never throws: a folder that cannot be looked at is its path. */
export function identifyProject(path: string): ProjectIdentity {
  try {
    const root = realpathSync.native(path)
    return { root, folder: nameFolder(statSync(root, { bigint: true })) }
  } catch {
    return { root: resolve(path), folder: undefined }
  }
}

// Numbers of folders are used again after one was removed; the time of its making tells the new one apart.
function nameFolder({ dev, ino, birthtimeNs }: BigIntStats): string | undefined {
  return birthtimeNs === 0n ? undefined : `${dev}:${ino}:${birthtimeNs}`
}

/** A path as the project sees it: relative inside of it, absolute outside. The same in every copy of the project. */
export function nameInProject(path: string, root: string): string {
  return isInside(path, root) ? relative(root, path).split(sep).join('/') : path
}

/** Whether a path lies below a folder. Both are compared as they are written. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
