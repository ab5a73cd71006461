import type { Lineage, RunRequest } from '../../protocol/ports.ts'
import type { BrokenResult } from '../../protocol/raw-result.ts'

/** How many agents of hooks may stand below each other. */
const deepest = 3
/** How many agents hooks may start because of one event, at any depth. */
const largestFamily = 16

/**
 * The lineage of the agent that a hook is about to start, which counts it. A chain that is too deep, or an event that has
 * led to too many agents, is a failure of the hook: what that means for the call is up to its owner.
 */
export function extendLineage({ hook, session }: Pick<RunRequest, 'hook' | 'session'>): Lineage | BrokenResult {
  const { hooks, family } = session.lineage ?? { hooks: [], family: { size: 0 } }
  if (hooks.length >= deepest) return recursion(`it would be agent ${deepest + 1} of a chain: ${hooks.join(' > ')}`)
  if (family.size >= largestFamily)
    return recursion(`hooks have started ${largestFamily} agents already because of one event (${hooks[0]})`)
  family.size++
  return { hooks: [...hooks, hook.id], family }
}

function recursion(why: string): BrokenResult {
  return {
    kind: 'broken',
    class: 'spawn',
    message: `recursion: the agent of this hook was not started, ${why}`,
    hint: 'Narrow the matchers of agent hooks so that they do not run for the tools of each other’s agents.',
  }
}
