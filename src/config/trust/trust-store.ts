import { HookError } from '../../base/errors.ts'
import { isRecord } from '../../protocol/schema/check.ts'
import { findTrustFile } from '../locate-files.ts'
import { holdLock } from './hold-lock.ts'
import { readPrivateFile, writePrivateFile } from './private-file.ts'
import type { ProjectIdentity } from './project-identity.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Something its owner has approved. */
export interface ApprovedItem {
  digest: string
  definition: string
  file: string
  event: string | null
  /** What runs, for people. */
  runs: string
  scripts: { name: string; sha256: string }[]
  /** When, in ISO 8601. */
  at: string
}

/** A project of which something is approved. */
export interface TrustedProject {
  root: string
  /** Tells the folder itself, wherever it is seen. */
  folder?: string
  approved: ApprovedItem[]
}

/** Every project with approvals. Throws `TRUST_STORE_UNSAFE` when others could have written the file, or it is not understood. */
export function readTrustStore(env: Environment): TrustedProject[] {
  const file = findTrustFile(env)
  const text = file === undefined ? undefined : readPrivateFile(file)
  return text === undefined ? [] : parseStore(text, file!)
}

/** What is approved for one project, by its path or by the folder itself. Throws as `readTrustStore` does. */
export function readApproved(env: Environment, project: ProjectIdentity): ApprovedItem[] {
  return readTrustStore(env)
    .filter((known) => isSame(known, project))
    .flatMap(({ approved }) => approved)
}

/**
 * Replaces what is approved for one project; nothing left forgets the project. Processes that do this at the same time do it one
 * after the other. Throws `TRUST_STORE_UNSAFE`, and `USAGE` when there is no home.
 */
export async function changeApproved(
  env: Environment,
  project: ProjectIdentity,
  change: (approved: readonly ApprovedItem[]) => ApprovedItem[],
): Promise<void> {
  const file = findTrustFile(env)
  if (file === undefined)
    throw new HookError('USAGE', 'this user has no home to keep approvals in', { hint: 'Set HOME.' })
  await holdLock(`${file}.lock`, () => {
    const known = readTrustStore(env)
    const approved = change(known.filter((each) => isSame(each, project)).flatMap((each) => each.approved))
    const { root, folder } = project
    const projects = [
      ...known.filter((each) => !isSame(each, project)),
      ...(approved.length === 0 ? [] : [{ root, ...(folder !== undefined && { folder }), approved }]),
    ]
    writePrivateFile(file, `${JSON.stringify({ version: 1, projects }, null, 2)}\n`)
  })
}

function isSame(known: TrustedProject, { root, folder }: ProjectIdentity): boolean {
  return known.root === root || (folder !== undefined && known.folder === folder)
}

function parseStore(text: string, file: string): TrustedProject[] {
  const refuse = (why: string): HookError =>
    new HookError('TRUST_STORE_UNSAFE', `what was approved cannot be understood: ${why}`, {
      hint: 'Look at the file; when it is removed, everything has to be approved again.',
      place: { file },
    })
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw refuse((error as Error).message)
  }
  if (!isRecord(value) || value['version'] !== 1) throw refuse('found no version 1')
  const projects = value['projects']
  if (!Array.isArray(projects) || !projects.every(isProject)) throw refuse('found no list of projects')
  return projects
}

function isProject(value: unknown): value is TrustedProject {
  if (!isRecord(value) || typeof value['root'] !== 'string' || !Array.isArray(value['approved'])) return false
  return value['approved'].every((item) => isRecord(item) && typeof item['digest'] === 'string')
}
