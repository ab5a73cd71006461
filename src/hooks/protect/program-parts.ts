import type { CommandView } from '../../match/guards/command-view.ts'
import type { Word } from '../../shell/index.ts'

/** A word of a command, and what the command does to the file it names. */
export interface Part {
  word: Word
  does: 'write' | 'remove' | 'spread' | 'unpack' | 'extract' | 'link' | 'into'
  /** For `into`: what is put there. */
  sources?: readonly Word[]
  /** Whole folders are put there. */
  tree?: boolean
  /** For `spread`: only files of these names, as patterns. */
  only?: readonly string[]
  /** The folder from which the word counts, when the command names one. */
  base?: Word
}

const set = (names: string): ReadonlySet<string> => new Set(names.split(' '))

const removers = set('rm rmdir unlink shred trash rimraf srm del trash-put gio')
const writers = set('truncate touch tee sponge mkdir mkfifo mknod chattr setfacl patch ed ex curl wget aria2c xattr')
const modes = set('chmod chown chgrp')
const copiers = set('cp install rsync scp ditto')
const extractors = set('tar bsdtar unzip 7z 7za cpio')

/** What a known program does to the files it names; null for a program of which that is not known. */
export function readParts(view: CommandView): Part[] | null {
  const program = view.program!
  if (removers.has(program)) return view.operands.map((word) => ({ word, does: 'remove' }))
  if (writers.has(program)) return listValues(view).map((word) => ({ word, does: 'write' }))
  if (modes.has(program))
    return view.operands.map((word) => ({ word, does: view.has('-R', '--recursive') ? 'spread' : 'write' }))
  if (program === 'mv') return readMove(view)
  if (copiers.has(program)) return readCopy(view)
  if (program === 'ln') return readLink(view)
  if (program === 'dd') return readValues(view, 'of=')
  if (program === 'sort' && view.has('-o', '--output')) return listValues(view).map((word) => ({ word, does: 'write' }))
  if (program === 'git') return readGit(view)
  if (program === 'find' || program === 'fd' || program === 'fdfind') return readFind(view)
  if (extractors.has(program)) return readExtraction(view)
  return changesInPlace(view) ? view.operands.map((word) => ({ word, does: 'write' })) : null
}

/** Whether a program is known to write no file that it names. */
export function isPlainReader({ program, args, has }: CommandView): boolean {
  if (program === 'git') return gitReads.has(args[0]?.value ?? '') && !has('--output', '-o')
  if (program === 'yq') return !has('-i', '--inplace')
  if (program === 'awk' || program === 'gawk') return !args.some(({ value }) => value?.includes('>'))
  return readers.has(program ?? '') || interpreters.test(program ?? '')
}

const gitReads = set(
  'add annotate blame branch cat-file check-ignore commit describe diff fetch grep log ls-files ls-tree merge merge-base pull push rebase reflog remote rev-list rev-parse shortlog show status switch tag cherry-pick revert bisect format-patch',
)

// Of interpreters the code is looked at; to run a script is not to write it.
const interpreters =
  /^(?:(?:ba|da|z|k|a)?sh|(?:python|pypy|ruby|perl|php|lua)[\d.]*|node|nodejs|deno|bun|tsx|ts-node|source|\.|osascript)$/
const readers = set(
  'cat head tail less more most bat batcat nl tac rev xxd od hexdump hd strings base64 base32 grep egrep fgrep zgrep rg ag ack sed sort uniq wc diff cmp comm cut paste tr jq column fold fmt pr ls ll dir tree stat file test [ [[ md5sum sha1sum sha256sum sha512sum shasum cksum realpath readlink basename dirname pwd cd pushd popd echo printf true false : du df which type command hash export declare local readonly unset set read sleep date env printenv id whoami exit return eval exec time timeout nice nohup sudo doas xargs parallel hookline ccc npx bunx pnpx shellcheck jsonlint yamllint open xdg-open',
)

// Options that name their value apart from it stand among the words as well.
function listValues({ command }: CommandView): Word[] {
  return command.words.slice(1).flatMap((word): Word[] => {
    const { value } = word
    // What is fetched is named after its address.
    if (/^https?:/.test(value ?? ''))
      return [
        {
          ...word,
          value: value!
            .replace(/[?#].*$/s, '')
            .split('/')
            .at(-1)!,
        },
      ]
    if (value === null || !value.startsWith('-') || value === '-') return [word]
    const given = value.startsWith('--') ? value.split(/=(.*)/s)[1] : value.slice(2)
    return given ? [{ ...word, value: given }] : []
  })
}

function readValues({ command }: CommandView, start: string): Part[] {
  return command.words.flatMap((word): Part[] => {
    if (word.value === null) return word.raw.includes(start) ? [{ word, does: 'write' }] : []
    return word.value.startsWith(start)
      ? [{ word: { ...word, value: word.value.slice(start.length) }, does: 'write' }]
      : []
  })
}

interface Targeting {
  sources: Word[]
  target: Word | undefined
}

// The target is the last word, or what `-t` names.
function readTarget({ command, operands }: CommandView): Targeting {
  const words = command.words
  const at = words.findIndex(({ value }) => value === '-t' || value === '--target-directory')
  const apart = at === -1 ? undefined : words[at + 1]
  const joined = words.find(({ value }) => /^(?:-t.|--target-directory=)/.test(value ?? ''))
  const given = apart ?? (joined && { ...joined, value: joined.value!.replace(/^(?:-t|--target-directory=)/, '') })
  if (given) return { sources: operands.filter((word) => word !== apart), target: given }
  return operands.length < 2
    ? { sources: [...operands], target: undefined }
    : { sources: operands.slice(0, -1), target: operands.at(-1) }
}

function readMove(view: CommandView): Part[] {
  const { sources, target } = readTarget(view)
  const gone = sources.map((word): Part => ({ word, does: 'remove' }))
  return target ? [...gone, { word: target, does: 'into', sources, tree: true }] : gone
}

function readCopy(view: CommandView): Part[] {
  const { sources, target } = readTarget(view)
  const tree =
    view.program === 'rsync' || view.program === 'ditto' || view.has('-r', '-R', '-a', '--recursive', '--archive')
  const links = view.has('-l', '--link', '-s', '--symbolic-link') && view.program === 'cp'
  const linked = links ? sources.map((word): Part => ({ word, does: 'link' })) : []
  // rsync may delete what its source does not have.
  const spread =
    view.program === 'rsync' && target && view.has('--delete') ? [{ word: target, does: 'spread' as const }] : []
  return target ? [...linked, ...spread, { word: target, does: 'into', sources, tree }] : linked
}

const here: Word = { value: '.', raw: '.' }

function readLink(view: CommandView): Part[] {
  const { sources, target = here } = readTarget(view)
  return [...sources.map((word): Part => ({ word, does: 'link' })), { word: target, does: 'into', sources }]
}

const gitWrites: Readonly<Record<string, Part['does']>> = {
  checkout: 'spread',
  restore: 'spread',
  clean: 'spread',
  rm: 'remove',
  mv: 'remove',
  apply: 'write',
  'checkout-index': 'spread',
  stash: 'spread',
}

function readGit(view: CommandView): Part[] | null {
  const [first, ...rest] = view.args
  const does = gitWrites[first?.value ?? '']
  if (does === undefined) return null
  const words = view.command.words
  const at = words.findIndex(({ value }) => value === '-C' || value === '--work-tree')
  const base = at === -1 ? undefined : words[at + 1]
  const parts = rest
    .filter(({ value }) => value === null || !value.startsWith('-'))
    .map((word): Part => ({ word, does, ...(base && { base }) }))
  const target = parts.at(-1)
  if (first!.value !== 'mv' || !target) return parts
  const sources = parts.slice(0, -1)
  return [...sources, { ...target, does: 'into', sources: sources.map(({ word }) => word), tree: true }]
}

function readFind(view: CommandView): Part[] {
  const { args } = view
  const values = args.map(({ value }) => value ?? '')
  const changes = values.some((value, at) => {
    if (/^-(?:delete|fprint\w*|fls)$/.test(value)) return true
    if (!/^-(?:exec|execdir|ok|okdir|x|X)$/.test(value)) return false
    const program = values[at + 1]!.split('/').at(-1)!
    const rest = values.slice(at + 2)
    return !readers.has(program) || (program === 'sed' && rest.some((word) => inPlace.test(word)))
  })
  if (!changes) return []
  const only = values.filter((_, at) => /^-i?name$/.test(values[at - 1] ?? ''))
  const end = values.findIndex((value) => /^[-(!]/.test(value))
  const starts = end === -1 ? args : args.slice(0, end)
  const given = starts.length === 0 ? [here] : starts
  return given.map((word): Part => ({ word, does: 'spread', ...(only.length > 0 && { only }) }))
}

function readExtraction({ program, command, has }: CommandView): Part[] {
  const { words } = command
  const isTar = program === 'tar' || program === 'bsdtar'
  if (isTar && !/^[a-zA-Z]*x/.test(words[1]?.value ?? '') && !has('-x', '--extract', '--get')) return []
  const folders = words.flatMap((word, at): Word[] => {
    const joined = /^(?:--(?:directory|one-top-level)=|-[CoDd](?=.))(.+)$/s.exec(word.value ?? '')?.[1]
    if (joined !== undefined) return [{ ...word, value: joined }]
    const next = /^(?:-C|-D|-d|--directory)$/.test(word.value ?? '') ? words[at + 1] : undefined
    return next ? [next] : []
  })
  if (folders.length === 0) return [{ word: here, does: 'unpack' }]
  return folders.map((word): Part => ({ word, does: 'extract' }))
}

const inPlace = /^-[a-zA-Z]*i|^--in-?place/

function changesInPlace({ program, command }: CommandView): boolean {
  const has = (shape: RegExp): boolean => command.words.some(({ value }) => shape.test(value ?? ''))
  if (program === 'sed' || /^(?:perl|ruby)[\d.]*$/.test(program ?? '')) return has(inPlace)
  if (program === 'awk' || program === 'gawk') return has(/^inplace$/)
  return program === 'yq' && has(inPlace)
}
