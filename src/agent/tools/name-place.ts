import { formatPath } from '../../base/json/format-path.ts'

/** A place in an input, in words: a parameter by its bare name, such as `-A`, and what lies deeper by its path. */
export function namePlace(path: readonly (string | number)[]): string {
  const [first] = path
  return path.length === 1 && typeof first === 'string' ? first : formatPath(path) || 'the input'
}
