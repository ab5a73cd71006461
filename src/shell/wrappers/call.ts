import {
  brief,
  type Context,
  type Dress,
  enterProcess,
  enterWrapper,
  type Field,
  readCode,
  report,
} from '../context.ts'
import type { Ends } from '../track-directory.ts'

/** A command whose name is known, on its way to what it runs in turn. */
export interface Call {
  /** The command's name without its directory. */
  name: string
  args: Field[]
  context: Context
  dress: Dress
}

/** Looks into a command. Returns where it leaves the shell when it can change the directory, else nothing. */
export type Handler = (call: Call) => Ends | undefined

/** Runs words as a command of another process. */
export function runInner(words: Field[], { name, context }: Call, changes: Partial<Context> = {}): undefined {
  if (words.length > 0) context.walk.command(words, { ...enterProcess(context, name), ...changes })
}

/** Runs words as a command of this shell. */
export function runHere(words: Field[], { name, context }: Call): Ends | undefined {
  return words.length > 0 ? context.walk.command(words, enterWrapper(context, name)) : undefined
}

/** Parses code handed to another shell process. */
export function runCode(
  code: Field,
  { name, context }: Call,
  changes: Partial<Context> & { as?: string } = {},
): undefined {
  const { as, ...rest } = changes
  context.walk.text(readCode(code, context), { ...enterProcess(context, as ?? name), ...rest })
}

/** Joins words with blanks, as `eval`, `ssh` and `watch` do before a shell reads them. */
export function joinCode(words: Field[]): Field {
  const known = words.every((word) => word.value !== null)
  const joined: Field = {
    value: known ? words.map((word) => word.value).join(' ') : null,
    raw: words.map((word) => word.raw).join(' '),
    template: words.map((word) => word.template).join(' '),
  }
  if (words.some((word) => word.glob)) joined.glob = true
  return joined
}

/** Arguments that arrive only when the command runs. */
export const LATER: Field = { value: null, raw: '', template: '$_', open: true }

/** The words in which `mark` is replaced at run time become unknown. */
export function blankOut(words: Field[], mark: string): Field[] {
  return words.map((word) => {
    if (word.value === null || !word.value.includes(mark)) return word
    return { value: null, raw: word.raw, template: word.value.replaceAll(mark, '$_') }
  })
}

export function reportOpaque({ name, context }: Call, what: string): undefined {
  report(context, 'opaque', `${name} runs ${what}`)
}

export function reportUnclear({ name, context }: Call, word: Field | undefined): undefined {
  report(context, 'dynamic', `what ${name} runs depends on ${brief(word?.raw ?? '')}`)
}
