import type { Word } from './command-facts.ts'
import type { Field } from './context.ts'

/** The public part of an expanded word. */
export function plainWord({ value, raw, glob, home }: Field): Word {
  const word: Word = { value, raw }
  if (glob) word.glob = true
  if (home) word.home = true
  return word
}
