import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { HookError } from '../../base/errors.ts'
import type { RecordReader } from '../../protocol/records.ts'
import { openRecordReader } from '../../store/records/record-reader.ts'
import { recordsPath } from '../../store/records/schema.ts'

/** Records to read, and where they lie. */
export interface OpenRecords {
  path: string
  reader: RecordReader
}

/**
 * Opens the records that `--records` names, or else the user's own, which may not be there yet. Throws `RECORD_NOT_FOUND` when a
 * file that was named is not there, and for one that holds something else.
 */
export function openUserRecords(named: string | undefined, env: NodeJS.ProcessEnv): OpenRecords {
  const path = named === undefined ? recordsPath(env) : resolve(named)
  if (named !== undefined && !existsSync(path)) {
    throw new HookError('RECORD_NOT_FOUND', `--records ${named}: there is no such file`, {
      hint: `Give a file of records, or leave --records out to read ${recordsPath(env)}.`,
    })
  }
  const reader = openRecordReader(path)
  try {
    reader.lastId()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SQLITE_ERROR') throw error
    throw new HookError('RECORD_NOT_FOUND', `no records can be read: ${(error as Error).message}`, {
      place: { file: path },
      hint: `Give a file of records${named === undefined ? ' with --records, or move this one away' : `, or leave --records out to read ${recordsPath(env)}`}.`,
      cause: error,
    })
  }
  return { path, reader }
}

/** Says that there is nothing, where it was looked for, and what would write there. */
export function describeEmpty(path: string, env: NodeJS.ProcessEnv): string {
  const isThere = existsSync(path)
  const isOwn = path === recordsPath(env)
  return [
    isThere ? `No session is recorded in ${path}.` : `Nothing is recorded yet: there is no ${path}.`,
    isOwn
      ? '`hookline fire`, `hookline run` and sessions of `createSession` write there, unless HOOKLINE_RECORDS=off.'
      : `The records of this user lie in ${recordsPath(env)}; leave --records out to read them.`,
  ].join('\n')
}
