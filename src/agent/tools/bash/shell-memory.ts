import { changesWhatRuns } from '../../../shell/risky-variables.ts'

/** What a shell leaves behind for the next one. */
export interface ShellTraces {
  cwd: string
  env: Record<string, string>
}

/**
 * The variables that commands have exported or unset, over an environment that others may change meanwhile. Names that
 * decide what other programs load or run are not kept: a later command is judged by its words, and must mean them.
 */
export class ShellMemory {
  readonly #changes = new Map<string, string | undefined>()

  /** The environment for the next command. */
  apply(base: Readonly<Record<string, string>>): Record<string, string> {
    const env: Record<string, string> = {}
    for (const [name, value] of Object.entries(base)) if (!startsShells.test(name)) env[name] = value
    for (const [name, value] of this.#changes) {
      if (value === undefined) delete env[name]
      else env[name] = value
    }
    return env
  }

  /** Takes note of how a command has changed its environment. Returns the names it changed that are not kept. */
  learn(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>): string[] {
    const dropped: string[] = []
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (before[name] === after[name] || shellsOwn.test(name)) continue
      if (changesWhatRuns(name) || name.startsWith('BASH_FUNC_')) dropped.push(name)
      else this.#changes.set(name, after[name])
    }
    return dropped
  }
}

// Each makes a shell that nobody sees run or behave as its value says.
const startsShells = /^(BASH_ENV|ENV|SHELLOPTS|BASHOPTS)$/

// Bash itself sets these, and the mark belongs to one run.
const shellsOwn = /^(_|PWD|OLDPWD|SHLVL|HOOKLINE_RUN)$/

/** Reads what the script has written down; undefined when it is not complete. */
export function parseTraces(text: string): ShellTraces | undefined {
  const [cwd = '', ...lines] = text.split('\0')
  if (!cwd.startsWith('/') || lines.pop() !== '' || lines.pop() !== '') return undefined
  const pairs = lines.map((line) => {
    const at = line.indexOf('=')
    return [line.slice(0, at), line.slice(at + 1)]
  })
  return { cwd: cwd.replace(/\n$/, ''), env: Object.fromEntries(pairs) }
}
