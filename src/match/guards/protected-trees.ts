import { homedir } from 'node:os'
import { normalize } from 'node:path'
import type { Word } from '../../shell/command-facts.ts'
import { locateWord, standsForHome } from '../locate-word.ts'
import type { CommandSubject, Suspicion } from './guard-pack.ts'

const systemTop = new Set(
  'bin boot dev etc home lib lib32 lib64 libx32 media mnt opt proc root run sbin srv sys tmp usr var Applications Library System Users Volumes private'.split(
    ' ',
  ),
)
// Of these not even what stands one level further down.
const systemDeep = new Set('bin boot dev etc home lib lib64 proc sbin sys usr var Users System Library'.split(' '))

/**
 * Whether losing the tree at a word would be a disaster: the root, a system directory, a home, the working directory or
 * one above it, or a repository's `.git`. `maybe` when only a running shell could tell where the word points.
 */
export function judgeTree(word: Word, subject: CommandSubject): Suspicion {
  const { command, text } = subject
  const path = locateWord(word, command.command)
  if (path !== null) return isProtectedTree(word.glob ? dropPattern(path) : path, subject) ? 'yes' : 'no'
  if (word.value === null) return judgeUnknown(word.raw, text)
  if (standsForHome(word)) return /^~[^/]+(?:\/+\**)?$/.test(word.value) ? 'yes' : 'no'
  // A relative path somewhere: harmless by its name alone, unless it names no more than the place itself.
  const [first = '', ...rest] = normalize(word.glob ? dropPattern(word.value) : word.value).split('/')
  if (first === '' || first === '.' || first === '..' || [first, ...rest].includes('.git')) return 'yes'
  return systemTop.has(first) && rest.length < 2 ? 'maybe' : 'no'
}

// `build/*` empties `build` and `*` the directory itself, `/e*` is as good as `/`; `*.log` and `*/dist` only pick some.
function dropPattern(path: string): string {
  const names = path.split('/')
  const first = names.findIndex((name) => /[*?[]/.test(name))
  if (first === -1) return path
  const base = names.slice(0, first).join('/')
  if (base === '' && path.startsWith('/')) return '/'
  const picks = names.slice(first).some((name) => name.replace(/\[[^\]]*\]|[*?.]/g, '').length > 1)
  return picks ? path : base || '.'
}

function judgeUnknown(raw: string, text: string): Suspicion {
  const bare = raw.replace(/["']/g, '')
  if (/^\$(?:PWD|OLDPWD|\{PWD\}|\{OLDPWD\}|\(pwd\))\/*\**$/.test(bare)) return 'yes'
  return isFreshDirectory(bare, text) ? 'no' : 'maybe'
}

// A variable that is set once, by `mktemp`, names something new and empty.
function isFreshDirectory(bare: string, text: string): boolean {
  const name = /^\$\{?(\w+)\}?(?:\/[\w.-]+)*\/?$/.exec(bare)?.[1]
  if (name === undefined || bare.includes('..')) return false
  const uses = [...text.matchAll(new RegExp(`(?<![\\w$])${name}(?!\\w)`, 'g'))].filter(
    (use) => text[use.index - 1] !== '{',
  )
  return uses.length === 1 && text.startsWith(`${name}=$(mktemp`, uses[0]!.index)
}

function isProtectedTree(path: string, { cwd, resolve }: CommandSubject): boolean {
  const { spelled, real } = resolve(path)
  const place = resolve(cwd)
  return [spelled, real].some((tree) => isSystemTree(tree) || isAbove(tree, place.spelled) || isAbove(tree, place.real))
}

function isSystemTree(path: string): boolean {
  const names = path.split('/').filter((name) => name !== '')
  const [top = ''] = names
  if (names.length === 0 || path === homedir() || names.at(-1)?.toLowerCase() === '.git') return true
  if (names.length === 1) return systemTop.has(top) || systemTop.has(top.toLowerCase())
  if (names.length > 2 || !systemDeep.has(top)) return false
  return !(top === 'var' && ['tmp', 'cache', 'www'].includes(names[1]!))
}

function isAbove(tree: string, place: string): boolean {
  return place === tree || place.startsWith(tree === '/' ? '/' : `${tree}/`)
}
