import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { HookError } from '../base/errors.ts'
import type { QuestionDesk, RecordLog } from '../protocol/records.ts'
import { openQuestionDesk } from '../store/records/question-desk.ts'
import { openRecordReader } from '../store/records/record-reader.ts'
import { recordsPath } from '../store/records/schema.ts'
import { type PageServer, servePage } from './serve-page.ts'

/** How a page beside a session is wanted; `true` takes a free port. */
export type ServeOption = true | { port?: number }

/** What a page beside a session is served from. */
export interface ServeBesideOptions {
  serve: ServeOption
  /** Where the session records: as `createSession` takes it. */
  records?: RecordLog | { path?: string } | false | undefined
  storage?: { dir: string } | false | undefined
  /** Where questions wait, when the host has a desk of its own. */
  desk?: QuestionDesk | undefined
  env: Readonly<Record<string, string | undefined>>
  /** Hidden wherever they appear. */
  secrets?: readonly string[]
  filesFrom?: string
}

/** A page beside a session. */
export interface PageBeside {
  readonly page: PageServer
  /** What the session must be given, so that it records where the page reads, and asks where the page answers. */
  readonly config: { records: { path: string }; desk: QuestionDesk }
  /** Lets those who watch see the end, then closes the page and what was opened for it. */
  close(): Promise<void>
}

/**
 * Serves a page beside a session of this process: everything recorded, live, and its questions to be answered. It keeps no
 * process alive. A session that records nothing is recorded in a temporary file, which goes with the page. Rejects with a
 * `HookError` `PAGE_UNAVAILABLE` when it cannot be served, or when records go to a log that nobody can read back.
 */
export async function serveBeside(options: ServeBesideOptions): Promise<PageBeside> {
  const { serve, filesFrom } = options
  const place = choosePlace(options)
  const reader = openRecordReader(place.path)
  const ownDesk = options.desk === undefined ? openQuestionDesk(storeOptions(place.path, options)) : undefined
  const desk = options.desk ?? ownDesk!
  const closeStore = (): void => {
    ownDesk?.close()
    reader.close()
    place.remove()
  }
  try {
    const port = serve === true ? undefined : serve.port
    const page = await servePage({
      ...{ reader, desk, background: true },
      ...(port !== undefined && { port }),
      ...(filesFrom !== undefined && { filesFrom }),
    })
    const config = { records: { ...keptOptions(options), path: place.path }, desk }
    const close = async (): Promise<void> => {
      await page.drain()
      await page.close()
      closeStore()
    }
    return { page, config, close }
  } catch (error) {
    closeStore()
    throw error
  }
}

function choosePlace({ records, storage, env }: ServeBesideOptions): { path: string; remove(): void } {
  if (records && 'append' in records) {
    throw new HookError('PAGE_UNAVAILABLE', 'the session records to a log of its host, and a page cannot read it', {
      hint: 'Give records as { path } instead, or leave it out.',
    })
  }
  const isOff = records === undefined ? storage === false || env['HOOKLINE_RECORDS'] === 'off' : records === false
  if (!isOff) return { path: (records ? records.path : undefined) ?? recordsPath(env), remove: () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'hookline-records-'))
  return { path: join(folder, 'records.db'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function storeOptions(path: string, { env, secrets = [] }: ServeBesideOptions): Parameters<typeof openQuestionDesk>[0] {
  return { path, env, secrets }
}

// How long and how much is kept stays as the host wants it.
function keptOptions({ records }: ServeBesideOptions): object {
  return records && !('append' in records) ? records : {}
}
