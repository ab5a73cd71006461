import { type Dirent, readdirSync } from 'node:fs'
import { join } from 'node:path'

const name = /\.hooktest\.(?:jsonc?|[mc]?[jt]s)$/
const passedOver = new Set(['node_modules', 'dist', 'build', 'coverage', 'target', 'vendor', '__pycache__'])
const deepest = 8

/** Whether a path names a file of cases. */
export function isHookTest(path: string): boolean {
  return name.test(path)
}

/**
 * The files of cases below a folder, sorted. Folders of other people's code and hidden ones are passed over, except those where
 * hooks live; links are not followed.
 */
export function findHookTests(folder: string, depth = 0): string[] {
  if (depth > deepest) return []
  return listFolder(folder).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return isVisited(entry.name) ? findHookTests(path, depth + 1) : []
    return entry.isFile() && isHookTest(entry.name) ? [path] : []
  })
}

function isVisited(folder: string): boolean {
  if (passedOver.has(folder)) return false
  return !folder.startsWith('.') || folder === '.hookline' || folder === '.claude' || folder === '.kimi'
}

function listFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => a.name.localeCompare(b.name))
  } catch {
    return []
  }
}
