import { createHash } from 'node:crypto'
import type { ToolState } from '../tool-types.ts'

/** What this session knows of files: the content it last read or wrote, by digest. */
export class FileLedger {
  readonly #seen = new Map<string, string>()

  note(real: string, bytes: Uint8Array): void {
    this.#seen.set(real, digest(bytes))
  }

  /** Whether the file was read or written in this session and is different now. */
  hasChanged(real: string, bytes: Uint8Array): boolean {
    const seen = this.#seen.get(real)
    return seen !== undefined && seen !== digest(bytes)
  }
}

/** The ledger of a session. */
export function ledgerOf(state: ToolState): FileLedger {
  return state.part('files', () => new FileLedger())
}

/** The refusal to touch a file that somebody else has changed. */
export function staleFile(path: string): Error {
  return new Error(`${path} was changed since it was last read. Read it again first.`)
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64')
}
