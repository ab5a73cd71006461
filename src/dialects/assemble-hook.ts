import type { FailureClass, FailurePolicy } from '../protocol/failure.ts'
import { failureClasses } from '../protocol/failure.ts'
import type { Hook } from '../protocol/hook.ts'
import { callsHookline } from './calls-hookline.ts'

type Required = 'id' | 'event' | 'dialect' | 'source' | 'matcher' | 'handler' | 'timeoutMs'

/** What a dialect must say of a hook; the rest has defaults. */
export type HookParts = Pick<Hook, Required> & { [K in Exclude<keyof Hook, Required>]?: Hook[K] | undefined }

/**
 * Makes a hook of its parts. A hook of an untrusted source is idle, unless something graver keeps it from running; and so
 * is Hookline itself where it is registered as an agent's hook, since it would call itself without end.
 */
export function assembleHook(parts: HookParts): Hook {
  const { name, description, condition, budgetMs, breaker, leftOpen, statusMessage } = parts
  const own = callsHookline(parts.handler) ? itself : undefined
  const idle = parts.idle ?? own ?? (parts.source.trusted ? undefined : untrusted)
  return {
    id: parts.id,
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    event: parts.event,
    dialect: parts.dialect,
    source: parts.source,
    matcher: parts.matcher,
    ...(condition && { condition }),
    handler: parts.handler,
    timeoutMs: parts.timeoutMs,
    async: parts.async ?? false,
    once: parts.once ?? false,
    shadow: parts.shadow ?? false,
    recheck: parts.recheck ?? true,
    onFailure: parts.onFailure ?? samePolicy('ignore'),
    ...(budgetMs !== undefined && { budgetMs }),
    ...(breaker && { breaker }),
    ...(leftOpen && { leftOpen }),
    ...(statusMessage !== undefined && { statusMessage }),
    ...(idle && { idle }),
    samples: parts.samples ?? { mustDeny: [], mustAllow: [] },
  }
}

const itself = { why: 'unsupported', detail: 'it is Hookline itself, registered with an agent' } as const
const untrusted = { why: 'untrusted', detail: 'its file has not been approved' } as const

/** One policy for every class of failure. */
export function samePolicy(policy: FailurePolicy): Record<FailureClass, FailurePolicy> {
  return Object.fromEntries(failureClasses.map((name) => [name, policy])) as Record<FailureClass, FailurePolicy>
}
