import { evaluatePermissions, type PermissionRules } from '../match/index.ts'
import { rankOf } from '../protocol/decision.ts'
import type { FullInput } from '../protocol/full-input.ts'
import type { Verdict } from '../protocol/verdict.ts'

/**
 * Adds what permission rules say to the verdict on a tool call, by the same lattice as hooks: the stricter of the two
 * counts. Deny rules look at the input as asked for and as hooks have rewritten it, the others at what would run.
 */
export function applyRules(verdict: Verdict, input: FullInput, rules: PermissionRules): void {
  if (rules.allow.length + rules.ask.length + rules.deny.length === 0 || input.toolName === undefined) return
  const asked = { toolName: input.toolName, toolInput: input.toolInput ?? {}, cwd: input.cwd }
  const denied = evaluatePermissions({ allow: [], ask: [], deny: rules.deny }, asked)
  const said =
    denied.decision === 'deny'
      ? denied
      : evaluatePermissions(rules, { ...asked, toolInput: verdict.input ?? asked.toolInput })
  if (rankOf(said.decision) <= rankOf(verdict.decision)) return
  verdict.decision = said.decision
  verdict.reason = said.reason
  verdict.decidedBy = `rule:${said.rule}`
}
