import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * The file the helper process runs, or null when it cannot be found. It stands beside this one, in the sources as in the
 * build; from a program bundled into a single file it is looked for in the package that the program belongs to.
 */
export function locateHelper(from: string = fileURLToPath(import.meta.url)): string | null {
  const here = dirname(from)
  const beside = join(here, from.endsWith('.ts') ? 'helper-main.ts' : 'helper-main.js')
  if (existsSync(beside)) return beside
  const root = findPackage(here)
  const built = root && join(root, 'dist', 'handlers', 'command', 'helper-main.js')
  return built && existsSync(built) ? built : null
}

function findPackage(folder: string): string | null {
  if (readPackageName(join(folder, 'package.json')) === 'hookline') return folder
  const parent = dirname(folder)
  return parent === folder ? null : findPackage(parent)
}

function readPackageName(file: string): unknown {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown }).name
  } catch {
    return undefined
  }
}
