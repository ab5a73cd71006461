import { join } from 'node:path'
import { HookError } from '../../base/errors.ts'
import { isRecord } from '../../protocol/schema/check.ts'
import { stateFolder } from '../../store/state-folder.ts'
import type { LoadedFile } from '../read-file-config.ts'
import { describeRuns } from './describe-runs.ts'
import { hashText } from './hash-file.ts'
import { readPrivateFile, writePrivateFile } from './private-file.ts'
import { identifyProject, isInside } from './project-identity.ts'
import { createItemPlace, describeCode, describeHook, type ItemPlace, type TrustItem } from './trust-item.ts'

/** For every user file: the digests of its hooks and what they run. */
type SeenFiles = Record<string, Record<string, string>>

/**
 * Tells which hooks of the user's own files are new, changed or gone since the last time, and remembers them: a program that
 * registers a hook behind its user's back does not go unnoticed. The first time is silent. Never throws.
 */
export function watchUserFiles(
  files: readonly LoadedFile[],
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string | undefined>> },
): HookError[] {
  try {
    const state = join(stateFolder(env), 'user-hooks.json')
    const before = readSeen(state)
    const now = seeFiles(files, createItemPlace({ root: identifyProject(cwd).root, env }))
    if (before === undefined && Object.keys(now).length === 0) return []
    const changes = before === undefined ? [] : compare(before, now)
    if (before === undefined || changes.length > 0)
      writePrivateFile(state, `${JSON.stringify({ version: 1, files: now }, null, 2)}\n`)
    return changes
  } catch (error) {
    const why = error instanceof HookError ? [error.place.file, error.message].join(': ') : (error as Error).message
    return [
      new HookError('CONFIG_UNREADABLE', `whether user files have changed cannot be told: ${why}`, {
        hint: 'See that the folder for state belongs to you and that only you may write to it.',
      }),
    ]
  }
}

function readSeen(file: string): SeenFiles | undefined {
  const text = readPrivateFile(file)
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) && isRecord(value['files']) ? (value['files'] as SeenFiles) : {}
  } catch {
    return {}
  }
}

function seeFiles(files: readonly LoadedFile[], place: ItemPlace): SeenFiles {
  const seen: SeenFiles = {}
  for (const { file: path, layer, isCode, document, reading } of files) {
    if (layer !== 'user') continue
    const from = { path, name: path, layer, document }
    const items = isCode ? [describeCode(from, place)] : reading.hooks.map((hook) => describeHook(hook, from, place))
    if (items.length > 0) seen[path] = Object.fromEntries(items.map((item) => [nameItem(item, place.root), tell(item)]))
  }
  return seen
}

// What a relative path means differs from project to project: such scripts are no part of it.
function nameItem({ definition, scripts }: TrustItem, root: string): string {
  const own = scripts.filter(({ path }) => !isInside(path, root)).map(({ name, sha256 }) => `${name} ${sha256}`)
  return hashText([definition, ...own].join('\n'))
}

const longestText = 200

function tell(item: TrustItem): string {
  return `${item.hook?.event ?? 'code'}: ${describeRuns(item).slice(0, longestText)}`
}

function compare(before: SeenFiles, now: SeenFiles): HookError[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])].sort().flatMap((file) => {
    const [old, fresh] = [before[file] ?? {}, now[file] ?? {}]
    const added = Object.keys(fresh).filter((digest) => !Object.hasOwn(old, digest))
    const gone = Object.keys(old).filter((digest) => !Object.hasOwn(fresh, digest))
    if (added.length + gone.length === 0) return []
    const parts = [
      ...added.map((digest) => `new or changed ${fresh[digest]}`),
      ...gone.map((digest) => `gone or changed ${old[digest]}`),
    ]
    return [
      new HookError('CONFIG_CHANGED', `user hooks have changed since the last session: ${parts.join('; ')}`, {
        place: { file },
      }),
    ]
  })
}
