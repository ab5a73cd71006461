import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { quoteWord } from '../../dialects/convert/quote-word.ts'

// Claude Code tells its hooks the session; whoever starts it with an id of their own keeps that.
const id = 'CCC_SUPERVISOR_ID="${CCC_SUPERVISOR_ID:-${CLAUDE_CODE_SESSION_ID:-claude}}"'

/**
 * The command line of the hook: the program by its name where the search path has it for good, else by Node and this very
 * file. What a package runner puts on the path is gone when the agent looks for it.
 */
export function chooseHookCommand(script: string, env: NodeJS.ProcessEnv): string {
  const folders = (env['PATH'] ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '' && !/node_modules|_npx/.test(folder))
  const isInstalled = folders.some((folder) => isProgram(join(folder, 'ccc')))
  const program = isInstalled ? 'ccc' : `${quoteWord(process.execPath)} ${quoteWord(script)}`
  return `${id} ${program} supervisor-hook`
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
