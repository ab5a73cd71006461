import type { ParsedScript, Word as SyntaxWord } from 'unbash'
import type { Analysis } from './analysis.ts'
import type { Redirect, ShellProblem, SimpleCommand, Word } from './command-facts.ts'
import type { Directory, Ends } from './track-directory.ts'
import { Variables } from './variables.ts'

/** A word after expansion. `template` is its value with `$_` in place of what is not static: code in it can still be looked at. */
export interface Field extends Word {
  template: string
  /** An unquoted expansion: at run time it may be no word or several. */
  open?: true
}

/** What a command reads: nothing known, or a text given in the command line itself. `sure` when it reads all of it and no more. */
export type Input = { text: string; sure: boolean } | null

/** Where in the text the walk stands. Never mutated: a step into something derives a new one. */
export interface Context {
  analysis: Analysis
  variables: Variables
  walk: Walkers
  /** Shared by all commands listed from here; never mutated. */
  via: string[]
  depth: number
  cwd: Directory
  /** Runs exactly once, in order: here assignments may be relied on. */
  straight: boolean
  /** Runs at an unknown later time: here no variable is resolved. */
  deferred: boolean
  input: Input
  /** Offsets of the parser point into the whole text, not into some unquoted part of it. */
  located: boolean
}

/** The mutually recursive steps of the walk, handed down so that files need not import each other in circles. */
export interface Walkers {
  script(script: ParsedScript, context: Context): Ends
  text(text: string, context: Context): Ends
  single(word: SyntaxWord, context: Context): Field
  command(fields: Field[], context: Context, dress?: Dress): Ends
}

/** What a simple command wears besides its words. */
export interface Dress {
  assignments: SimpleCommand['assignments']
  redirects: Redirect[]
}

/** Lists a command as found here, in the directory and behind the wrappers of this place. */
export function listCommand(context: Context, command: Omit<SimpleCommand, 'via' | 'cwd'>): void {
  const { words, assignments, redirects, reading } = command
  const cwd = context.variables.directoryLost ? null : (context.cwd ?? null)
  const listed: SimpleCommand = { words, assignments, redirects, via: context.via, cwd }
  if (reading) listed.reading = reading
  context.analysis.list(listed)
}

export function report(context: Context, kind: ShellProblem['kind'], message: string, at?: number): void {
  const place = context.located && at !== undefined ? { at } : {}
  context.analysis.report({ kind, message, ...place })
}

/** Steps into what runs in a copy of this shell: a subshell, substitution, pipe element or background job. */
export function enterSubshell(context: Context, via?: string): Context {
  const inner = { ...context, straight: false }
  return via === undefined ? inner : { ...inner, via: [...context.via, via], depth: context.depth + 1 }
}

/** Steps into a command run by another process, which knows none of this shell's variables. */
export function enterProcess(context: Context, via: string): Context {
  return { ...enterWrapper(context, via), straight: true, deferred: false, variables: new Variables(context.analysis) }
}

/** Steps into a command run by this very shell, such as what `eval` or `command` is given. */
export function enterWrapper(context: Context, via: string): Context {
  return { ...context, via: [...context.via, via], depth: context.depth + 1 }
}

/** The code a field holds, for parsing. Reports when some of it is only known at run time. */
export function readCode(field: Field, context: Context): string {
  if (field.value === null) report(context, 'dynamic', `the code in ${brief(field.raw)} is put together at run time`)
  else if (field.glob) report(context, 'dynamic', `the code in ${brief(field.raw)} depends on file names`)
  return field.value ?? field.template
}

/** A piece of the text short enough for a message. */
export function brief(text: string): string {
  return `\`${text.length > 40 ? `${text.slice(0, 39)}…` : text}\``
}
