import { type Stats, statSync } from 'node:fs'
import { basename, resolve, sep } from 'node:path'
import { HookError } from '../base/errors.ts'
import type { DialectName } from '../protocol/dialect.ts'
import { isProjectLayer, type Layer, layers } from '../protocol/source.ts'
import { locateFiles, type PlacesRequest } from './locate-files.ts'
import { type ChosenFile, type LoadedFile, readFileConfig } from './read-file-config.ts'

import { followLinks } from './trust/check-owner.ts'
import type { ProjectTrust } from './trust/judge-project.ts'

export type { LoadedFile } from './read-file-config.ts'

export interface FilesRequest extends PlacesRequest {
  /** Files named by their owner; relative ones start at `cwd`. */
  files: readonly { path: string; dialect?: DialectName }[]
  /** Digests of project hooks that count as approved. */
  trustedHooks?: readonly string[]
  /** Whether changes of user files are announced, and remembered. */
  watchUserFiles?: boolean
}

/** Configuration files, and what the project among them wants to run. */
export interface LoadedFiles {
  files: LoadedFile[]
  /** Null when the project brought nothing along. */
  trust: ProjectTrust | null
  /** What changed in user files since the last time. */
  changes: HookError[]
}

/**
 * Finds and reads configuration files, in the order of their layers. Files named by their owner are trusted, as are those of
 * the user and the administrator; of files of the project those hooks run that their owner approved. Rejects with a `HookError`
 * when a trusted file cannot be understood: then none of them is in force, and the message says so. A broken file of the
 * project is left out with a notice: a repository must not be able to disarm its visitor's guards.
 */
export async function loadConfigFiles(request: FilesRequest): Promise<LoadedFiles> {
  const { files: read, trust } = await readConfigFiles(request)
  const files = read.map((file) => (isProjectLayer(file.layer) ? leaveOutBroken(file) : file))
  refuseBroken(files)
  return { files, trust, changes: await findChanges(files, request) }
}

/** Finds and reads like `loadConfigFiles`, but gives broken files too, with their problems. Never rejects for a bad file. */
export async function readConfigFiles(request: FilesRequest): Promise<Omit<LoadedFiles, 'changes'>> {
  const files = await checkOwn(await readUntrusted(request), request)
  if (!files.some(({ layer }) => isProjectLayer(layer))) return { files, trust: null }
  const { applyTrust } = await import('./trust/apply-trust.ts')
  return applyTrust(files, request)
}

/** Finds and reads files, those of the project as nobody had approved anything: none of its code is run. */
export function readUntrusted(request: FilesRequest): Promise<LoadedFile[]> {
  return Promise.all(labelAlike(chooseFiles(request)).map((file) => readFileConfig(file)))
}

async function checkOwn(files: LoadedFile[], request: FilesRequest): Promise<LoadedFile[]> {
  const runsOwn = files.some(({ layer, reading }) => isOwn(layer) && reading.hooks.length > 0)
  return runsOwn ? (await import('./trust/check-own-hooks.ts')).checkOwnHooks(files, request) : files
}

async function findChanges(files: readonly LoadedFile[], request: FilesRequest): Promise<HookError[]> {
  if (!request.watchUserFiles || !request.settingSources.includes('user')) return []
  return (await import('./trust/watch-user-files.ts')).watchUserFiles(files, request)
}

function isOwn(layer: Layer): boolean {
  return layer === 'managed' || layer === 'user'
}

function chooseFiles(request: FilesRequest): ChosenFile[] {
  const named = request.files.map(({ path, dialect }): ChosenFile & { stats: Stats | undefined } => {
    const file = resolve(request.cwd, path)
    return { file, layer: 'config', trusted: true, stats: findFile(file), ...(dialect !== undefined && { dialect }) }
  })
  const found = locateFiles(request).flatMap((candidate) => {
    const stats = findFile(candidate.file)
    if (stats === undefined) return []
    const isBrought = isProjectLayer(candidate.layer)
    return [{ ...candidate, trusted: !isBrought, stats, ...(isBrought && { root: followLinks(request.cwd) }) }]
  })
  const once = dropRepeated([...named, ...found])
  return once.sort((a, b) => layers.indexOf(a.layer) - layers.indexOf(b.layer))
}

// What exists but cannot be looked at is still there: reading it will say what is wrong.
function findFile(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') return undefined
    return unknownStats
  }
}

const unknownStats = { dev: -1, ino: -1 } as Stats

function leaveOutBroken(file: LoadedFile): LoadedFile {
  const [problem] = file.reading.problems
  if (problem === undefined) return file
  const notice = new HookError(problem.code, `the file was left out: ${problem.message}`, {
    hint: problem.hint,
    place: { file: file.file, ...problem.place },
  })
  return { ...file, reading: { ...file.reading, hooks: [], problems: [], notices: [notice] } }
}

// The first to name a file keeps it: named files come first, then the more trusted layers.
function dropRepeated(files: readonly (ChosenFile & { stats: Stats | undefined })[]): ChosenFile[] {
  const seen = new Set<string>()
  return files.flatMap(({ stats, ...chosen }) => {
    const key = stats === undefined || stats === unknownStats ? chosen.file : `${stats.dev}:${stats.ino}`
    if (seen.has(key)) return []
    seen.add(key)
    return [chosen]
  })
}

// Ids of unnamed hooks begin with the file's name: two files of one name in a layer need more of their paths.
function labelAlike(files: readonly ChosenFile[]): ChosenFile[] {
  return files.map((chosen) => {
    const alike = files.filter((other) => other.layer === chosen.layer && sameEnd(other, chosen, 1))
    if (alike.length < 2) return chosen
    const depth = chosen.file.split(sep).length
    let parts = 2
    while (parts < depth && alike.some((other) => other !== chosen && sameEnd(other, chosen, parts))) parts++
    const end = chosen.file.split(sep).slice(-parts).join('/')
    return { ...chosen, label: chosen.layer === 'config' ? end : `${chosen.layer}/${end}` }
  })
}

function sameEnd(a: ChosenFile, b: ChosenFile, parts: number): boolean {
  return a.file.split(sep).slice(-parts).join(sep) === b.file.split(sep).slice(-parts).join(sep)
}

// A guard that is not in force must not go unnoticed, whichever file is to blame.
function refuseBroken(files: readonly LoadedFile[]): void {
  const broken = files.find(({ reading }) => reading.problems.length > 0)
  if (broken === undefined) return
  const [first, ...more] = broken.reading.problems as [HookError, ...HookError[]]
  const others = files.filter(({ reading }) => reading.problems.length === 0 && reading.hooks.length > 0)
  const lost = others.reduce((sum, { reading }) => sum + reading.hooks.length, 0)
  const also = lost === 0 ? '' : `, nor ${count(lost, 'hook')} of ${count(others.length, 'other file')}`
  const sentence = first.message.endsWith('.') ? first.message : `${first.message}.`
  const rest = more.length === 0 ? '' : ` (${count(more.length, 'more problem')} in this file.)`
  throw new HookError(
    first.code,
    `${sentence}${rest} Nothing was loaded: the hooks of ${basename(broken.file)} are not active${also}.`,
    { hint: first.hint, place: { file: broken.file, ...first.place }, cause: first },
  )
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
