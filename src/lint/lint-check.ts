import type { HookError, Place } from '../base/errors.ts'
import type { Fix } from './fix.ts'
import type { LintedFile } from './linted-file.ts'
import type { LintedHook } from './linted-hook.ts'

/** `error`: the configuration does not do what it says. `warning`: it probably does not do what its author wants. */
export type Severity = 'error' | 'warning'

/** One thing that lint looks for. The table of checks is the only list; help, docs and tests derive from it. */
export interface LintCheck {
  /** Stable: scripts and people refer to it. */
  readonly code: string
  /** What is wrong, as a sentence. */
  readonly title: string
  readonly severity: Severity
  /** What happens if it stays. */
  readonly why: string
  /** What to do about it; the hint of findings that bring none of their own. */
  readonly remedy: string
  /** `--fix` can mend at least some of its findings. */
  readonly fixable?: true
  /** Files that have the fault, and the same without it. The tests lint both. */
  readonly example: { readonly wrong: ExampleFiles; readonly right: ExampleFiles }
  /** Says whether what reading the file complained about is this fault; the first check that does so has it. */
  readonly claims?: (told: ToldByReading, file: LintedFile) => boolean
  /** What mends a fault that reading complained about. */
  readonly mend?: (told: ToldByReading, file: LintedFile) => Fix | undefined
  /** What it finds says more than what reading complained about at the same place. */
  readonly outranksReading?: true
  /** Looks at one file. */
  readonly file?: (file: LintedFile) => Findings
  /** Looks at one hook. */
  readonly hook?: (hook: LintedHook) => Findings
  /** Looks at all files together. */
  readonly together?: (files: readonly LintedFile[]) => Findings
}

/** Files by path; scripts (`*.sh`) are executable unless a mode says otherwise. */
export type ExampleFiles = Readonly<Record<string, string | { readonly text: string; readonly mode: number }>>

/** What reading a configuration said: a problem stops it from loading, a notice does not. */
export interface ToldByReading {
  readonly kind: 'problem' | 'notice'
  readonly error: HookError
}

export type Findings = Iterable<Finding> | Promise<Iterable<Finding>>

/** A fault at a place. */
export interface Finding {
  readonly place: Place
  readonly message: string
  readonly hint?: string
  readonly fix?: Fix
}
