import type { RunRequest, SessionFacts } from '../protocol/ports.ts'
import { type LineageToken, lineageVariable, writeToken } from '../store/lineage-token.ts'

/** The variable that tells whatever a hook starts below which hooks it stands. */
export function lineageEnvironment({
  hook,
  session,
  firing,
  input,
}: Pick<RunRequest, 'hook' | 'session' | 'firing'> & { input: { hookExecutionId: string } }): Record<string, string> {
  const root = session.lineage?.above?.root || firing || input.hookExecutionId
  const own = { id: hook.id.slice(0, longestId), file: hook.source.file ?? '' }
  const token: LineageToken = { root, session: session.id, hooks: [...listAncestors(session), own] }
  return { [lineageVariable]: writeToken(token, session.hostEnv) }
}

const longestId = 200

/** The hooks above a session, those of other processes first. */
export function listAncestors({ lineage }: Pick<SessionFacts, 'lineage'>): LineageToken['hooks'] {
  const above = lineage?.above?.hooks ?? []
  const here = lineage?.hooks.slice(above.length) ?? []
  return [...above, ...here.map((id) => ({ id: id.slice(0, longestId), file: '' }))]
}
