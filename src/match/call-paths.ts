const pathFields = ['file_path', 'path', 'notebook_path', 'filePath', 'notebookPath'] as const
const listFields = ['files', 'edits', 'paths', 'file_paths'] as const

/** The files a tool's input names. `malformed` says that a field for a path holds something that is not one. */
export interface CallPaths {
  paths: string[]
  malformed: boolean
}

/** Collects the paths of a tool input: the single fields, and lists of paths or of objects with such fields. */
export function listCallPaths(toolInput: Readonly<Record<string, unknown>>): CallPaths {
  const found: CallPaths = { paths: [], malformed: false }
  collectFields(toolInput, found)
  for (const field of listFields) {
    const value = readField(toolInput, field)
    if (value === undefined || value === null) continue
    if (typeof value === 'string') found.paths.push(value)
    else if (Array.isArray(value)) for (const entry of value) collectEntry(entry, found)
    else found.malformed = true
  }
  return found
}

function collectFields(record: Readonly<Record<string, unknown>>, found: CallPaths): void {
  for (const field of pathFields) {
    const value = readField(record, field)
    if (value === undefined || value === null) continue
    if (typeof value === 'string' && !value.includes('\0')) found.paths.push(value)
    else found.malformed = true
  }
}

function collectEntry(entry: unknown, found: CallPaths): void {
  if (typeof entry === 'string') found.paths.push(entry)
  else if (typeof entry === 'object' && entry !== null && !Array.isArray(entry))
    collectFields(entry as Record<string, unknown>, found)
  else found.malformed = true
}

function readField(record: Readonly<Record<string, unknown>>, field: string): unknown {
  return Object.hasOwn(record, field) ? record[field] : undefined
}
