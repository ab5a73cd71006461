/** What checks know of the world around the files. */
export interface LintContext {
  /** Root of the project: hooks run here. */
  readonly projectDir: string
  readonly env: Readonly<Record<string, string | undefined>>
}
