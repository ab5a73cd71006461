import type { ToolState } from '../tool-types.ts'
import { ShellSession } from './shell-session.ts'

/** The shell of a session, made when a command first needs it and ended with the session. */
export function shellOf(state: ToolState): ShellSession {
  return state.part('shell', () => {
    const shell = new ShellSession()
    state.onClose(() => shell.close())
    return shell
  })
}
