import { HookError } from '../../../base/errors.ts'
import { compilePattern } from '../../../match/index.ts'
import { optional, text } from '../../../protocol/schema/field.ts'
import { defineBuiltin } from '../define-builtin.ts'
import { shortenText } from '../shorten-text.ts'
import type { AgentTool } from '../tool-types.ts'
import { type BackgroundReport, backgroundShells } from './background-shells.ts'

/** Reads what a background command has printed since it was last asked. */
export const bashOutputTool: AgentTool = defineBuiltin({
  name: 'BashOutput',
  description: 'Gives what a command in the background has printed since the last call, and whether it still runs.',
  kind: 'readonly',
  input: {
    bash_id: text('The id that Bash gave for the command.'),
    filter: optional(
      text('A regular expression; only lines that it matches are given, the others are dropped for good.'),
    ),
  },
  refuse: ({ filter }) => (filter === undefined ? undefined : findFlaw(filter)),
  async run({ bash_id, filter }, { state }): Promise<BackgroundReport> {
    const report = backgroundShells(state).find(bash_id).report()
    if (filter === undefined) return report
    const pattern = compilePattern(filter, { reach: 'anywhere' })
    const keep = (printed: string) =>
      printed
        .split('\n')
        .filter((line) => pattern.test(line))
        .join('\n')
    return { ...report, stdout: keep(report.stdout), stderr: keep(report.stderr) }
  },
  toText({ status, exitCode, stdout, stderr }) {
    if (typeof stdout !== 'string' || typeof stderr !== 'string') return undefined
    const standing = `Status: ${status}${typeof exitCode === 'number' ? `, exit code ${exitCode}` : ''}`
    const parts = [stdout, stderr].map((part) => shortenText(part.trimEnd())).filter((part) => part !== '')
    return [standing, ...(parts.length === 0 ? ['(no new output)'] : parts)].join('\n')
  },
})

function findFlaw(filter: string): string | undefined {
  try {
    compilePattern(filter, { reach: 'anywhere' })
    return undefined
  } catch (error) {
    if (error instanceof HookError) return `filter is no valid pattern: ${error.message}`
    throw error
  }
}
