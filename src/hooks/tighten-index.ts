import { stableJson } from '../base/json.ts'
import { createHookIndex, type HookIndex } from '../engine/hook-index.ts'
import type { Hook } from '../protocol/hook.ts'
import type { HookCallback } from '../protocol/hook-callback.ts'

/**
 * What a running session sees after a reload: the new configuration, plus those of its hooks that the new one dropped or
 * changed. Tightening counts at once; loosening waits for the next session.
 */
export function tightenIndex(current: HookIndex, next: HookIndex): HookIndex {
  const known = new Set(next.hooks.map(definitionOf))
  const kept = current.hooks.filter((hook) => hook.idle === undefined && !known.has(definitionOf(hook)))
  return kept.length === 0 ? next : createHookIndex([...kept, ...next.hooks])
}

function definitionOf(hook: Hook): string {
  const { event, handler, timeoutMs, async, once, shadow, recheck, onFailure } = hook
  return stableJson([
    event,
    hook.dialect.name,
    handler.type === 'callback' ? numberOf(handler.callback) : handler,
    { timeoutMs, async, once, shadow, recheck, onFailure },
    hook.matcher.describe(),
    hook.condition?.describe() ?? null,
    hook.idle !== undefined,
  ])
}

const numbers = new WeakMap<HookCallback, number>()
let lastNumber = 0

// A function has no text that tells it from others: it is the same only as itself.
function numberOf(callback: HookCallback): number {
  const known = numbers.get(callback)
  if (known !== undefined) return known
  numbers.set(callback, ++lastNumber)
  return lastNumber
}
