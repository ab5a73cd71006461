import { describeRuns } from './describe-runs.ts'
import type { ProjectTrust } from './judge-project.ts'
import { identifyProject } from './project-identity.ts'
import type { TrustItem } from './trust-item.ts'
import { recordTrustAct } from './trust-log.ts'
import { type ApprovedItem, changeApproved } from './trust-store.ts'

interface ApprovalOptions {
  env: Readonly<Record<string, string | undefined>>
  /** Milliseconds since 1970. */
  now: number
  /** Approvals of this project that stay beside the new ones; none by default. */
  keep?: (item: ApprovedItem) => boolean
}

/**
 * Approves what a project wants to run, exactly as it was judged: bytes that changed since then are not covered. Older approvals of
 * the project are dropped. Throws `TRUST_STORE_UNSAFE`.
 */
export async function approveItems(
  { root, digest, items }: Pick<ProjectTrust, 'root' | 'digest' | 'items'>,
  { env, now, keep = () => false }: ApprovalOptions,
): Promise<void> {
  const at = new Date(now).toISOString()
  const approved = items.filter(({ unsafe }) => !unsafe).map((item) => describe(item, at))
  const isNew = ({ digest }: ApprovedItem): boolean => approved.every((item) => item.digest !== digest)
  recordTrustAct(env, now, { act: 'approve', root, digest, hooks: approved.map((item) => item.digest) })
  await changeApproved(env, identifyProject(root), (known) => [
    ...known.filter((item) => isNew(item) && keep(item)),
    ...approved,
  ])
}

/** Forgets every approval of a project. Gives how many there were. */
export async function revokeProject(
  folder: string,
  { env, now }: Pick<ApprovalOptions, 'env' | 'now'>,
): Promise<number> {
  let count = 0
  const project = identifyProject(folder)
  recordTrustAct(env, now, { act: 'revoke', root: project.root })
  await changeApproved(env, project, (known) => {
    count = known.length
    return []
  })
  return count
}

function describe(item: TrustItem, at: string): ApprovedItem {
  return {
    digest: item.digest,
    definition: item.definition,
    file: item.file,
    event: item.hook?.event ?? null,
    runs: describeRuns(item),
    scripts: item.scripts.map(({ name, sha256 }) => ({ name, sha256 })),
    at,
  }
}
