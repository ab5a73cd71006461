import { statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { HookError } from '../../base/errors.ts'
import type { WireEvent } from '../../dialects/wire-in.ts'
import { describe } from '../../protocol/schema/check.ts'

/**
 * The project an event belongs to: the folder that was given, else the event's project, else its working directory (or the
 * project around it, which Claude tells its hooks by a variable), else ours. Folders of an event that are not on this machine
 * are passed over, which is added to its warnings. Throws `USAGE` when the given folder is none.
 */
export function findProject(
  given: string | undefined,
  event: WireEvent,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (given !== undefined) {
    const folder = resolve(given)
    if (isFolder(folder)) return folder
    throw new HookError('USAGE', `--cwd ${given} is no folder`, { hint: 'Give the root of the project.' })
  }
  const { projectDir, cwd } = event.hosted ? event.input : { projectDir: undefined, cwd: event.cwd }
  const around = env['CLAUDE_PROJECT_DIR']
  const candidates = [projectDir, holds(around, cwd) ? around : cwd].filter(isNamed)
  const found = candidates.findIndex(isFolder)
  const project = candidates[found] ?? process.cwd()
  // Agents in containers send folders of their own: nothing is wrong with that, but whoever misspelt one must hear of it.
  if (found !== 0 && candidates.length > 0 && event.hosted)
    event.warnings.push(
      `${describe(candidates[0])} of the event is no folder on this machine: its project is taken to be ${project}`,
    )
  return project
}

function isNamed(folder: unknown): folder is string {
  return typeof folder === 'string' && folder !== ''
}

function isFolder(path: string): boolean {
  try {
    return path.startsWith('/') && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)
  } catch {
    return false
  }
}

function holds(folder: string | undefined, path: unknown): boolean {
  if (folder === undefined || typeof path !== 'string') return false
  return !relative(folder, path).startsWith('..')
}
