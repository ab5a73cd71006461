/** What the first line of a script asks for. */
export interface Shebang {
  /** As written: `/usr/bin/env` or `/bin/bash`. */
  path: string
  /** The program behind it: `bash`, `python3`. */
  program: string
  /** The program is looked up in PATH, through `env`. */
  byName: boolean
}

/** Reads the `#!` line of a script; undefined when it has none. */
export function readShebang(text: string): Shebang | undefined {
  const words = /^#!\s*(?<line>[^\n]*)/.exec(text)?.groups?.['line']?.trim().split(/\s+/)
  const path = words?.[0]
  if (path === undefined || path === '') return undefined
  if (!/(?:^|\/)env$/.test(path)) return { path, program: path.split('/').at(-1)!, byName: false }
  const program = words!.slice(1).find((word) => !word.startsWith('-') && !word.includes('='))
  return program === undefined ? undefined : { path, program: program.split('/').at(-1)!, byName: true }
}
