import { type PermissionRules, parsePermissions } from '../match/index.ts'
import type { PermissionLists } from '../protocol/native-config.ts'

type Lists = Required<PermissionLists>

/** The rules of one session: those of the configuration and its own. Throws `CONFIG_INVALID_PATTERN` for a bad rule. */
export function joinPermissions(shared: Lists, own: PermissionLists = {}): PermissionRules {
  return parsePermissions({
    allow: [...shared.allow, ...(own.allow ?? [])],
    ask: [...shared.ask, ...(own.ask ?? [])],
    deny: [...shared.deny, ...(own.deny ?? [])],
  })
}

/**
 * The lists that hold for a running session after a reload: what forbids or asks is added at once and dropped with the
 * next session, what allows is dropped at once and added with the next session. Pure.
 */
export function tightenPermissions(current: Lists, next: Lists): Lists {
  return {
    allow: current.allow.filter((rule) => next.allow.includes(rule)),
    ask: [...new Set([...current.ask, ...next.ask])],
    deny: [...new Set([...current.deny, ...next.deny])],
  }
}
