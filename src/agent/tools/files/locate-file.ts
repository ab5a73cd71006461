import { resolvePathForms } from '../../../match/real-path.ts'

/** A file as it was named and where it really is. */
export interface FilePlace {
  spelled: string
  real: string
}

/**
 * Where a path of a tool input leads. Tools open `real`, the very path that permission rules have judged, so that a link
 * cannot lead them elsewhere than where the rules have looked.
 */
export function locateFile(path: string, cwd: string): FilePlace {
  return resolvePathForms(path, cwd)
}

/** Why a path cannot be one, or undefined. */
export function refusePath(name: string, path: string): string | undefined {
  if (path === '') return `${name} is empty`
  return path.includes('\0') ? `${name} holds a NUL byte` : undefined
}
