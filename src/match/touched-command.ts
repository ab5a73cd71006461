import { basename } from 'node:path'
import type { SimpleCommand, Word } from '../shell/command-facts.ts'
import { locateWord } from './locate-word.ts'

/** A file that a call reads or changes. */
export interface TouchedPath {
  /** Null when only a running shell could tell which. */
  path: string | null
  /** As written. */
  raw: string
  access: 'read' | 'write'
  /** The path is a pattern that the shell matches against file names. */
  glob?: true
  /** All that lies below is touched with it. */
  tree?: true
}

const words = (text: string) => new Set(text.split(' '))
const readers = words(
  'cat head tail less more most bat batcat nl tac rev xxd od hexdump hd strings base64 base32 grep egrep fgrep rg ag ack sed awk gawk mawk sort uniq wc diff cmp cut paste tr jq yq source . tar zip gzip bzip2 xz zstd 7z cpio scp rsync openssl gpg vi vim view nano emacs code pr fold fmt column split md5sum sha1sum sha256sum dd curl wget nc',
)
const writers = words(
  'rm rmdir unlink shred truncate touch mkdir tee chmod chown chgrp chattr setfacl patch mkfifo mknod trash',
)
const movers = words('mv cp ln install rsync scp')

/** Lists the files one simple command names, as far as its words tell; `word` is where each path was found. */
export function listTouchedPathsOf(command: SimpleCommand): (TouchedPath & { word: Word })[] {
  const touched = command.redirects.map(({ kind, target }) =>
    locate(target, { command, access: kind === 'read' ? 'read' : 'write' }),
  )
  const program = programOf(command)
  if (program === null) return touched
  const operands = listOperands(command)
  if (movers.has(program)) touched.push(...listMoved(operands, { command, program }))
  else if (writers.has(program) || changesInPlace(program, command)) {
    const tree = program === 'git' || command.words.some((word) => /^-\w*[rR]|^--rec/.test(word.value ?? ''))
    for (const operand of operands)
      touched.push({ ...locate(operand, { command, access: 'write' }), ...(tree ? { tree } : {}) })
  } else if (readers.has(program)) {
    for (const operand of operands)
      touched.push(locate(operand, { command, access: operand.raw.startsWith('of=') ? 'write' : 'read' }))
  }
  return touched
}

// What goes into a directory ends up under its own name there.
function listMoved(
  operands: readonly Word[],
  { command, program }: { command: SimpleCommand; program: string },
): (TouchedPath & { word: Word })[] {
  const target = operands.at(-1)
  const sources = operands.slice(0, -1)
  if (target === undefined) return []
  const inside = sources.flatMap((source) =>
    source.value === null || target.value === null
      ? []
      : [{ ...target, value: `${target.value}/${basename(source.value)}` }],
  )
  return [
    ...sources.map((source) => ({
      ...locate(source, { command, access: program === 'mv' ? ('write' as const) : ('read' as const) }),
      ...(program === 'mv' ? { tree: true as const } : {}),
    })),
    { ...locate(target, { command, access: 'write' }), ...(program === 'rsync' ? { tree: true as const } : {}) },
    ...inside.map((word) => locate(word, { command, access: 'write' })),
  ]
}

function programOf(command: SimpleCommand): string | null {
  const name = command.words[0]?.value
  return name == null ? null : name.slice(name.lastIndexOf('/') + 1)
}

function changesInPlace(program: string, command: SimpleCommand): boolean {
  const has = (shape: RegExp) => command.words.some((word) => word.value !== null && shape.test(word.value))
  if (program === 'git') return has(/^(?:checkout|restore|rm|mv|clean)$/)
  return (program === 'sed' || program === 'perl') && has(/^-[a-zA-Z]*i|^--in-place/)
}

// What follows an option may be its value; taking it for a file errs on the careful side.
function listOperands(command: SimpleCommand): Word[] {
  const operands: Word[] = []
  for (const word of command.words.slice(1)) {
    const value = word.value
    if (value === null) operands.push(word)
    else if (!value.startsWith('-') || value === '-')
      operands.push({ ...word, value: value.replace(/^(?:(?:if|of)=|@)/, '') })
    else if (value.includes('='))
      operands.push({ ...word, value: value.slice(value.indexOf('=') + 1).replace(/^@/, '') })
  }
  return operands
}

function locate(
  word: Word,
  { command, access }: { command: SimpleCommand; access: 'read' | 'write' },
): TouchedPath & { word: Word } {
  return { word, path: locateWord(word, command), raw: word.raw, access, ...(word.glob ? { glob: true } : {}) }
}
