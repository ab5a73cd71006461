import type { OutputShape } from './answer-field.ts'
import type { Shape } from './schema/field.ts'

/**
 * What hooks of an event may do. `block` means deny for tools, refuse for prompts and completions, and keep working for
 * stops; `blocked` in the definition says which.
 */
export type Power = 'block' | 'ask' | 'allow' | 'rewriteInput' | 'rewriteOutput' | 'rewritePrompt' | 'context' | 'env'

/** One row of the event table. Everything Hookline knows of an event is derived from it. */
export interface EventDefinition<
  Name extends string = string,
  Input extends Shape = Shape,
  Output extends OutputShape = OutputShape,
> {
  readonly name: Name
  /** Where the event stands in the life of a session; tables and schemas are sorted by it. */
  readonly position: number
  /** When it fires, as the end of the sentence "fires …". */
  readonly fires: string
  readonly powers: readonly Power[]
  /** What a block does, for events that can be blocked. */
  readonly blocked?: string
  /** The input field that a matcher tests; null when the event has none and always fires. */
  readonly matches: Extract<keyof Input, string> | null
  readonly input: Input
  readonly output: Output
  /** Who reads a complaint (exit 2, a JSON deny) where the event cannot block. */
  readonly feedbackTo: 'model' | 'user'
  /** Whether plain text on stdout is context or only recorded. */
  readonly plainText: 'context' | 'recorded'
  /** Further names under which callbacks find an input field. */
  readonly callbackNames?: Readonly<Record<string, Extract<keyof Input, string>>>
  /** Other names of the same event in native files. */
  readonly aliases?: readonly string[]
}

/** Describes one event. A match field that is no input field does not compile. */
export function defineEvent<const Name extends string, Input extends Shape, const Output extends OutputShape>(
  definition: EventDefinition<Name, Input, Output>,
): EventDefinition<Name, Input, Output> {
  return definition
}
