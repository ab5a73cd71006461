import { userInfo } from 'node:os'
import { isAbsolute, join } from 'node:path'

/** The folder for what outlives a process: `XDG_STATE_HOME/hookline`, else `~/.local/state/hookline`. Makes nothing. */
export function stateFolder(env: Readonly<Record<string, string | undefined>>): string {
  const { XDG_STATE_HOME: state, HOME: home } = env
  if (state !== undefined && isAbsolute(state)) return join(state, 'hookline')
  return join(home !== undefined && isAbsolute(home) ? home : userInfo().homedir, '.local', 'state', 'hookline')
}
