import { resolve } from 'node:path'
import { HookError } from '../../base/errors.ts'
import type { LoadedFile } from '../read-file-config.ts'
import { identifyProject, nameInProject } from './project-identity.ts'
import {
  createItemPlace,
  describeCode,
  describeHook,
  digestItems,
  type ItemPlace,
  type TrustItem,
} from './trust-item.ts'
import { type ApprovedItem, readApproved } from './trust-store.ts'

/** What a project wants to run, and how much of it its owner approved. */
export interface ProjectTrust {
  /** Links followed. */
  root: string
  /** One digest for everything: `sha256:…`. */
  digest: string
  items: JudgedItem[]
  /** Why approvals could not be read, if so: then nothing is approved. */
  problem: HookError | null
}

export type TrustStatus = 'approved' | 'new' | 'changed' | 'unsafe'

/** Something a project wants to run, and whether it may. */
export interface JudgedItem extends TrustItem {
  status: TrustStatus
  /** Why it may not, for people; empty when it may. */
  detail: string
}

export interface TrustRequest {
  cwd: string
  env: Readonly<Record<string, string | undefined>>
  /** Digests that count as approved: of single hooks, or of all that a project wants to run. */
  trustedHooks?: readonly string[]
}

/** Judges the files of a project by what is approved. The files are as they were read, without trust. Never throws. */
export function judgeProject(files: readonly LoadedFile[], request: TrustRequest): ProjectTrust {
  const project = identifyProject(request.cwd)
  const place = createItemPlace({ root: project.root, env: request.env })
  const items = files.flatMap((file) => describeFile(file, request.cwd, place))
  const digest = digestItems(items)
  const { approved, problem } = items.length === 0 ? nothing : readSafely(request, project)
  const good = new Set([...(request.trustedHooks ?? []), ...approved.map((known) => known.digest)])
  const isApproved = (item: TrustItem): boolean => good.has(digest) || good.has(item.digest)
  const wanted = new Set(items.map((item) => item.digest))
  const orphans = approved.filter((known) => !wanted.has(known.digest))
  return {
    root: project.root,
    digest,
    items: items.map((item) => ({ ...item, ...judge(item, isApproved(item), orphans) })),
    problem,
  }
}

const nothing = { approved: [], problem: null }

// The name is taken from the path as it was looked for: the folder may have been named by a link.
function describeFile({ file: path, layer, ...file }: LoadedFile, cwd: string, place: ItemPlace): TrustItem[] {
  const name = nameInProject(path, resolve(cwd))
  if (file.isCode) return file.reading.problems.length > 0 ? [] : [describeCode({ path, name, layer }, place)]
  return file.reading.hooks.map((hook) => describeHook(hook, { path, name, layer, document: file.document }, place))
}

function readSafely(
  { env }: TrustRequest,
  project: ReturnType<typeof identifyProject>,
): { approved: ApprovedItem[]; problem: HookError | null } {
  try {
    return { approved: readApproved(env, project), problem: null }
  } catch (error) {
    const problem =
      error instanceof HookError
        ? error
        : new HookError('TRUST_STORE_UNSAFE', `what was approved cannot be read: ${(error as Error).message}`)
    return { approved: [], problem }
  }
}

type Judgement = Pick<JudgedItem, 'status' | 'detail'>

function judge(item: TrustItem, isApproved: boolean, orphans: readonly ApprovedItem[]): Judgement {
  if (item.unsafe) {
    const { path, why, hint } = item.unsafe
    return { status: 'unsafe', detail: `${path} can be changed by others: ${why}. ${hint}` }
  }
  if (isApproved) return { status: 'approved', detail: '' }
  const sameDefinition = orphans.find(({ definition }) => definition === item.definition)
  if (sameDefinition) {
    const changed = listChanged(item, sameDefinition)
    return { status: 'changed', detail: `${changed} changed since it was approved` }
  }
  const event = item.hook?.event ?? null
  const isKnown = orphans.some((known) => known.file === item.file && known.event === event)
  if (isKnown)
    return { status: 'changed', detail: `${item.kind === 'code' ? 'the code' : 'it'} changed since it was approved` }
  return { status: 'new', detail: 'it has not been approved' }
}

function listChanged(item: TrustItem, known: ApprovedItem): string {
  const before = new Map((known.scripts ?? []).map(({ name, sha256 }) => [name, sha256]))
  const changed = item.scripts.filter(({ name, sha256 }) => before.get(name) !== sha256).map(({ name }) => name)
  return changed.length === 0 ? 'what it runs' : changed.join(', ')
}
