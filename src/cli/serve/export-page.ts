import { lstatSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { HookError } from '../../base/errors.ts'
import type { RecordReader } from '../../protocol/records.ts'
import { exportSession } from '../../server/export-session.ts'

/** What was written. */
export interface WrittenPage {
  session: string
  file: string
  bytes: number
}

/** Writes one session as an HTML file that only its owner can read. A file that is there stays as it is: throws `USAGE`. */
export async function exportPage(reader: RecordReader, session: string, name: string): Promise<WrittenPage> {
  const file = resolve(name)
  refuseExisting(file)
  const html = await exportSession(reader, session)
  try {
    writeFileSync(file, html, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    refuseExisting(file)
    throw new HookError('USAGE', `${file} cannot be written: ${(error as Error).message}`, {
      hint: 'Name a file in a folder that exists and that this user may write to.',
    })
  }
  return { session, file, bytes: Buffer.byteLength(html) }
}

function refuseExisting(file: string): void {
  if (lstatSync(file, { throwIfNoEntry: false }) === undefined) return
  throw new HookError('USAGE', `${file} is already there`, { hint: 'Name another file, or remove this one.' })
}
