import { text } from '../../../protocol/schema/field.ts'
import { defineBuiltin } from '../define-builtin.ts'
import type { AgentTool } from '../tool-types.ts'
import { type BackgroundReport, backgroundShells } from './background-shells.ts'

/** Ends a background command and all it has started. */
export const killShellTool: AgentTool = defineBuiltin({
  name: 'KillShell',
  description: 'Ends a command that runs in the background.',
  kind: 'execute',
  input: { shell_id: text('The id that Bash gave for the command.') },
  async run({ shell_id }, { state }): Promise<Omit<BackgroundReport, 'stdout' | 'stderr'>> {
    return backgroundShells(state).find(shell_id).kill()
  },
  toText({ shellId, status, exitCode }) {
    if (typeof shellId !== 'string' || typeof status !== 'string') return undefined
    if (status === 'killed') return `Ended ${shellId}.`
    return `${shellId} had ended before: ${status}${typeof exitCode === 'number' ? `, exit code ${exitCode}` : ''}.`
  },
})
