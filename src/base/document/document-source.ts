import { HookError } from '../errors.ts'
import { positionAt } from '../json/text-position.ts'

/** The text of a file, without its byte order mark, and the name it goes by in messages. */
export interface DocumentSource {
  text: string
  file?: string
}

/** The error for a fault at an offset of the text. */
export function makeSyntaxError(source: DocumentSource, offset: number, message: string, hint?: string): HookError {
  return new HookError('CONFIG_SYNTAX', message, {
    ...(hint !== undefined && { hint }),
    place: { ...(source.file !== undefined && { file: source.file }), ...positionAt(source.text, offset) },
  })
}

/** The error for a key that was defined before; it names both lines. */
export function makeDuplicateKeyError(
  source: DocumentSource,
  found: { path: string; first: number; again: number },
): HookError {
  const lines = [found.first, found.again].map((offset) => positionAt(source.text, offset).line)
  return makeSyntaxError(
    source,
    found.again,
    `expected every key once but found '${found.path}' twice: first on line ${lines[0]}, again on line ${lines[1]}`,
    'Keep one of the two.',
  )
}
