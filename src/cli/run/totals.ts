import type { Session } from '../../agent/index.ts'
import type { Usage } from '../../models/model-types.ts'
import type { Price } from './read-settings.ts'
import { showCost, showDuration, showTokens } from './view/show-numbers.ts'

/** What a session has used. */
export interface Totals {
  turns: number
  usage: Usage
  /** Dollars; null when nobody has said what tokens cost. */
  costUsd: number | null
  durationMs: number
}

/** Adds up what a session has used since it began, and the time since a moment of `performance.now()`. */
export function readTotals(session: Session, { price, since }: { price: Price | null; since: number }): Totals {
  const { turns, usage } = session
  const { inputTokens, outputTokens } = usage
  return {
    turns,
    usage: { inputTokens, outputTokens },
    costUsd: costOf(usage, price),
    durationMs: Math.round(performance.now() - since),
  }
}

/** What tokens cost; null when nobody has said. */
export function costOf(usage: Usage, price: Price | null): number | null {
  if (!price) return usage.cost ?? null
  return (usage.inputTokens * price.input + usage.outputTokens * price.output) / 1_000_000
}

/** Totals for people: `1.2k tokens in · 300 out · $0.0081 · 4.2 s`. */
export function showTotals({ usage, costUsd, durationMs }: Omit<Totals, 'turns'>, dot: string): string {
  const parts = [
    `${showTokens(usage.inputTokens)} tokens in`,
    `${showTokens(usage.outputTokens)} out`,
    ...(costUsd === null ? [] : [showCost(costUsd)]),
    showDuration(durationMs),
  ]
  return parts.join(` ${dot} `)
}
