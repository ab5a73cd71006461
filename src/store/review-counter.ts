/** What one session has used up. */
export interface Counter {
  rounds: number
  ms: number
  tokens: number
  /** The prompt that the count belongs to. */
  prompt: string | null
  /** What the last refusal was about, and how often in a row it was that. */
  mark: string | null
  same: number
}

/** How much a session may use; null is no limit. */
export interface RoundLimits {
  rounds: number
  ms: number | null
  tokens: number | null
}

/** No limit of rounds may be above this, so no counter can be. */
export const mostRounds = 100

/** A counter that has counted nothing. */
export function newCounter(prompt: string | null): Counter {
  return { rounds: 0, ms: 0, tokens: 0, prompt, mark: null, same: 0 }
}

/** The counter that a row holds. Throws for one that counting cannot have led to: it must never read as "enough". */
export function checkCounter(row: Record<string, unknown>): Counter {
  const { rounds, ms, tokens, prompt, mark, same } = row
  const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0
  if (!isCount(rounds) || rounds > mostRounds) throw new Error(`the counter of this session is ${String(rounds)}`)
  if (!isCount(ms) || !isCount(tokens) || !isCount(same)) throw new Error('what this session has used up is no number')
  return { rounds, ms, tokens, prompt: asText(prompt), mark: asText(mark), same }
}

function asText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

/** Which limit has been reached, in words; null while there is something left of each. */
export function spentLimit({ rounds, ms, tokens }: Counter, limits: RoundLimits): string | null {
  if (rounds >= limits.rounds) return `${rounds} of ${limits.rounds} reviews were made`
  if (limits.ms !== null && ms >= limits.ms) return `reviews took ${Math.round(ms / 1000)} of ${limits.ms / 1000} s`
  if (limits.tokens !== null && tokens >= limits.tokens) return `reviews took ${tokens} of ${limits.tokens} tokens`
  return null
}
