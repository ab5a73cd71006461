import type { Analysis } from './analysis.ts'

/** The static value of a variable; `home` when it begins with a `~` that stands for a home directory. */
export interface StaticValue {
  text: string
  home: boolean
}

/** Variables the shell itself changes or treats specially: an assignment says little about what is read later. */
const SPECIAL =
  /^(_|RANDOM|SRANDOM|SECONDS|EPOCH.*|LINENO|BASH.*|UID|EUID|PPID|FUNCNAME|GROUPS|DIRSTACK|OPT(IND|ARG|ERR)|REPLY|PIPESTATUS|MAPFILE|COPROC|PWD|OLDPWD|IFS|HISTCMD|SHELLOPTS|SHLVL)$/

/** The variables one shell process has set in straight-line code. What it inherited is unknown. */
export class Variables {
  #values = new Map<string, StaticValue | null>()
  #analysis: Analysis
  /** Set when a function, sourced file or the like may change anything. */
  lost = false
  /** Set when `cd` or `exit` may be something else, or a function moves: no directory is known from here on. */
  directoryLost = false

  constructor(analysis: Analysis) {
    this.#analysis = analysis
  }

  /** Reads a variable: its static value, null when assigned but not known, undefined when this text never assigned it. */
  read(name: string): StaticValue | null | undefined {
    const { before, unstable } = this.#analysis
    if (this.lost || before.resolveNothing || before.unstable.has(name) || unstable.has(name)) return null
    const value = this.#values.get(name)
    if (value) this.#analysis.resolved.add(name)
    // Word splitting follows IFS, so a text that touches it has no static words behind variables.
    return value && this.#values.has('IFS') ? null : value
  }

  assign(name: string, value: StaticValue | null): void {
    this.#values.set(name, SPECIAL.test(name) ? null : value)
  }

  /** Makes a name dynamic for the whole text: something assigns it in a place that may run never, later or often. */
  unsettle(name: string): void {
    this.#values.set(name, null)
    this.#analysis.unstable.add(name)
  }
}
