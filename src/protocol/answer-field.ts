import type { Field } from './schema/field.ts'

/**
 * How the values of several hooks become one: the strictest decision, the last in configuration order, all joined by a
 * blank line, or true as soon as one is true.
 */
export type MergeRule = 'strictest' | 'lastWins' | 'joined' | 'anyTrue'

/** What an output field does to the verdict. */
export type Meaning =
  | 'decision'
  | 'reason'
  | 'input'
  | 'output'
  | 'prompt'
  | 'context'
  | 'env'
  | { readonly blocksWhen: boolean }

/** An output field of an event: its type, a sentence, how several are merged, and what it means. */
export interface OutputField<F extends Field = Field> {
  readonly field: F
  readonly merge: MergeRule
  readonly means: Meaning
}

export type OutputShape = Readonly<Record<string, OutputField>>

export const strictest = <F extends Field>(field: F): OutputField<F> => ({
  field,
  merge: 'strictest',
  means: 'decision',
})

export const lastWins = <F extends Field>(
  means: 'input' | 'output' | 'prompt' | 'env' | 'reason',
  field: F,
): OutputField<F> => ({
  field,
  merge: 'lastWins',
  means,
})

export const joined = <F extends Field>(means: 'context' | 'reason', field: F): OutputField<F> => ({
  field,
  merge: 'joined',
  means,
})

/** A switch that blocks when it has the given value; the other value is no opinion. */
export const blocksWhen = <F extends Field>(value: boolean, field: F): OutputField<F> => ({
  field,
  merge: 'anyTrue',
  means: { blocksWhen: value },
})
