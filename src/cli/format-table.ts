/** Rows as columns of equal width, two blanks apart; the last column is not padded. */
export function formatTable(rows: readonly (readonly string[])[], indent = ''): string[] {
  const widths: number[] = []
  for (const row of rows)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
    })
  const pad = (cell: string, column: number, row: readonly string[]): string =>
    column === row.length - 1 ? cell : cell.padEnd(widths[column]!)
  return rows.map((row) => `${indent}${row.map((cell, column) => pad(cell, column, row)).join('  ')}`.trimEnd())
}
