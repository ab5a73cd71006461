import { rankOf } from '../../protocol/decision.ts'
import type { FullInput } from '../../protocol/full-input.ts'
import type { Verdict } from '../../protocol/verdict.ts'
import { type Protection, type ProtectionVerdict, protectionId } from './create-protection.ts'

/**
 * Adds what the guard of hook files says to the verdict on a tool call, by the lattice: it looks at the input as asked for and as
 * each hook has rewritten it, and the strictest counts. While its owner has lifted it, a warning says what it would have said.
 */
export function applyProtection(
  verdict: Verdict,
  input: FullInput,
  { protection, between }: { protection: Protection; between: readonly Record<string, unknown>[] },
): void {
  const laundered = between.map((toolInput) => judgeInput(protection, { ...input, toolInput }))
  const denied = laundered.find((said) => said?.decision === 'deny')
  const said = denied ?? judgeInput(protection, input, verdict.input)
  if (said?.warning !== undefined) verdict.warnings.push(said.warning)
  if (said === null || rankOf(said.decision) <= rankOf(verdict.decision)) return
  verdict.decision = said.decision
  verdict.reason = said.reason
  verdict.decidedBy = protectionId
}

/** The guard of a running session after a reload: lifting it, or leaving more out of it, waits for the next session. */
export function tightenProtection(now: Protection | undefined, next: Protection | undefined): Protection | undefined {
  if (now === undefined || next === undefined) return now ?? next
  return now.except.every((glob) => next.except.includes(glob)) ? now : next
}

/** What the guard says about a call, as asked for and as it would run. */
export function judgeInput(
  protection: Protection,
  input: FullInput,
  rewritten?: Record<string, unknown>,
): ProtectionVerdict | null {
  const { toolName, toolInput = {}, cwd } = input
  if (toolName === undefined || !protection.concerns(toolName)) return null
  const asked = protection.judge({ toolName, toolInput, cwd })
  if (rewritten === undefined || asked?.decision === 'deny') return asked
  const now = protection.judge({ toolName, toolInput: rewritten, cwd })
  return now !== null && rankOf(now.decision) >= rankOf(asked?.decision ?? null) ? now : asked
}
