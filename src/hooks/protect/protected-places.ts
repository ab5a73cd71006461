import { lstatSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { locateFiles } from '../../config/locate-files.ts'
import { couldShareName } from '../../match/path-component.ts'
import { type PathForms, resolvePathForms } from '../../match/real-path.ts'
import { cacheFolder } from '../../store/cache-folder.ts'
import { stateFolder } from '../../store/state-folder.ts'

/** What decides which places are protected. */
export interface PlacesRequest {
  projectDir: string
  env: Readonly<Record<string, string | undefined>>
  /** Configuration files that their owner named. */
  files: readonly string[]
  /** Scripts that hooks in force run. */
  scripts: readonly string[]
}

/**
 * How a path stands to what is protected: it is `inside`; it is the `holder`, a folder made to hold such a file; it lies
 * `above`, so that what happens to the whole of it happens to something protected; it lies `far` above, around the whole
 * project or home, and who touches all of that is after more than hooks.
 */
export type Standing = 'inside' | 'holder' | 'above' | 'far'

export interface ProtectedPlaces {
  /** How the file stands to what is protected, under any of its names; null when it has nothing to do with it. */
  standing(forms: PathForms): Standing | null
  /** Whether a pattern of the shell picks something protected that exists. */
  isPicked(pattern: string, cwd: string): boolean
  /** Whether anything protected exists below this folder, or anything whose name fits one of the patterns. */
  hasSomething(forms: PathForms, patterns?: readonly string[]): boolean
  /** Whether this is how a protected file is called: its bare name, without a folder. */
  isName(name: string): boolean
  /** Whether a text names something protected, or a part of it that belongs to nothing else. */
  isNamedIn(text: string): boolean
}

/** Folders that hold nothing but what is protected, and folders that hold one such file among others, by name. */
const ownFolder = '.hookline'
const holders: Readonly<Record<string, readonly string[]>> = {
  '.claude': ['settings.json', 'settings.local.json'],
  '.kimi': ['config.toml'],
  '.kimi-code': ['config.toml'],
}

/** Collects what is protected. Names count, not what exists: a file that is only about to be made is protected as well. */
export function collectPlaces(request: PlacesRequest): ProtectedPlaces {
  const { projectDir, env } = request
  const located = locateFiles({ cwd: projectDir, settingSources: ['managed', 'user', 'project', 'local'], env })
  const found = located.map(({ file }) => file)
  const isHeld = (file: string): boolean => Object.hasOwn(holders, basename(dirname(file)))
  // Where it is not among other things, the whole folder counts: whatever else stands there is read by hooks, too.
  // What is kept there compiled is code that runs for every event.
  const cache = cacheFolder(env) ?? []
  const folders = [...new Set([...found.filter((file) => !isHeld(file)).map(dirname), stateFolder(env)].concat(cache))]
  const files = [...new Set([...found.filter(isHeld), ...request.files, ...request.scripts])]
  return new Places({ projectDir, home: env['HOME'], folders, files, located: found })
}

interface PlaceLists {
  projectDir: string
  home: string | undefined
  /** Everything in them is protected. */
  folders: readonly string[]
  files: readonly string[]
  /** Every place where a configuration file may stand. */
  located: readonly string[]
}

class Places implements ProtectedPlaces {
  readonly #project: string[]
  readonly #home: string[]
  readonly #folders: readonly string[]
  readonly #files: ReadonlySet<string>
  readonly #paths: readonly string[]
  readonly #names: ReadonlySet<string>
  readonly #mention: RegExp

  constructor(given: PlaceLists) {
    this.#project = namesOf(given.projectDir)
    this.#home = given.home === undefined ? [] : namesOf(given.home)
    // A project that lies inside such a folder, as a copy made for a trial, is still a project.
    const isAround = (folder: string): boolean => this.#project.some((name) => isBelow(name, folder))
    this.#folders = given.folders.flatMap(namesOf).filter((folder) => !isAround(folder))
    this.#files = new Set(given.files.flatMap(namesOf))
    this.#paths = [...new Set([...given.folders, ...given.files, ...given.located])]
    this.#names = new Set([...given.files.map((file) => fold(basename(file))), ...Object.values(holders).flat()])
    this.#mention = writeMention(given)
  }

  standing({ spelled, real }: PathForms): Standing | null {
    const all = [...new Set([fold(spelled), fold(real)])].map((path) => this.#standingOf(path))
    return (['inside', 'holder', 'above', 'far'] as const).find((standing) => all.includes(standing)) ?? null
  }

  #standingOf(path: string): Standing | null {
    if (this.#files.has(path) || this.#folders.some((folder) => path === folder || isBelow(path, folder)))
      return 'inside'
    const inProject = this.#project.find((project) => isBelow(path, project))
    if (inProject !== undefined) {
      const standing = standingByName(path.slice(inProject.length + 1).split('/'))
      if (standing !== null) return standing
    }
    const isAbove = (place: string): boolean => path === '/' || isBelow(place, path)
    for (const file of this.#files) {
      if (dirname(file) === path && Object.hasOwn(holders, basename(path))) return 'holder'
    }
    if (![...this.#files, ...this.#folders].some(isAbove)) return null
    return this.#project.some(isAbove) || this.#home.some((home) => home === path || isAbove(home)) ? 'far' : 'above'
  }

  isPicked(pattern: string, cwd: string): boolean {
    const wanted = fold(resolvePathForms(pattern, cwd).spelled).split('/')
    return this.#paths.some((place) => {
      const names = fold(place).split('/')
      const reach = Math.min(names.length, wanted.length)
      for (let at = 0; at < reach; at++) if (!picks(wanted[at]!, names[at]!)) return false
      return this.#standingOf(names.slice(0, reach).join('/')) !== 'far' && exists(place)
    })
  }

  hasSomething({ real }: PathForms, patterns?: readonly string[]): boolean {
    const folder = fold(real)
    const fits = (place: string): boolean =>
      patterns?.some((pattern) => couldShareName(fold(pattern), fold(basename(place)))) ?? true
    return this.#paths.some((place) => (folder === '/' || isBelow(fold(place), folder)) && fits(place) && exists(place))
  }

  isName(name: string): boolean {
    return this.#names.has(fold(name))
  }

  isNamedIn(text: string): boolean {
    return this.#mention.test(text.replace(/["'\\]/g, ''))
  }
}

function standingByName(names: readonly string[]): Standing | null {
  if (names.includes(ownFolder)) return 'inside'
  const at = names.findIndex((name) => Object.hasOwn(holders, name))
  if (at === -1) return null
  if (at === names.length - 1) return 'holder'
  return at === names.length - 2 && holders[names[at]!]!.includes(names[at + 1]!) ? 'inside' : null
}

// Names that a script or a folder shares with half the world are not taken for a mention of it.
function writeMention({ folders, files }: PlaceLists): RegExp {
  const own = files
    .map((file) => basename(file))
    .filter((name) => name.length > 3 && !/^(?:settings|config|index|main)\b/.test(name))
  const fixed = [ownFolder, ...Object.keys(holders), '.config/hookline', 'state/hookline', ...folders, ...own]
  const parts = [...new Set(fixed)].map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  return new RegExp(`(?:${parts.join('|')})(?![\\w])`, 'i')
}

// `*` does not stand for names that begin with a dot.
function picks(pattern: string, name: string): boolean {
  if (name.startsWith('.') && /^[*?[]/.test(pattern)) return false
  return /[*?[]/.test(pattern) ? couldShareName(pattern, name) : pattern === name
}

/** Both names of a place, as paths are compared. */
function namesOf(path: string): string[] {
  const { spelled, real } = resolvePathForms(path)
  return [...new Set([fold(spelled), fold(real)])]
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder === '/' ? '/' : `${folder}/`)
}

// Some file systems take no notice of case, or of the way an accent is written.
function fold(path: string): string {
  return path.normalize('NFC').toLowerCase()
}

function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
