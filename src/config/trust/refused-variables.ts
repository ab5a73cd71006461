import { isSecretName } from '../../base/redact/secret-names.ts'
import type { Hook } from '../../protocol/hook.ts'
import { changesWhatRuns } from '../../shell/risky-variables.ts'

const redirects = /(^|_)(BASE_URL|API_BASE|API_URL|ENDPOINT|ENDPOINT_URL|API_HOST)$|_PROXY$|_CONFIG_DIR$|_HOME$/i

/** Whether a file of a project may not set a variable: it would load code, redirect traffic, or stand for a credential. */
export function isRefusedVariable(name: string): boolean {
  return changesWhatRuns(name) || redirects.test(name) || name.startsWith('HOOKLINE_') || isSecretName(name)
}

/** A hook of a project without the variables that its file may not set, and their names. Does not mutate. */
export function dropRefusedVariables(hook: Hook): { hook: Hook; refused: string[] } {
  const { handler } = hook
  if (handler.type !== 'command' && handler.type !== 'worker') return { hook, refused: [] }
  const given = Object.entries(handler.env ?? {})
  const refused = given.map(([name]) => name).filter(isRefusedVariable)
  if (refused.length === 0) return { hook, refused }
  const env = Object.fromEntries(given.filter(([name]) => !isRefusedVariable(name)))
  return { hook: { ...hook, handler: { ...handler, env } }, refused }
}
