import type { SSEStreamingApi } from 'hono/streaming'
import type { RecordReader } from '../protocol/records.ts'
import { briefRecord } from './brief-record.ts'
import type { PageQuestion } from './page-types.ts'
import type { Moment, Pulse } from './pulse.ts'
import { Stepper } from './read-in-steps.ts'

/** What a stream is made from. */
export interface StreamParts {
  reader: RecordReader
  pulse: Pulse
  questions(): PageQuestion[]
  /** Fires when the server closes. */
  signal: AbortSignal
}

/** Which records a stream carries: those of a session after an id; without a session only word that there are new ones. */
export interface StreamQuery {
  sessionId: string | undefined
  after: number
}

/** Milliseconds after which a silent stream says that it is still there. */
const silence = 15_000

/**
 * Sends what is recorded, as it is recorded, until the reader goes away. Every message about records has the id of its last
 * record: a reader that comes back with it misses nothing and gets nothing twice. The next batch is read when the last one is
 * on its way, so a slow reader costs one batch of memory and never more.
 */
export async function streamRecords(stream: SSEStreamingApi, query: StreamQuery, parts: StreamParts): Promise<void> {
  const gone = new AbortController()
  stream.onAbort(() => gone.abort())
  const signal = AbortSignal.any([gone.signal, parts.signal])
  const send = query.sessionId === undefined ? sendWord(stream, query) : sendBatch(stream, query, parts.reader)
  await stream.write('retry: 500\n\n')
  let known: Moment | undefined
  while (!signal.aborted) {
    const now = parts.pulse.look()
    if (known?.questions !== now.questions) {
      await stream.writeSSE({ event: 'questions', data: JSON.stringify(parts.questions()) })
    }
    known = now
    const more = await send(now)
    if (more) {
      await new Promise(setImmediate)
      continue
    }
    const differs = await parts.pulse.wait(known, { ms: silence, signal })
    if (!differs) await stream.writeSSE({ event: 'alive', data: '' })
  }
}

type Send = (now: Moment) => Promise<boolean>

function sendWord(stream: SSEStreamingApi, { after }: StreamQuery): Send {
  let told = after
  return async ({ lastId }) => {
    if (lastId === told) return false
    told = lastId
    await stream.writeSSE({ event: 'changed', id: String(lastId), data: String(lastId) })
    return false
  }
}

function sendBatch(stream: SSEStreamingApi, { sessionId, after }: StreamQuery, reader: RecordReader): Send {
  const stepper = new Stepper(reader, { sessionId: sessionId!, after })
  let caughtUp = false
  return async ({ lastId }) => {
    const batch = stepper.next()
    if (batch.length > 0) {
      const data = JSON.stringify(batch.map(briefRecord))
      await stream.writeSSE({ event: 'records', id: String(stepper.position), data })
      return true
    }
    // Tells a page that has just been opened that what it shows is all there is for now.
    if (!caughtUp) await stream.writeSSE({ event: 'current', data: String(lastId) })
    caughtUp = true
    return false
  }
}
