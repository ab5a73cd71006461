/** A piece of a command line: text of the author, or a template such as `{{tool_input.file_path}}`. */
export type Piece = { text: string } | { template: string; path: readonly string[] }

// Other programs have templates of the same looks (`{{.Names}}`, `{{json .}}`): only a dotted path of plain names is ours.
const templates = /\{\{\s*([A-Za-z_][\w-]*(?:\.[\w-]+)*)\s*\}\}/g

/** Cuts a command line into its pieces, in order. */
export function splitTemplates(command: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of command.matchAll(templates)) {
    if (match.index > from) pieces.push({ text: command.slice(from, match.index) })
    pieces.push({ template: match[0], path: match[1]!.split('.') })
    from = match.index + match[0].length
  }
  if (from < command.length) pieces.push({ text: command.slice(from) })
  return pieces
}
