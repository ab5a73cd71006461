import type { HookDefaults } from '../dialects/config-reading.ts'
import { type FailureClass, type FailurePolicy, failurePolicies } from '../protocol/failure.ts'
import type { Hook } from '../protocol/hook.ts'
import { isProjectLayer, type Layer } from '../protocol/source.ts'

/** The settings of one layer for hooks that say nothing of their own. */
export interface LayerDefaults {
  layer: Layer
  defaults: HookDefaults
}

/**
 * Fills in what hooks left to the settings of the configuration: of every setting the nearest layer wins, but files of the
 * project can only tighten, and hooks that an administrator wrote can only be tightened. The given layers are in order. Pure.
 */
export function layerDefaults(hooks: readonly Hook[], given: readonly LayerDefaults[]): Hook[] {
  const settled = new Map<Layer, Settled>()
  return hooks.map((hook) => {
    if (!hook.leftOpen) return hook
    const { layer } = hook.source
    const defaults = settled.get(layer) ?? settle(layer, given)
    settled.set(layer, defaults)
    return fillIn(hook, defaults)
  })
}

type Settled = Required<HookDefaults>

function settle(layer: Layer, given: readonly LayerDefaults[]): Settled {
  const values: Settled = { timeoutMs: 60_000, timeoutBehavior: 'ignore', failureBehavior: 'ignore', strict: false }
  for (const { layer: from, defaults } of given) {
    const { timeoutMs, timeoutBehavior, failureBehavior, strict } = defaults
    const onlyTightens = isProjectLayer(from) || (layer === 'managed' && from !== 'managed')
    const choose = (now: FailurePolicy, next: FailurePolicy): FailurePolicy =>
      onlyTightens ? strictestPolicy(now, next) : next
    // Less time for a guard is no tightening: it would make it fail open sooner. So it holds for hooks of its own kind only.
    const mayTime = !onlyTightens || isProjectLayer(layer)
    if (timeoutMs !== undefined && mayTime) values.timeoutMs = timeoutMs
    if (timeoutBehavior !== undefined) values.timeoutBehavior = choose(values.timeoutBehavior, timeoutBehavior)
    if (failureBehavior !== undefined) values.failureBehavior = choose(values.failureBehavior, failureBehavior)
    if (strict !== undefined) values.strict = onlyTightens ? values.strict || strict : strict
  }
  return values
}

/** The stricter of two policies. */
export function strictestPolicy(a: FailurePolicy, b: FailurePolicy): FailurePolicy {
  return failurePolicies.indexOf(a) >= failurePolicies.indexOf(b) ? a : b
}

function fillIn(hook: Hook, defaults: Settled): Hook {
  const { timeout, onFailure } = hook.leftOpen!
  const isStrict = defaults.strict && hook.dialect.can(hook.event, 'block')
  const policyOf = (name: FailureClass): FailurePolicy => {
    if (isStrict) return 'deny'
    return name === 'timeout' ? defaults.timeoutBehavior : defaults.failureBehavior
  }
  return {
    ...hook,
    ...(timeout && { timeoutMs: defaults.timeoutMs }),
    onFailure: { ...hook.onFailure, ...Object.fromEntries(onFailure.map((name) => [name, policyOf(name)])) },
  }
}
