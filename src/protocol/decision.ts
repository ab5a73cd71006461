/** What hooks and rules may say about a call, strictest first. None is null. */
export const decisions = ['deny', 'ask', 'allow'] as const

export type Decision = (typeof decisions)[number]

/** deny > ask > allow > none. Commutative, associative, and deny absorbs: the order in which hooks finish cannot matter. */
export function strictestDecision(a: Decision | null, b: Decision | null): Decision | null {
  return rankOf(a) >= rankOf(b) ? a : b
}

/** 3 for deny, 2 for ask, 1 for allow, 0 for none. */
export function rankOf(decision: Decision | null): number {
  return decision === null ? 0 : decisions.length - decisions.indexOf(decision)
}

/** Every word under which documents spell a decision; a word that is not here is no decision but a mistake. */
export const decisionWords: Readonly<Record<string, Decision>> = {
  deny: 'deny',
  block: 'deny',
  ask: 'ask',
  allow: 'allow',
  approve: 'allow',
}
