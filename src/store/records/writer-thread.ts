import {
  isMainThread,
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  Worker,
  workerData,
} from 'node:worker_threads'
import { describeThrown } from '../../base/describe-thrown.ts'
import type { NewRecord } from '../../protocol/records.ts'
import { createRecordStore, type RecordStore, type StoreOptions } from './record-store.ts'

/** What the thread is told: a record as JSON, or with a number, to which an answer is wanted once all before it is done. */
export type ToThread = string | { wants: number; durable?: string; last?: true }

/** What it answers. */
export type FromThread = { answers: number; error?: string } | { lost: number; reason: string }

interface ThreadData {
  hooklineRecords: { options: StoreOptions; done: Int32Array<SharedArrayBuffer> }
}

/**
 * Starts the thread that writes. `done` counts the messages that it has dealt with, for those who
 * cannot wait for an answer.
 */
export function startWriterThread(options: StoreOptions, done: Int32Array<SharedArrayBuffer>): Worker {
  const data: ThreadData = { hooklineRecords: { options, done } }
  return new Worker(new URL(import.meta.url), { workerData: data, execArgv: [], name: 'hookline-records' })
}

function serve(port: MessagePort, { options, done }: ThreadData['hooklineRecords']): void {
  const store = createRecordStore(options)
  const cleaning = setTimeout(() => cleanUp(store), cleaningAfterMs)
  cleaning.unref()
  let waiting: ToThread[] = []
  let timer: NodeJS.Timeout | undefined
  const write = (): void => {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = []
    const answers = workOff(batch, store)
    // Before the answers: who has the last of them ends this thread.
    Atomics.add(done, 0, batch.length)
    Atomics.notify(done, 0)
    for (const answer of answers) port.postMessage(answer)
  }
  port.on('message', (first: ToThread) => {
    waiting.push(...takeBatch(port, first))
    const hurry = waiting.length >= largestBatch || waiting.some((message) => typeof message !== 'string')
    if (hurry) write()
    else timer ??= setTimeout(write, lingerMs)
  })
}

/** A record waits so long for others, unless somebody waits for it: what follows it soon is written with it. */
const lingerMs = 5

/** Not while a session starts: everybody waits for something then. */
const cleaningAfterMs = 2000

/** Everything that waits is written together: the more there is to do, the less each record costs. */
const largestBatch = 1000

function takeBatch(port: MessagePort, first: ToThread): ToThread[] {
  const batch = [first]
  while (batch.length < largestBatch) {
    const next = receiveMessageOnPort(port) as { message: ToThread } | undefined
    if (next === undefined) break
    batch.push(next.message)
  }
  return batch
}

function workOff(batch: readonly ToThread[], store: RecordStore): FromThread[] {
  const texts = batch.map((message) => (typeof message === 'string' ? message : message.durable))
  const records = texts.filter((text) => text !== undefined).map((text) => JSON.parse(text) as NewRecord)
  const asked = batch.filter((message) => typeof message !== 'string')
  const answers: FromThread[] = []
  let error: string | undefined
  try {
    if (records.length > 0) store.write(records, { durable: asked.some(({ durable }) => durable !== undefined) })
  } catch (thrown) {
    error = describeThrown(thrown)
    answers.push({ lost: records.length, reason: error })
  }
  if (asked.some(({ last }) => last)) store.close()
  for (const { wants, durable } of asked)
    answers.push({ answers: wants, ...(durable !== undefined && error !== undefined && { error }) })
  return answers
}

function cleanUp(store: RecordStore): void {
  try {
    store.removeOld()
  } catch {
    // it is tried again by the next process; nothing that is being written depends on it
  }
}

// The file is its own thread's program: so it finds itself wherever it has been bundled to.
const given = isMainThread ? undefined : (workerData as Partial<ThreadData> | null)?.hooklineRecords
if (given && parentPort) serve(parentPort, given)
