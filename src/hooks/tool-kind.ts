import { nativeToolName } from '../match/tool-names.ts'
import { knownTools, type ToolKind } from '../protocol/known-tools.ts'

export type { ToolKind }

const kinds = new Map(knownTools.map(({ name, kind }) => [name, kind]))

/** The kind of a tool by its name in any dialect; one that is not known is treated as one that executes. */
export function toolKindOf(name: string): ToolKind {
  return name.startsWith('mcp__') ? 'mcp' : (kinds.get(nativeToolName(name)) ?? 'execute')
}

const pathFields = ['file_path', 'path', 'notebook_path', 'filePath']

/** The paths an input names. */
export function affectedPathsOf(input: Readonly<Record<string, unknown>>): string[] {
  return pathFields.map((field) => input[field]).filter((path): path is string => typeof path === 'string')
}
