import { existsSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { loadConfigFiles } from '../../config/load-files.ts'
import { quoteWord } from '../../dialects/convert/quote-word.ts'
import type { Agent, Scope } from './agents.ts'

/** The configurations that Hookline is to run with. */
export interface ChosenConfigs {
  files: string[]
  /** An empty one to be made, because there is none yet. */
  missing: string | undefined
}

/**
 * The configurations to register: those that were named, else the native ones of the scope, else one that is to be made. They
 * are always named, because an agent's own files hold hooks that the agent runs itself. Rejects with a `HookError` for one
 * that cannot be understood.
 */
export async function chooseConfigs(
  named: readonly string[],
  { scope, home, project }: { scope: Scope; home: string; project: string },
): Promise<ChosenConfigs> {
  const folder = scope === 'user' ? join(home, '.hookline') : join(project, '.hookline')
  const names = scope === 'local' ? ['hooks', 'hooks.local'] : ['hooks']
  const native = names.flatMap((name) => ['ts', 'json', 'jsonc', 'toml'].map((end) => join(folder, `${name}.${end}`)))
  const files = named.length > 0 ? named.map((file) => resolve(file)) : native.filter((file) => existsSync(file))
  await loadConfigFiles({ cwd: project, files: files.map((path) => ({ path })), settingSources: [], env: {} })
  return { files, missing: files.length === 0 ? join(folder, 'hooks.json') : undefined }
}

/** A file as the agent's shell is to name it: in the project by the project's folder, so that it works in every clone. */
export function nameForShell(
  file: string,
  { scope, project, agent }: { scope: Scope; project: string; agent: Agent },
): string {
  const inside = relative(project, file)
  if (scope === 'user' || inside.startsWith('..')) return quoteWord(file)
  return `${agent.projectFolder}/${quoteWord(inside)}`
}
