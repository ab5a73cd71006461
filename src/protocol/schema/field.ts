/**
 * The vocabulary in which events and configuration are described: plain data, no library behind it, so that loading the
 * table costs nothing. Types, checks, JSON Schema and documents all derive from these descriptions.
 */
export type Field<T = unknown> = (
  | { readonly kind: 'text'; readonly filled?: true }
  | { readonly kind: 'flag' | 'anything' | 'anyObject' | 'error' | 'function' | 'duration' | 'null' }
  | { readonly kind: 'number'; readonly integer: boolean; readonly min?: number; readonly max?: number }
  | { readonly kind: 'oneOf'; readonly values: readonly (string | number)[] }
  | { readonly kind: 'word'; readonly known: readonly string[] }
  | { readonly kind: 'record' | 'list'; readonly item: Field; readonly atLeast?: number }
  | { readonly kind: 'object'; readonly fields: Shape }
  | { readonly kind: 'either'; readonly options: readonly Field[] }
  | { readonly kind: 'variants'; readonly tag: string; readonly fallback: string; readonly variants: Variants }
) & { readonly about: string; readonly optional?: true; readonly [phantom]?: T }

export type Shape = Readonly<Record<string, Field>>
export type Variants = Readonly<Record<string, Shape>>

declare const phantom: unique symbol

type Optional<T> = Field<T> & { readonly optional: true }

/** The TypeScript type of a field. */
export type TypeOf<F> = F extends Field<infer T> ? T : never

/** The TypeScript type of an object with these fields. */
export type TypeOfShape<S extends Shape> = Flatten<
  { [K in keyof S as S[K] extends { optional: true } ? never : K]: TypeOf<S[K]> } & {
    [K in keyof S as S[K] extends { optional: true } ? K : never]?: TypeOf<S[K]> | undefined
  }
>

type Flatten<T> = { [K in keyof T]: T[K] }

export const text = (about: string): Field<string> => ({ kind: 'text', about })

/** Text that is not blank: what is shown must be seen. */
export const filledText = (about: string): Field<string> => ({ kind: 'text', filled: true, about })

export const flag = (about: string): Field<boolean> => ({ kind: 'flag', about })
export const anything = (about: string): Field<unknown> => ({ kind: 'anything', about })
export const anyObject = (about: string): Field<Record<string, unknown>> => ({ kind: 'anyObject', about })

/** Text on the wire; callbacks receive it as an `Error`. */
export const errorText = (about: string): Field<string> => ({ kind: 'error', about })

/** A whole number of at least 0. */
export const count = (about: string, limits: { min?: number; max?: number } = {}): Field<number> => ({
  kind: 'number',
  integer: true,
  min: 0,
  ...limits,
  about,
})

/** A number in the dialect's unit, or text with a unit such as `"30s"`. */
export const duration = (about: string): Field<number | string> => ({ kind: 'duration', about })

export const oneOf = <const V extends readonly (string | number)[]>(values: V, about: string): Field<V[number]> => ({
  kind: 'oneOf',
  values,
  about,
})

/** One of some known words, or one that is not known yet: an unknown value never disarms a guard. */
export const word = <const V extends readonly string[]>(known: V, about: string): Field<V[number] | (string & {})> => ({
  kind: 'word',
  known,
  about,
})

export const recordOf = <T>(item: Field<T>, about: string): Field<Record<string, T>> => ({
  kind: 'record',
  item,
  about,
})

export const listOf = <T>(item: Field<T>, about: string, atLeast = 0): Field<T[]> => ({
  kind: 'list',
  item,
  atLeast,
  about,
})

export const objectOf = <S extends Shape>(fields: S, about: string): Field<TypeOfShape<S>> => ({
  kind: 'object',
  fields,
  about,
})

export const either = <F extends readonly Field[]>(options: F, about: string): Field<TypeOf<F[number]>> => ({
  kind: 'either',
  options,
  about,
})

/** A value that may be null instead. */
export const orNull = <T>(field: Field<T>): Field<T | null> => either([field, nothing], field.about)

const nothing: Field<null> = { kind: 'null', about: 'Nothing.' }

/** A function in code; a file cannot hold one, so JSON Schema leaves it out. */
export const callable = <T>(about: string): Field<T> => ({ kind: 'function', about })

/** An object whose `tag` field says which of the shapes it has. */
export const variantsBy = <T>(
  tag: string,
  fallback: string,
  variants: Variants,
  about = 'One of several kinds.',
): Field<T> => ({ kind: 'variants', tag, fallback, variants, about })

export const optional = <T>(field: Field<T>): Optional<T> => ({ ...field, optional: true })
