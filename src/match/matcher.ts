/** What a matcher looks at. */
export interface MatcherSubject {
  /** The event's match field in the hook's own dialect (tool name, source, reason); undefined when the event lacks it. */
  value: string | undefined
  toolInput?: Readonly<Record<string, unknown>>
  cwd?: string
}

export interface Matcher {
  /** Never throws. A native or claude matcher whose field is absent matches; kimi's does not. */
  test(subject: MatcherSubject): boolean
  /** The compiled form, for people. */
  describe(): string
  /** The exact names it matches, when it looks at nothing else; for an index of hooks by name. */
  plainNames(): readonly string[] | null
  /** It matches whatever happens. */
  readonly all: boolean
}
