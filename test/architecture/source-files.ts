import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** One file of the product, and what it imports. */
export interface SourceFile {
  /** Relative to `src`, with `/`. */
  path: string
  /** First folder of the path; empty for files that stand in `src` itself. */
  folder: string
  text: string
  imports: Import[]
}

export interface Import {
  /** As written. */
  specifier: string
  /** The file under `src` it leads to; null for packages and Node's own modules. */
  target: string | null
  /** False when only types are taken: such an import is gone at run time. */
  atRunTime: boolean
}

/** Every file under a folder of the repository, tests left out. */
export function readSources(under = join(root, 'src')): SourceFile[] {
  return readdirSync(under, { recursive: true, encoding: 'utf8' })
    .map((path) => path.split(sep).join('/'))
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.endsWith('.test-d.ts'))
    .sort()
    .map((path) => {
      const text = readFileSync(join(under, path), 'utf8')
      const folder = path.includes('/') ? path.slice(0, path.indexOf('/')) : ''
      return { path, folder, text, imports: readImports(text, path, under) }
    })
}

function readImports(text: string, path: string, under: string): Import[] {
  const code = blankComments(text)
  const statements = [...code.matchAll(/^\s*(?:import|export)\b(?<what>[^'";]*?)\bfrom\s*'(?<from>[^']+)'/gm)]
  const bare = [...code.matchAll(/^\s*import\s*'(?<from>[^']+)'/gm)]
  const dynamic = [...code.matchAll(/(?<typed>typeof\s+)?\bimport\(\s*'(?<from>[^']+)'\s*\)/g)]
  return [
    ...statements.map(({ groups }) => toImport(groups!['from']!, !takesTypesOnly(groups!['what']!))),
    ...bare.map(({ groups }) => toImport(groups!['from']!, true)),
    // A lazy import cannot be part of a cycle at load time, but it is an import all the same.
    ...dynamic.map(({ groups }) => toImport(groups!['from']!, false)),
  ]

  function toImport(specifier: string, atRunTime: boolean): Import {
    if (!specifier.startsWith('.')) return { specifier, target: null, atRunTime }
    const full = resolve(under, dirname(path), specifier)
    return { specifier, target: relative(under, full).split(sep).join('/'), atRunTime }
  }
}

function takesTypesOnly(what: string): boolean {
  if (/^\s+type\b/.test(what)) return true
  const names = /^\s*\{(?<names>[^}]*)\}\s*$/.exec(what)?.groups?.['names']
  const taken = names
    ?.split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  return taken?.every((name) => name.startsWith('type ')) ?? false
}

const comment = /\/\*[\s\S]*?\*\/|\/\/[^\n]*/
const regularExpression = /(?<=[(=,:[!&|?{;]\s*|return\s+)\/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/[a-z]*/
const stringLiteral = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/
const token = new RegExp([comment, regularExpression, stringLiteral].map(({ source }) => source).join('|'), 'g')

/** The text with comments turned into blanks, so that what they say is not taken for code. Strings stay. */
export function blankComments(text: string): string {
  return text.replace(token, (found) => (/^\/[/*]/.test(found) ? found.replace(/[^\n]/g, ' ') : found))
}

/** What stands between the quotes of every string in the text. */
export function listStrings(text: string): string[] {
  return [...text.matchAll(token)].flatMap(([found]) => (found.startsWith('/') ? [] : [found.slice(1, -1)]))
}
