/** What a matcher looks at: the value of the event's match field, and for tools the call itself. */
export interface MatchSubject {
  value: string | undefined
  toolInput?: Readonly<Record<string, unknown>> | undefined
  cwd?: string | undefined
}

/** A compiled matcher. Pure: the same subject always gives the same answer. */
export interface Matcher {
  test(subject: MatchSubject): boolean
  /** The compiled form, for people. */
  describe(): string
  /** True when it matches everything. */
  readonly all: boolean
  /** True when it looks only at the value, so that the answer may be remembered per value. */
  readonly byValue: boolean
}

/** A compiled `if`: whether the hook runs, and whether its allow or rewrite may count because all was understood. */
export interface Condition {
  test(subject: MatchSubject): { runs: boolean; complete: boolean; reason: string }
  describe(): string
}
