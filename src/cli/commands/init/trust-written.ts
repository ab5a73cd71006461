import { join } from 'node:path'
import { HookError } from '../../../base/errors.ts'
import { readUntrusted } from '../../../config/load-files.ts'
import { approveItems } from '../../../config/trust/approve-items.ts'
import { judgeProject } from '../../../config/trust/judge-project.ts'
import type { WrittenFile } from './write-starter.ts'

/** Whether what was written is approved. */
export interface WrittenTrust {
  approved: boolean
  /** Why not. */
  problem?: string
}

/** Approves the configuration that was just written, as written; what else the project wants to run is left as it is. Never rejects. */
export async function trustWritten(cwd: string, [config]: readonly WrittenFile[]): Promise<WrittenTrust> {
  const request = { cwd, env: process.env, files: [], settingSources: ['project'] as const }
  const trust = judgeProject(await readUntrusted(request), request)
  const items = trust.items.filter(({ path }) => path === join(cwd, config!.path))
  const unsafe = items.find((item) => item.unsafe)?.unsafe
  if (unsafe) return { approved: false, problem: `${unsafe.path}: ${unsafe.why}. ${unsafe.hint}` }
  if (items.length === 0) return { approved: false, problem: 'the file cannot be read' }
  try {
    const keep = ({ file }: { file: string }): boolean => file !== config!.path
    await approveItems({ ...trust, items }, { env: process.env, now: Date.now(), keep })
    return { approved: true }
  } catch (error) {
    const { message, hint } = error instanceof HookError ? error : { message: String(error), hint: '' }
    return { approved: false, problem: `${message}. ${hint}` }
  }
}
