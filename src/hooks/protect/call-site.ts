import { lstatSync } from 'node:fs'
import { type PathForms, resolvePathForms } from '../../match/real-path.ts'
import { showText } from '../../match/show-text.ts'
import { ask, deny, type Finding } from './finding.ts'
import type { ProtectedPlaces, Standing } from './protected-places.ts'

/** What is the same for all calls. */
export interface Surroundings {
  places: ProtectedPlaces
  /** What `~` stands for in the agent's shell. */
  home: string | undefined
  isExcepted(path: string): boolean
}

/** One call, and how what it names stands to what is protected. Every path is looked up once. */
export class CallSite {
  readonly cwd: string
  readonly places: ProtectedPlaces
  readonly #home: string | undefined
  readonly #isExcepted: (path: string) => boolean
  readonly #forms = new Map<string, PathForms>()

  constructor(cwd: string, { places, home, isExcepted }: Surroundings) {
    this.cwd = cwd
    this.places = places
    this.#home = home
    this.#isExcepted = isExcepted
  }

  /** How a path of the call stands to what is protected; null when it has nothing to do with it, or its owner excepts it. */
  standing(path: string): Standing | null {
    const forms = this.#look(path)
    const standing = this.places.standing(forms)
    return standing === 'inside' && this.#isExcepted(forms.spelled) && this.#isExcepted(forms.real) ? null : standing
  }

  /** What is to be said of a call that writes exactly this file. */
  judgeWrite(path: string, verb = 'writes'): Finding | null {
    return this.standing(path) === 'inside' ? deny(`${verb} ${showText(path)}`) : null
  }

  /** What is to be said of a call that takes away whatever stands here, with all that is below. */
  judgeRemoval(path: string, verb = 'removes'): Finding | null {
    const standing = this.standing(path)
    if (standing === null || standing === 'far') return null
    if (standing === 'above' && !this.places.hasSomething(this.#look(path))) return null
    return deny(`${verb} ${showText(path)}`)
  }

  /** What is to be said of a call that changes files below a folder, without telling which. */
  judgeSpread(path: string, verb = 'changes files below'): Finding | null {
    return this.standing(path) === 'far' ? null : this.judgeArrivals(path, verb)
  }

  /** What is to be said of a call that puts files below a folder, without telling which. */
  judgeArrivals(path: string, verb = 'puts files below'): Finding | null {
    const standing = this.standing(path)
    if (standing === null) return null
    // Whoever unpacks into a home may bring along anything for it.
    if (standing === 'far') return ask(`${verb} ${showText(path)}`)
    if (standing !== 'above') return deny(`${verb} ${showText(path)}`)
    return this.places.hasSomething(this.#look(path)) ? ask(`${verb} ${showText(path)}`) : null
  }

  /** Whether a name that one of these patterns stands for belongs to something protected below a folder. */
  picksBelow(path: string, patterns: readonly string[]): boolean {
    return this.places.hasSomething(this.#look(path), patterns)
  }

  isFolder(path: string): boolean {
    try {
      return lstatSync(this.#look(path).real, { throwIfNoEntry: false })?.isDirectory() ?? false
    } catch {
      return false
    }
  }

  #look(path: string): PathForms {
    const known = this.#forms.get(path)
    if (known) return known
    const isHome = this.#home !== undefined && (path === '~' || path.startsWith('~/'))
    const forms = resolvePathForms(isHome ? `${this.#home}${path.slice(1)}` : path, this.cwd)
    this.#forms.set(path, forms)
    return forms
  }
}
