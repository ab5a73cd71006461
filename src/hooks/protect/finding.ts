/** What is wrong with a call: it would change something protected, or only a running shell could tell whether it would. */
export interface Finding {
  decision: 'deny' | 'ask'
  /** What it does, as the end of a sentence that begins with "it". */
  what: string
}

/** The strictest of several findings, the first of equals; null when there is none. */
export function strictestFinding(findings: Iterable<Finding | null>): Finding | null {
  let strictest: Finding | null = null
  for (const finding of findings) {
    if (finding?.decision === 'deny') return finding
    strictest ??= finding
  }
  return strictest
}

export function deny(what: string): Finding {
  return { decision: 'deny', what }
}

export function ask(what: string): Finding {
  return { decision: 'ask', what }
}
