import { evaluatePermissions, type PermissionRules, type PermissionVerdict } from '../match/index.ts'
import { rankOf } from '../protocol/decision.ts'
import type { FullInput } from '../protocol/full-input.ts'
import type { Verdict } from '../protocol/verdict.ts'

/**
 * Adds what permission rules say to the verdict on a tool call, by the same lattice as hooks: the stricter of the two
 * counts. Deny rules look at the input as asked for and as each hook has rewritten it, the others at what would run.
 */
export function applyRules(
  verdict: Verdict,
  input: FullInput,
  { rules, between }: { rules: PermissionRules; between: readonly Record<string, unknown>[] },
): void {
  const deny = { allow: [], ask: [], deny: rules.deny }
  const laundered = between.map((toolInput) => judgeByRules(deny, { ...input, toolInput }))
  const said = laundered.find((each) => each?.decision === 'deny') ?? judgeByRules(rules, input, verdict.input)
  if (said === null || rankOf(said.decision) <= rankOf(verdict.decision)) return
  verdict.decision = said.decision
  verdict.reason = said.reason
  verdict.decidedBy = `rule:${said.rule}`
}

/** What the rules say about a call; null when there are none, or no tool is called. */
export function judgeByRules(
  rules: PermissionRules,
  input: FullInput,
  rewritten?: Record<string, unknown>,
): PermissionVerdict | null {
  if (rules.allow.length + rules.ask.length + rules.deny.length === 0 || input.toolName === undefined) return null
  const asked = { toolName: input.toolName, toolInput: input.toolInput ?? {}, cwd: input.cwd }
  const denied = evaluatePermissions({ allow: [], ask: [], deny: rules.deny }, asked)
  if (denied.decision === 'deny') return denied
  return evaluatePermissions(rules, { ...asked, toolInput: rewritten ?? asked.toolInput })
}
