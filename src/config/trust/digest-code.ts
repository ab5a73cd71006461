import { readFileSync, statSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, resolve } from 'node:path'
import { followLinks } from './check-owner.ts'
import { findScripts, type ScriptPlace } from './find-scripts.ts'
import { isInside } from './project-identity.ts'

/** What a configuration file that is code brings along. */
export interface CodeParts {
  /** The files it imports by relative paths, and those that they import. */
  imports: string[]
  /** Files of the project that texts in the code name as commands. */
  scripts: string[]
  unpinned: string[]
}

const largestCode = 4 * 1024 * 1024
const mostFiles = 500
const mostTexts = 5000

/**
 * Finds what belongs to a configuration file that is code, without running it: the files it imports and, as far as texts in it
 * name them, the scripts of its hooks. Packages and what is put together while it runs cannot be followed; that is said.
 * Never throws.
 */
export function digestCode(file: string, place: ScriptPlace): CodeParts {
  const seen = new Set<string>()
  const scripts = new Set<string>()
  const unpinned = new Set<string>()
  const open = [file]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    if (seen.has(path)) continue
    if (seen.size >= mostFiles) {
      unpinned.add(`it imports more than ${mostFiles} files`)
      break
    }
    seen.add(path)
    const text = readCode(path)
    if (text === undefined) continue
    for (const name of listImports(text)) {
      if (/^\.{1,2}\//.test(name)) open.push(...findModule(resolve(dirname(path), name)))
      else if (!isBuiltin(name)) unpinned.add(`it imports the package ${name}`)
    }
    if (/\b(?:import|require)\s*\(\s*[^\s'"`)]/.test(text) || /\beval\s*\(|\bnew\s+Function\b/.test(text))
      unpinned.add('it loads code that is known only when it runs')
    for (const script of listScripts(text, place)) scripts.add(script)
  }
  seen.delete(file)
  return { imports: [...seen], scripts: [...scripts].filter((path) => !seen.has(path)), unpinned: [...unpinned] }
}

function readCode(path: string): string | undefined {
  try {
    const stats = statSync(path)
    return stats.isFile() && stats.size <= largestCode ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}

const importing = /\b(?:from|import|require)\s*\(?\s*(['"`])([^'"`\n]+)\1/g

// Imports of types are gone before the code runs.
function listImports(text: string): string[] {
  const code = text.replace(/\bimport\s+type\b[^'"`;]*(['"`])[^'"`\n]+\1/g, '')
  return Array.from(code.matchAll(importing), ([, , name]) => name!)
}

function isBuiltin(name: string): boolean {
  return name.startsWith('node:') || builtinModules.includes(name)
}

const endings = ['', '.ts', '.mts', '.js', '.mjs', '.cjs', '.json', '/index.ts', '/index.js']

function findModule(path: string): string[] {
  const found = endings.map((ending) => `${path}${ending}`).find((candidate) => isFile(candidate))
  return [found ?? path]
}

// Whatever a text in the code would run as a command and what is there in the project: a little too much does no harm.
function listScripts(text: string, place: ScriptPlace): string[] {
  const texts = Array.from(text.matchAll(/'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g))
    .map(([, single, double, template]) => unescapeText(single ?? double ?? template ?? ''))
    .filter((each) => each.includes('/') && each.length <= 4096)
  const found = [...new Set(texts)].slice(0, mostTexts).flatMap((shell) => {
    const { paths } = findScripts({ type: 'command', run: { shell } }, place)
    return [...paths, resolve(place.root, shell)]
  })
  return [...new Set(found)].filter((path) => isFile(path) && isInside(followLinks(path), place.root))
}

function unescapeText(text: string): string {
  return text.replace(/\\(["'`\\])/g, '$1')
}

function isFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
  } catch {
    return false
  }
}
