import { statSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { HookError } from '../../base/errors.ts'
import type { WireEvent } from '../../dialects/wire-in.ts'

/** A project, and a folder that the event named before it but that is not on this machine. */
export interface FoundProject {
  folder: string
  passedOver?: string
}

/**
 * The project an event belongs to: the folder that was given, else the event's project, else its working directory (or the
 * project around it, which Claude tells its hooks by a variable), else ours. Folders of an event that are not on this machine
 * are passed over. Throws `USAGE` when the given folder is none.
 */
export function findProject(
  given: string | undefined,
  event: WireEvent,
  env: Readonly<Record<string, string | undefined>>,
): FoundProject {
  if (given !== undefined) {
    const folder = resolve(given)
    if (isFolder(folder)) return { folder }
    throw new HookError('USAGE', `--cwd ${given} is no folder`, { hint: 'Give the root of the project.' })
  }
  const { projectDir, cwd } = event.hosted ? event.input : { projectDir: undefined, cwd: event.cwd }
  const around = env['CLAUDE_PROJECT_DIR']
  const candidates = [projectDir, holds(around, cwd) ? around : cwd].filter(isNamed)
  const folder = candidates.find(isFolder) ?? process.cwd()
  const [first = folder] = candidates
  return first === folder ? { folder } : { folder, passedOver: first }
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
