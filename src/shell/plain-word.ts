import type { Word } from './command-facts.ts'
import type { Field } from './context.ts'

/** The public part of an expanded word. */
export function plainWord({ value, raw, glob, home }: Field): Word {
  return { value, raw, ...(glob && { glob }), ...(home && { home }) }
}
