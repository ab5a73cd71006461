/** How a tool touches the world. */
export type ToolKind = 'readonly' | 'write' | 'execute' | 'mcp'

const knownKinds: Readonly<Record<string, ToolKind>> = {
  Read: 'readonly',
  Glob: 'readonly',
  Grep: 'readonly',
  TaskList: 'readonly',
  TodoWrite: 'readonly',
  AskUserQuestion: 'readonly',
  Write: 'write',
  Edit: 'write',
  NotebookEdit: 'write',
}

/** The kind of a tool by its name; one that is not known is treated as one that executes. */
export function toolKindOf(name: string): ToolKind {
  if (name.startsWith('mcp__')) return 'mcp'
  return Object.hasOwn(knownKinds, name) ? knownKinds[name]! : 'execute'
}

const pathFields = ['file_path', 'path', 'notebook_path', 'filePath']

/** The paths an input names. */
export function affectedPathsOf(input: Readonly<Record<string, unknown>>): string[] {
  return pathFields.map((field) => input[field]).filter((path): path is string => typeof path === 'string')
}
