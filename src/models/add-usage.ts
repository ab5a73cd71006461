import type { Usage } from './model-types.ts'

/** Adds what one call used to a sum. A sum has a cost as soon as one call in it has. */
export function addUsage(total: Usage, more: Usage): void {
  total.inputTokens += more.inputTokens
  total.outputTokens += more.outputTokens
  if (more.cost !== undefined) total.cost = (total.cost ?? 0) + more.cost
}
