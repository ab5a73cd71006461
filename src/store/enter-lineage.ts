import { describeThrown } from '../base/describe-thrown.ts'
import type { Ancestry, Lineage } from '../protocol/ports.ts'
import { mostDescendants, takeSlot } from './lineage-slots.ts'
import { type LineageToken, lineageVariable, readToken } from './lineage-token.ts'

/** How many hooks may stand above a process or an agent. */
export const deepestLineage = 3

/** Who comes to live below the hooks of another process. */
export interface Entrant {
  env: Readonly<Record<string, string | undefined>>
  sessionId: string
  /** True for an agent, which counts by itself; other sessions of one process count together. */
  isAgent: boolean
}

const entered = new Map<string, Lineage>()

/**
 * The hooks below which this process was started, as its environment tells; undefined when there are none. A session that
 * would be too deep, or one too many, is given the reason, and so is one whose environment tells what Hookline did not write:
 * such a process counts as the deepest, never as a beginning. Never throws.
 */
export function enterLineage({ env, sessionId, isAgent }: Entrant): Lineage | undefined {
  const text = env[lineageVariable] ?? process.env[lineageVariable]
  if (text === undefined) return undefined
  const known = isAgent ? undefined : entered.get(text)
  if (known) return known
  const token = readToken(text, env)
  const above = token === null ? forged : admit(token, { env, sessionId })
  const lineage = { hooks: above.hooks.map(({ id }) => id), family: { size: above.size }, above }
  if (!isAgent) entered.set(text, lineage)
  return lineage
}

const forged: Ancestry & { size: number } = {
  root: '',
  hooks: [],
  size: mostDescendants,
  refusal: `${lineageVariable} holds what this user's Hookline did not write, so nobody knows how deep this is`,
}

function admit(
  token: LineageToken,
  { env, sessionId }: Pick<Entrant, 'env' | 'sessionId'>,
): Ancestry & { size: number } {
  const { root, hooks, session } = token
  const chain = hooks.map(({ id }) => id).join(' > ')
  if (hooks.length > deepestLineage)
    return {
      root,
      hooks,
      size: 0,
      refusal: `hooks may start each other ${deepestLineage} deep, and this is ${hooks.length} deep: ${chain}`,
    }
  try {
    // An agent fires many events and is one descendant; a hook that fires its own event again is one more each time.
    const slot = takeSlot(root, { session: sessionId === session ? null : sessionId, env })
    if (slot !== null) return { root, hooks, size: slot }
    return {
      root,
      hooks,
      size: mostDescendants,
      refusal: `hooks have started ${mostDescendants} sessions already because of one event: ${chain}`,
    }
  } catch (error) {
    return {
      root,
      hooks,
      size: mostDescendants,
      refusal: `it cannot be counted what hooks have started: ${describeThrown(error)}`,
    }
  }
}
