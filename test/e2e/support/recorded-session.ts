import { join } from 'node:path'
import { createHooks } from '../../../src/hooks/create-hooks.ts'
import type { HookSession } from '../../../src/hooks/hook-session.ts'
import { openRecordLog } from '../../../src/store/records/record-log.ts'
import type { Project } from './project.ts'

/** Where the programs of a project's user keep their records. */
export function recordsOf(project: Project): string {
  return join(project.home, '.local/state/hookline/records.db')
}

/** Runs a session under the hooks of a file and records it where the programs of the project look. */
export async function recordSession(
  project: Project,
  { id, config }: { id: string; config: string },
  work: (session: HookSession) => Promise<void>,
): Promise<void> {
  const log = openRecordLog({ path: recordsOf(project) })
  const hooks = await createHooks(
    {},
    {
      cwd: project.folder,
      files: [project.path(config)],
      env: { PATH: process.env['PATH'], HOME: project.home },
      observer: () => {},
      preflight: false,
      records: log,
    },
  )
  try {
    await work(hooks.session({ id, projectDir: project.folder, cwd: project.folder }))
  } finally {
    await hooks.close()
    await log.close()
  }
}
