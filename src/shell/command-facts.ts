/** A word of a command: its value after quote removal and static expansion, or null when only a running shell could tell. */
export interface Word {
  value: string | null
  /** The text as written. Empty for arguments that arrive only when the command runs (`xargs rm`: value null). */
  raw: string
  /** The value holds an unquoted pattern (`*`, `?`, `[…]`) that the shell would match against file names. */
  glob?: true
  /** The value begins with a `~` that stands for a home directory: `~`, `~user`, `$HOME`. A quoted `~` is not marked. */
  home?: true
}

/** One simple command as the shell would run it, with wrappers seen through. */
export interface SimpleCommand {
  /** Command name first; assignments and redirects are not among them. Never empty, unless the command is only assignments. */
  words: Word[]
  assignments: { name: string; value: Word }[]
  redirects: Redirect[]
  /** What it was found behind, outermost first: `sh -c`, `env`, `xargs`, `$( )`. Empty for a command written plainly. */
  via: string[]
  /** Directory it runs in relative to where the whole text starts (`.` at first, tracked through `cd`), null when unknown. */
  cwd: string | null
  /**
   * Present on a command that only a shell without Bash's extensions would run for this text (`echo {a,b}` with its braces kept,
   * `x &>log rm y` as two commands). Listed beside Bash's own reading, so that a rule sees both.
   */
  reading?: 'posix'
}

/** A redirect whose target is a file; duplications of descriptors (`2>&1`) are not listed. */
export interface Redirect {
  kind: 'read' | 'write' | 'append' | 'readwrite'
  operator: string
  target: Word
}

/** Why a text could not be understood in full. */
export interface ShellProblem {
  kind: 'syntax' | 'dynamic' | 'depth' | 'budget' | 'opaque'
  message: string
  /** Offset into the text, where known. */
  at?: number
}

/**
 * A shell command as data. `complete` is true when every command that could run is listed with static words in command
 * position and nothing exceeded the analysis budget; only then may a rule that allows rely on it. `problems` says what is missing.
 */
export interface CommandFacts {
  complete: boolean
  commands: SimpleCommand[]
  problems: ShellProblem[]
}
