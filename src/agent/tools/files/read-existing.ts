import { isUtf8 } from 'node:buffer'
import { stat } from 'node:fs/promises'
import type { FilePlace } from './locate-file.ts'
import { readBytes } from './read-bytes.ts'

/** A file that is about to be replaced: its bytes, and its text where it is text. */
export interface ExistingFile {
  bytes: Buffer
  text: string | undefined
}

const largest = 256 * 1024 * 1024

/** The file at a place, undefined when there is none. Throws for directories, devices and what may not be read. */
export async function readExisting(place: FilePlace, signal: AbortSignal): Promise<ExistingFile | undefined> {
  const found = await stat(place.real).catch((error: NodeJS.ErrnoException) => error)
  if (found instanceof Error && found.code === 'ENOENT') return undefined
  const bytes = await readBytes(place, { largest, signal })
  return { bytes, text: isUtf8(bytes) ? bytes.toString('utf8') : undefined }
}
