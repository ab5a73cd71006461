import { basename } from 'node:path'
import { viewCommand } from '../../match/guards/command-view.ts'
import { locateWord } from '../../match/locate-word.ts'
import { showText } from '../../match/show-text.ts'
import type { SimpleCommand, Word } from '../../shell/index.ts'
import type { CallSite } from './call-site.ts'
import { ask, deny, type Finding, strictestFinding } from './finding.ts'
import { isPlainReader, type Part, readParts } from './program-parts.ts'

/** What the words of one command would do to what is protected. */
export function judgeWords(command: SimpleCommand, { isNamed }: { isNamed: boolean }, site: CallSite): Finding | null {
  const view = viewCommand(command)
  if (view.program === null) return null
  const parts = readParts(view)
  if (parts === null) return isPlainReader(view) ? null : judgeUnknownProgram(command, site)
  return strictestFinding(parts.map((part) => judgePart(part, { command, isNamed, site })))
}

interface Judging {
  command: SimpleCommand
  isNamed: boolean
  site: CallSite
}

function judgePart(part: Part, { command, isNamed, site }: Judging): Finding | null {
  const { word, does, base } = part
  const place = base === undefined ? command : { ...command, cwd: joinFolders(command.cwd, base, command) }
  if (word.glob) return judgePattern(part, locateWord(word, place), site)
  const path = locateWord(word, place)
  if (path === null) return judgeUnknownWord(word, { isNamed, site })
  switch (does) {
    case 'write':
      return site.judgeWrite(path)
    case 'remove':
      return site.judgeRemoval(path)
    case 'spread':
      return part.only && !site.picksBelow(path, part.only) ? null : site.judgeSpread(path)
    case 'unpack':
      return site.standing(path) === 'above' ? null : site.judgeSpread(path)
    case 'extract':
      return site.judgeArrivals(path)
    case 'link':
      return judgeLink(path, site)
    case 'into':
      return judgeTarget(path, part, site)
  }
}

function joinFolders(cwd: string | null, base: Word, command: SimpleCommand): string | null {
  const folder = locateWord(base, command)
  return cwd === null ? null : folder
}

// The pattern stands for files that exist, and only for those.
function judgePattern({ word, does }: Part, pattern: string | null, site: CallSite): Finding | null {
  if (pattern === null) return null
  if (!site.places.isPicked(pattern, site.cwd)) return null
  return does === 'link' ? ask(`links to ${showText(word.raw)}`) : deny(`changes ${showText(word.raw)}`)
}

// What only a running shell knows: its name may tell enough, or what else is named in the same text.
function judgeUnknownWord(word: Word, { isNamed, site }: Omit<Judging, 'command'>): Finding | null {
  const name = basename((word.value ?? word.raw).replace(/["']/g, ''))
  if (!isNamed && !site.places.isName(name)) return null
  return ask(`changes ${word.raw === '' ? 'what it is given' : showText(word.raw)}`)
}

// Once there is another name for it, nobody can tell what is written through that.
function judgeLink(path: string, site: CallSite): Finding | null {
  const standing = site.standing(path)
  if (standing !== 'inside' && standing !== 'holder') return null
  return standing === 'inside' ? deny(`makes another name for ${showText(path)}`) : ask(`links to ${showText(path)}`)
}

/** A target that is a folder is written under the names of what is put there; one that is not becomes what is put there. */
function judgeTarget(path: string, { sources = [], tree }: Part, site: CallSite): Finding | null {
  const standing = site.standing(path)
  if (standing === 'inside') return deny(`writes ${showText(path)}`)
  if (!site.isFolder(path))
    return standing === null ? null : deny(`puts something else in the place of ${showText(path)}`)
  return strictestFinding(sources.map((source) => judgeArrival(source, { folder: path, tree, site })))
}

function judgeArrival(
  source: Word,
  { folder, tree, site }: { folder: string; tree: boolean | undefined; site: CallSite },
): Finding | null {
  const standing = site.standing(folder)
  const { value } = source
  const isWhole = value !== null && /(?:^|\/)\.?\/?$/.test(value)
  if (value === null || source.glob || (tree && isWhole)) {
    if (standing === 'holder') return ask(`puts ${showText(source.raw)} into ${showText(folder)}`)
    return (standing === 'above' || standing === 'far') && tree
      ? site.judgeArrivals(folder, 'copies a whole tree over')
      : null
  }
  const arrived = `${folder}/${basename(value)}`
  const own = site.standing(arrived)
  if (own === 'inside') return deny(`writes ${showText(arrived)}`)
  return own === 'holder' ? deny(`puts something else in the place of ${showText(arrived)}`) : null
}

/** Of a program that nobody here knows: whatever it names it may write. */
function judgeUnknownProgram(command: SimpleCommand, site: CallSite): Finding | null {
  const [, ...words] = command.words
  const named = words.find((word) =>
    listPaths(word).some((path) => {
      const located = locateWord({ ...word, value: path }, command)
      if (located === null) return false
      return word.glob ? site.places.isPicked(located, site.cwd) : site.standing(located) === 'inside'
    }),
  )
  if (named !== undefined) return ask(`may write ${showText(named.value ?? named.raw)}`)
  // Folder and file named apart: `--dir .claude --file settings.json`.
  const isHolder = (word: Word): boolean => {
    const path = locateWord(word, command)
    return path !== null && site.standing(path) === 'holder'
  }
  const apart = words.some(isHolder) && words.some(({ value }) => value !== null && site.places.isName(value))
  return apart ? ask('names the folder and the name of what hooks are made of') : null
}

// `file`, `--out=file`, `-ofile`.
function listPaths({ value }: Word): string[] {
  if (value === null || value === '') return []
  if (!value.startsWith('-')) return [value, ...(value.includes('=') ? [value.slice(value.indexOf('=') + 1)] : [])]
  const given = value.startsWith('--') ? value.split(/=(.*)/s)[1] : value.slice(2)
  return given ? [given] : []
}
