import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { HookError } from '../../base/errors.ts'
import { createLazyHandler } from '../../handlers/lazy-handler.ts'
import { createHooks, type Hooks } from '../../hooks/create-hooks.ts'
import type { DialectName } from '../../protocol/dialect.ts'
import type { Hook } from '../../protocol/hook.ts'
import type { OpenProject } from './run-replay.ts'
import { createScratchHandlers } from './scratch-handlers.ts'
import { copyProject } from './scratch-project.ts'
import { createWorld } from './world.ts'

/** With which configuration, and where, hooks run. */
export interface PlaceOptions {
  /** Configuration files; none: what is found for the user and the project today. */
  config: readonly string[]
  dialect?: DialectName | undefined
  /** `copy`: in a copy of the project; `project`: in the project itself; else in this folder. */
  place: 'copy' | 'project' | { folder: string }
  /** Digests of project hooks that may run though nobody approved them. */
  trust: { trustedHooks?: string[] }
  env: NodeJS.ProcessEnv
  /** Hears what is worth knowing. */
  note(text: string): void
  /** Sees the hooks once they are loaded. */
  loaded(hooks: Hooks): void
}

/** Opens the hooks of a project and the folder in which they work. Rejects with a `HookError`. */
export async function openProject(projectDir: string, options: PlaceOptions): Promise<OpenProject> {
  const { config, dialect, note } = options
  if (!isFolder(projectDir))
    note(`${projectDir} is not on this machine: hooks run in an empty folder, and its own configuration is not found`)
  const place = choosePlace(projectDir, options)
  const world = createWorld(projectDir, place.folder)
  try {
    const hooks: Hooks = await createHooks(
      {},
      {
        cwd: projectDir,
        files: config.map((path) => ({ path: resolve(path), ...(dialect !== undefined && { dialect }) })),
        settingSources: config.length > 0 ? ['managed'] : ['managed', 'user', 'project', 'local'],
        ...options.trust,
        observer: () => {},
        env: options.env,
        preflight: false,
        watchUserFiles: false,
        handlers: {
          agent: createLazyHandler(async () => {
            const { createStandaloneAgentHandler } = await import('../../agent/agent-hook/standalone-agent-hooks.ts')
            return createStandaloneAgentHandler({ hooks: () => hooks })
          }),
          ...(place.folder !== projectDir && createScratchHandlers(world)),
        },
      },
    )
    options.loaded(hooks)
    if (place.folder !== projectDir) notePaths(hooks.list(), projectDir, note)
    return {
      hooks,
      world,
      close: async () => {
        await hooks.close()
        place.remove()
      },
    }
  } catch (error) {
    place.remove()
    throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

function choosePlace(projectDir: string, { place, env }: PlaceOptions): { folder: string; remove(): void } {
  if (place === 'copy') return copyProject(projectDir, { env })
  if (place === 'project') {
    if (isFolder(projectDir)) return { folder: projectDir, remove: () => {} }
    throw new HookError('USAGE', `--in-place: ${projectDir} is not on this machine`, {
      hint: 'Leave --in-place out, or give a folder by --cwd DIR.',
    })
  }
  const folder = resolve(place.folder)
  if (isFolder(folder)) return { folder, remove: () => {} }
  throw new HookError('USAGE', `--cwd ${place.folder} is no folder`, { hint: 'Give a copy of the project.' })
}

// Its paths are those of the copy there: a command that names the real one looks at other files than it is told of.
function notePaths(hooks: readonly Hook[], projectDir: string, note: (text: string) => void): void {
  const named = hooks.filter(({ handler }) => {
    if (handler.type !== 'command') return handler.type === 'worker' && handler.command.includes(`${projectDir}/`)
    return JSON.stringify(handler.run).includes(`${projectDir}/`)
  })
  if (named.length === 0) return
  const ids = named
    .slice(0, 3)
    .map(({ id }) => id)
    .join(', ')
  note(
    `${ids}${named.length > 3 ? ' and others' : ''} name the project by its path and see it beside the copy; use --in-place if they depend on it`,
  )
}
