import { existsSync } from 'node:fs'
import { readTrustStore, trustFile } from '../../../config/trust/trust-store.ts'
import { showLines } from '../../show-lines.ts'
import type { Terminal } from '../../terminal.ts'

/** Shows what is approved, project by project. */
export function listProjects({ json }: { json: boolean }, terminal: Terminal): number {
  const projects = readTrustStore(process.env)
  if (json) {
    terminal.print(JSON.stringify({ version: 1, file: trustFile(process.env) ?? null, projects }, null, 2))
    return 0
  }
  if (projects.length === 0) terminal.print('Nothing is approved for any project.')
  for (const { root, approved } of projects) {
    terminal.print(terminal.paint.stdout('bold', `${showLines(root)}${existsSync(root) ? '' : ' (gone)'}`))
    for (const { at, event, file, runs } of approved) {
      const [firstLine = ''] = runs.split('\n')
      terminal.print(`  ${at.slice(0, 10)}  ${event ?? 'code'}  ${showLines(file)}  ${showLines(firstLine)}`)
    }
  }
  return 0
}
