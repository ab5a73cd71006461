import { HookError } from '../../base/errors.ts'
import type { Hook } from '../../protocol/hook.ts'
import { isProjectLayer } from '../../protocol/source.ts'
import { emptyReading, type LoadedFile, readFileConfig } from '../read-file-config.ts'
import { type JudgedItem, judgeProject, type ProjectTrust, type TrustRequest } from './judge-project.ts'
import { dropRefusedVariables } from './refused-variables.ts'

/** Files with the trust of their hooks settled. */
export interface TrustedFiles {
  files: LoadedFile[]
  /** Null when the project brought nothing along. */
  trust: ProjectTrust | null
}

/**
 * Settles which hooks of a project's files may run: those that its owner approved, by content. All others are idle, with what to
 * do about it. Only now code is run, if it is approved. Other files stay as they are.
 */
export async function applyTrust(files: readonly LoadedFile[], request: TrustRequest): Promise<TrustedFiles> {
  const brought = files.filter(({ layer }) => isProjectLayer(layer))
  const trust = judgeProject(brought, request)
  const settled = await Promise.all(
    files.map((file) => (isProjectLayer(file.layer) ? settleFile(file, trust) : Promise.resolve(file))),
  )
  return { files: announceProblem(settled, trust), trust: trust.items.length === 0 ? null : trust }
}

function settleFile(file: LoadedFile, trust: ProjectTrust): Promise<LoadedFile> {
  const remedy = remedyFor(trust)
  if (file.isCode) return settleCode(file, trust, remedy)
  const items = new Map(trust.items.map((item) => [item.hook, item]))
  const notices: HookError[] = []
  const hooks = file.reading.hooks.map((hook) => settleHook(hook, items.get(hook)!, { remedy, notices }))
  return Promise.resolve({
    ...file,
    reading: { ...file.reading, hooks, notices: [...file.reading.notices, ...notices] },
  })
}

function remedyFor({ root }: ProjectTrust): string {
  const folder = /^[\w./@:+-]+$/.test(root) ? root : `'${root.replaceAll("'", `'\\''`)}'`
  return `run: hookline trust ${folder}`
}

interface Settling {
  remedy: string
  notices: HookError[]
}

function settleHook(given: Hook, item: JudgedItem, { remedy, notices }: Settling): Hook {
  const { hook, refused } = dropRefusedVariables(given)
  if (refused.length > 0) notices.push(refusedVariables(hook, refused))
  if (item.status !== 'approved') {
    if (hook.idle?.why !== 'untrusted') return hook
    return { ...hook, idle: { why: 'untrusted', detail: explain(item, remedy) } }
  }
  const { idle, ...rest } = hook
  const scripts = item.scripts.map(({ path, sha256 }) => ({ path, sha256 }))
  const source = { ...hook.source, trusted: true, approval: { digest: item.digest, scripts } }
  return { ...rest, source, ...(idle && idle.why !== 'untrusted' && { idle }) }
}

function explain({ status, detail }: JudgedItem, remedy: string): string {
  return status === 'unsafe' ? detail : `${status}: ${detail}; ${remedy}`
}

function refusedVariables(hook: Hook, names: readonly string[]): HookError {
  return new HookError(
    'CONFIG_INVALID_VALUE',
    `hook ${hook.id} cannot set ${names.join(', ')}: files of a project cannot say what programs load or whom they reach`,
    { hint: 'Put such a hook into a user file.', place: hook.source },
  )
}

// Code is imported for the first time here, and only when its bytes are approved.
async function settleCode(file: LoadedFile, trust: ProjectTrust, remedy: string): Promise<LoadedFile> {
  const item = trust.items.find(({ kind, path }) => kind === 'code' && path === file.file)
  if (item === undefined) return file
  if (item.status !== 'approved') {
    const notice = new HookError(
      'CONFIG_UNREADABLE',
      `the file is code and a project brought it along: it was not run (${explain(item, remedy)})`,
      {
        hint: 'Approve it, or name the file yourself with --config.',
        place: { file: file.file },
      },
    )
    return { ...file, reading: { ...emptyReading(), notices: [notice] } }
  }
  const { layer, label } = file
  const read = await readFileConfig({ file: file.file, layer, trusted: true, ...(label !== undefined && { label }) })
  const scripts = item.scripts.map(({ path, sha256 }) => ({ path, sha256 }))
  const approval = { digest: item.digest, scripts }
  const notices: HookError[] = []
  const hooks = read.reading.hooks.map((given) => {
    const { hook, refused } = dropRefusedVariables(given)
    if (refused.length > 0) notices.push(refusedVariables(hook, refused))
    return { ...hook, source: { ...hook.source, approval } }
  })
  return { ...read, reading: { ...read.reading, hooks, notices: [...read.reading.notices, ...notices] } }
}

// Told once, at the first file that suffers from it.
function announceProblem(files: LoadedFile[], { problem }: ProjectTrust): LoadedFile[] {
  if (problem === null) return files
  const first = files.findIndex(({ layer }) => isProjectLayer(layer))
  return files.map((file, index) =>
    index === first ? { ...file, reading: { ...file.reading, notices: [problem, ...file.reading.notices] } } : file,
  )
}
