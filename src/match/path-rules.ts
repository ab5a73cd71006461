import { homedir } from 'node:os'
import { normalize } from 'node:path'
import { HookError } from '../base/errors.ts'
import { expandBraces, maxAlternatives } from './expand-braces.ts'
import { compileComponent, couldShareName } from './path-component.ts'
import { type PathForms, resolvePathForms } from './real-path.ts'

/** How a path meets a rule. `loosely` is what a deny goes by, `exactly` what an allow may rely on. */
export interface PathMatch {
  /** The spelled or the real path matches, letters compared without case and in one Unicode form. */
  loosely: boolean
  /** Both the spelled and the real path match, letter by letter. */
  exactly: boolean
}

export interface PathRule {
  readonly glob: string
  match(path: string, options?: { cwd?: string | undefined }): PathMatch
  /** Whether a file name pattern of the shell (`.e*`, `src/?.ts`) could pick a path that matches loosely. */
  couldPick(pattern: string, options?: { cwd?: string | undefined }): boolean
  /** Whether a path is a directory in which the rule's own directories lie, so that what happens to it happens to them. */
  liesBelow(path: string, options?: { cwd?: string | undefined }): boolean
}

type Component = { any: true } | { any: false; exact: NameTest; loose: NameTest; pattern: NameTest }

type NameTest = (name: string) => boolean

/**
 * Compiles a path glob that is compared component by component, so `/repo` never covers `/repo-evil`.
 *
 * `*`, `?`, `[a-z]` and `{a,b}` stay inside a component, `**` spans any number of them. A glob without a slash matches
 * in any directory, `/…` is absolute, `~/…` is in the home directory, anything else is relative to the working directory;
 * a trailing slash means everything below. Throws `CONFIG_INVALID_PATTERN`.
 */
export function compilePathRule(glob: string): PathRule {
  const alternatives = expandBraces(glob)
  if (glob === '' || glob.includes('\0')) throw refuseGlob(glob, 'it is empty or holds a NUL')
  if (alternatives.length > maxAlternatives)
    throw refuseGlob(glob, `its braces stand for more than ${maxAlternatives} names`)
  const shapes = alternatives.map(shapeGlob)
  return {
    glob,
    match(path, { cwd = process.cwd() } = {}) {
      const forms = resolvePathForms(path, cwd)
      const under = (candidate: string, strictness: Strictness) =>
        shapes.some((shape) => meetsShape(shape, { candidate, cwd, strictness }))
      const exactly = under(forms.spelled, 'exact') && under(forms.real, 'exact')
      return { exactly, loosely: exactly || listCandidates(forms).some((candidate) => under(candidate, 'loose')) }
    },
    couldPick(pattern, { cwd = process.cwd() } = {}) {
      const { spelled } = resolvePathForms(pattern, cwd)
      return shapes.some((shape) => meetsShape(shape, { candidate: spelled, cwd, strictness: 'pattern' }))
    },
    liesBelow(path, { cwd = process.cwd() } = {}) {
      const candidates = listCandidates(resolvePathForms(path, cwd))
      return candidates.some((candidate) => shapes.some((shape) => startsInside(shape, { candidate, cwd })))
    },
  }
}

// `pattern` compares two globs: is there a name for both?
type Strictness = 'exact' | 'loose' | 'pattern'

/** A glob taken apart: from where it counts (the root, or so many directories above the working one) and its components. */
interface Shape {
  up: number | null
  components: Component[]
}

function refuseGlob(glob: string, why: string): HookError {
  return new HookError('CONFIG_INVALID_PATTERN', `Invalid path glob ${JSON.stringify(glob)}: ${why}.`)
}

function shapeGlob(glob: string): Shape {
  const expanded =
    glob === '~' ? escapeGlob(homedir()) : glob.startsWith('~/') ? `${escapeGlob(homedir())}/${glob.slice(2)}` : glob
  const tree = expanded.endsWith('/') && expanded !== '/' ? `${expanded}**` : expanded
  const absolute = tree.startsWith('/')
  const parts = normalize(tree)
    .split('/')
    .filter((part) => part !== '' && part !== '.')
  const anywhere =
    !absolute && !expanded.startsWith('./') && (parts.length === 1 || parts[0] === '**') && parts[0] !== '..'
  if (anywhere && parts[0] !== '**') parts.unshift('**')
  const up = parts.filter((part) => part === '..').length
  return { up: absolute || anywhere ? null : up, components: parts.slice(up).map(compilePart) }
}

function escapeGlob(text: string): string {
  return text.replace(/[\\*?[\]{}]/g, '\\$&')
}

function compilePart(part: string): Component {
  if (part === '**') return { any: true }
  const folded = foldName(part)
  return {
    any: false,
    exact: compileComponent(part),
    loose: compileComponent(folded),
    pattern: (name) => couldShareName(folded, name),
  }
}

function meetsShape(
  shape: Shape,
  { candidate, cwd, strictness }: { candidate: string; cwd: string; strictness: Strictness },
): boolean {
  if (shape.up === null) return meets(shape.components, toNames(candidate, strictness), strictness)
  const root = resolvePathForms(`${cwd}${'/..'.repeat(shape.up)}`)
  return meets(shape.components, namesBelow(candidate, root, strictness), strictness)
}

// A rule that begins with `**` lies everywhere, which says nothing about any one directory.
function startsInside(shape: Shape, { candidate, cwd }: { candidate: string; cwd: string }): boolean {
  const end = shape.components.findIndex((component) => component.any)
  const fixed = end === -1 ? shape.components : shape.components.slice(0, end)
  const place = shape.up === null ? [] : toNames(resolvePathForms(`${cwd}${'/..'.repeat(shape.up)}`).real, 'loose')
  const names = toNames(candidate, 'loose')
  const tests = [
    ...place.map(
      (name): NameTest =>
        (other) =>
          other === name,
    ),
    ...fixed.map((component): NameTest => (component.any ? () => true : component.loose)),
  ]
  return fixed.length > 0 && names.length < tests.length && names.every((name, index) => tests[index]!(name))
}

// `link/..` as a person reads it and as the kernel reads it can be two places; a deny minds both.
function listCandidates(forms: PathForms): string[] {
  return forms.spelled === forms.real ? [forms.spelled] : [forms.spelled, forms.real]
}

function namesBelow(path: string, roots: PathForms, strictness: Strictness): string[] | null {
  const names = toNames(path, strictness)
  for (const root of new Set([roots.spelled, roots.real])) {
    const rootNames = toNames(root, strictness)
    const agrees = (name: string, index: number) =>
      names[index] === name || (strictness === 'pattern' && couldShareName(names[index] ?? '', name))
    if (rootNames.every(agrees)) return names.slice(rootNames.length)
  }
  return null
}

function toNames(path: string, strictness: Strictness): string[] {
  const names = path.split('/').filter((name) => name !== '')
  return strictness === 'exact' ? names : names.map(foldName)
}

function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase().normalize('NFC')
}

// One row per component of the glob: which prefixes of the path it can have consumed. Linear in glob times path.
function meets(components: readonly Component[], names: readonly string[] | null, strictness: Strictness): boolean {
  if (names === null) return false
  let reachable = new Array<boolean>(names.length + 1).fill(false)
  reachable[0] = true
  for (const component of components) {
    const next = new Array<boolean>(names.length + 1).fill(false)
    for (let index = 0; index <= names.length; index++) {
      if (component.any) next[index] = reachable[index]! || (index > 0 && next[index - 1]!)
      else if (index > 0 && reachable[index - 1]) next[index] = component[strictness](names[index - 1]!)
    }
    reachable = next
  }
  return reachable[names.length]!
}
