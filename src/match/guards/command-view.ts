import type { SimpleCommand, Word } from '../../shell/command-facts.ts'
import { dropGlobalOptions } from '../global-options.ts'

/** A simple command as guard rules read it: bare program name, options and operands told apart. */
export interface CommandView {
  readonly command: SimpleCommand
  /** Lower-case name without its directory; null when only a running shell could tell, or when there is no command. */
  readonly program: string | null
  /** Words after the program and its global options. */
  readonly args: readonly Word[]
  /** Words after the program that are no options. */
  readonly operands: readonly Word[]
  /** Whether an option was given: a letter alone or in a cluster (`-r`), a long name in full or shortened (`--recursive`). */
  has(...options: string[]): boolean
  /** An argument is known only to a running shell, so it might be any option. */
  readonly open: boolean
  /** The first words after the program, as far as they are known: `push`, `system prune`. */
  starts(...words: string[]): boolean
}

/** Makes a view. Nothing of the command is changed. */
export function viewCommand(command: SimpleCommand): CommandView {
  const words = skipMultiCall(command.words)
  const name = words[0]?.value ?? null
  const program = name === null ? null : name.slice(name.lastIndexOf('/') + 1).toLowerCase()
  const named =
    program === null || words.length === 0 ? words : [{ value: program, raw: words[0]!.raw }, ...words.slice(1)]
  const args = dropGlobalOptions(named).slice(1)
  const options = listOptions(words.slice(1))
  return {
    command,
    program,
    args,
    operands: listOperands(words.slice(1)),
    has: (...wanted) => wanted.some((option) => options.some((given) => isOption(given, option))),
    open: words.slice(1).some((word) => word.value === null),
    starts: (...wanted) => wanted.every((word, index) => args[index]?.value === word),
  }
}

// `busybox rm` and `npx rm` are `rm`.
function skipMultiCall(words: readonly Word[]): readonly Word[] {
  const name = words[0]?.value ?? ''
  if (/(?:^|\/)(?:busybox|toybox)$/.test(name) && words.length > 1) return words.slice(1)
  if (!/(?:^|\/)(?:npx|bunx|pnpx)$/.test(name)) return words
  const start = words.findIndex(
    (word, index) =>
      index > 0 && !word.value?.startsWith('-') && !/^(?:-p|--package)$/.test(words[index - 1]?.value ?? ''),
  )
  return start === -1 ? words : words.slice(start)
}

function listOptions(words: readonly Word[]): string[] {
  const options: string[] = []
  for (const { value } of words) {
    if (value === '--') break
    if (value?.startsWith('-') && value !== '-') options.push(value)
  }
  return options
}

function listOperands(words: readonly Word[]): Word[] {
  const end = words.findIndex((word) => word.value === '--')
  const before = end === -1 ? words : words.slice(0, end)
  const operands = before.filter(({ value }) => value === null || value === '-' || !value.startsWith('-'))
  return end === -1 ? operands : [...operands, ...words.slice(end + 1)]
}

function isOption(given: string, wanted: string): boolean {
  if (!wanted.startsWith('--')) {
    const letter = wanted.slice(1)
    if (letter.length > 1) return given === wanted
    return !given.startsWith('--') && given.slice(1).includes(letter)
  }
  const name = given.split('=', 1)[0]!
  return name === wanted || (name.length >= 4 && wanted.startsWith(name))
}
