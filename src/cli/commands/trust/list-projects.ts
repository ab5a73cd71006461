import { existsSync } from 'node:fs'
import { findTrustFile } from '../../../config/locate-files.ts'
import { readTrustStore } from '../../../config/trust/trust-store.ts'
import { formatTable } from '../../format-table.ts'
import { showLines } from '../../show-lines.ts'
import type { Terminal } from '../../terminal.ts'

/** Shows what is approved, project by project. */
export function listProjects({ json }: { json: boolean }, terminal: Terminal): number {
  const projects = readTrustStore(process.env)
  if (json) {
    terminal.print(JSON.stringify({ version: 1, file: findTrustFile(process.env) ?? null, projects }, null, 2))
    return 0
  }
  if (projects.length === 0) terminal.print('Nothing is approved for any project.')
  for (const { root, approved } of projects) {
    terminal.print(terminal.paint.stdout('bold', `${showLines(root)}${existsSync(root) ? '' : ' (gone)'}`))
    const rows = approved.map(({ at, event, file, runs }) => [
      at.slice(0, 10),
      event ?? 'code',
      showLines(file),
      showLines(runs.split('\n')[0] ?? ''),
    ])
    for (const line of formatTable(rows, '  ')) terminal.print(line)
  }
  return 0
}
