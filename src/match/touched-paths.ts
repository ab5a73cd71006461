import { listCallPaths } from './call-paths.ts'
import { readCommand } from './read-command.ts'
import type { ToolCall } from './tool-call.ts'
import { isShellTool, nativeToolName } from './tool-names.ts'
import { listTouchedPathsOf, type TouchedPath } from './touched-command.ts'

/**
 * Lists the files a call names, as far as its text tells: the paths of a tool's input, and of a shell command its
 * redirects and the operands of programs that are known to read or change files. Paths of a shell command are absolute or
 * relative to the call's directory, `cd` included. Never throws; a command that cannot be read at all gives one null path.
 */
export function listTouchedPaths(call: ToolCall): TouchedPath[] {
  if (!isShellTool(nativeToolName(call.toolName))) return listInputPaths(call)
  const facts = readCommand(call)
  if (facts === null) return [{ path: null, raw: '', access: 'write' }]
  return facts.commands.flatMap(listTouchedPathsOf)
}

const readingTools = new Set(['Read', 'Grep', 'Glob', 'LS', 'NotebookRead'])

function listInputPaths(call: ToolCall): TouchedPath[] {
  const access = readingTools.has(nativeToolName(call.toolName)) ? 'read' : 'write'
  const { paths, malformed } = listCallPaths(call.toolInput)
  const touched: TouchedPath[] = paths.map((path) => ({ path, raw: path, access }))
  return malformed ? [...touched, { path: null, raw: '', access }] : touched
}
