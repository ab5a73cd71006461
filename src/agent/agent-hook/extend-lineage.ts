import type { Lineage, RunRequest } from '../../protocol/ports.ts'
import type { BrokenResult } from '../../protocol/raw-result.ts'
import { deepestLineage as deepest } from '../../store/enter-lineage.ts'
import { mostDescendants as largestFamily } from '../../store/lineage-slots.ts'

/**
 * The lineage of the agent that a hook is about to start, which counts it. A chain that is too deep, or an event that has
 * led to too many agents, is a failure of the hook: what that means for the call is up to its owner.
 */
export function extendLineage({
  hook,
  session,
  firing,
}: Pick<RunRequest, 'hook' | 'session' | 'firing'>): Lineage | BrokenResult {
  const given: Lineage = session.lineage ?? {
    hooks: [],
    family: { size: 0 },
    ...(firing !== undefined && { root: firing }),
  }
  const { hooks, family } = given
  if (hooks.length >= deepest) return recursion(`it would be agent ${deepest + 1} of a chain: ${hooks.join(' > ')}`)
  if (family.size >= largestFamily)
    return recursion(`hooks have started ${largestFamily} agents already because of one event (${hooks[0]})`)
  family.size++
  return { ...given, hooks: [...hooks, hook.id] }
}

function recursion(why: string): BrokenResult {
  return {
    kind: 'broken',
    class: 'spawn',
    message: `recursion: the agent of this hook was not started, ${why}`,
    hint: 'Narrow the matchers of agent hooks so that they do not run for the tools of each other’s agents.',
  }
}
