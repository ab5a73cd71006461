import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { quoteWord } from '../../dialects/convert/quote-word.ts'
import type { Agent } from './agents.ts'

/** The command line that an agent is to run for every event. */
export function writeCommand(agent: Agent, configs: readonly string[], program: string): string {
  return [
    `${program} fire --reply ${agent.dialect} --on-error block --event -`,
    ...configs.map((file) => `--config ${file}`),
  ].join(' ')
}

/**
 * How a shell starts this program: by its name where the search path has it for good, else by this very file and Node. What
 * a package runner puts on the path is gone when the agent looks for it.
 */
export function chooseProgram(self: { node: string; script: string }, env: NodeJS.ProcessEnv): string {
  const folders = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !/node_modules|_npx/.test(folder))
  if (folders.some((folder) => isProgram(join(folder, 'hookline')))) return 'hookline'
  return `${quoteWord(self.node)} ${quoteWord(self.script)}`
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
