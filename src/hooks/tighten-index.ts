import { stableJson } from '../base/json.ts'
import { createHookIndex, type HookIndex } from '../engine/hook-index.ts'
import type { Hook } from '../protocol/hook.ts'

/**
 * What a running session sees after a reload: the new configuration, plus those of its hooks that the new one dropped or
 * changed. Tightening counts at once; loosening waits for the next session.
 */
export function tightenIndex(current: HookIndex, next: HookIndex): HookIndex {
  const known = new Set(next.hooks.map(definitionOf))
  const kept = current.hooks.filter((hook) => hook.idle === undefined && !known.has(definitionOf(hook)))
  return kept.length === 0 ? next : createHookIndex([...kept, ...next.hooks])
}

function definitionOf(hook: Hook): unknown {
  if (hook.handler.type === 'callback') return hook.handler.callback
  const { event, handler, timeoutMs, async, once, shadow, onFailure } = hook
  const matcher = [hook.matcher.describe(), hook.condition?.describe() ?? null]
  return stableJson([
    event,
    hook.dialect.name,
    handler,
    timeoutMs,
    async,
    once,
    shadow,
    onFailure,
    matcher,
    hook.idle !== undefined,
  ])
}
