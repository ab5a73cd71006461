import type { Path } from '../protocol/schema/check.ts'

/** A mechanical change that mends a finding. Scripts' content is never touched. */
export type Fix =
  | { readonly kind: 'mode'; readonly file: string; readonly add?: number; readonly remove?: number }
  | ({ readonly kind: 'set'; readonly value: string | number } & InDocument)
  | ({ readonly kind: 'remove' } & InDocument)
  | ({ readonly kind: 'rename'; readonly name: string } & InDocument)

interface InDocument {
  readonly file: string
  /** Of the value, or of the value whose key is renamed. */
  readonly path: Path
}
