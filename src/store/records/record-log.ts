import type { Worker } from 'node:worker_threads'
import { describeThrown } from '../../base/describe-thrown.ts'
import { createRedactor } from '../../base/redact.ts'
import type { NewRecord, RecordLog } from '../../protocol/records.ts'
import { createRecordStore, type StoreOptions } from './record-store.ts'
import type { FromThread, ToThread } from './writer-thread.ts'

/**
 * Opens the log of a store. A thread writes, many records at once; it starts with the first record, and so does the file.
 * A process that ends, even by `process.exit`, waits a moment for what it has handed over. The environment is that of the
 * process unless another is given: its credentials are hidden in all records.
 */
export function openRecordLog(options: StoreOptions): RecordLog {
  return new ThreadedLog({ env: process.env, ...options })
}

class Losses {
  #count = 0
  #reason: string | null = null

  add(count: number, reason: string): void {
    this.#count += count
    this.#reason = reason
  }

  guard(count: number, work: () => void): void {
    try {
      work()
    } catch (error) {
      this.add(count, describeThrown(error))
    }
  }

  read(): { count: number; reason: string | null } {
    return { count: this.#count, reason: this.#reason }
  }
}

/** How long a process that ends waits for its records. */
const exitPatienceMs = 3000

interface Waiting {
  resolve(): void
  reject(error: Error): void
}

class ThreadedLog implements RecordLog {
  readonly #options: StoreOptions
  readonly #losses = new Losses()
  readonly #waiting = new Map<number, Waiting>()
  readonly #onExit = (): void => this.#drainAtExit()
  /** What was handed over before there was a thread. */
  #early: ToThread[] = []
  #thread: Thread | undefined
  #starting = false
  #wanted = 0
  #closed = false

  constructor(options: StoreOptions) {
    this.#options = cloneable(options)
  }

  append(record: NewRecord): void {
    if (this.#closed) this.#losses.add(1, 'the log has been closed')
    else this.#post(writeRecord(record))
  }

  appendDurably(record: NewRecord): Promise<void> {
    if (this.#closed) return Promise.reject(new Error('the log has been closed'))
    return this.#ask({ durable: writeRecord(record) })
  }

  async flush(): Promise<void> {
    if (this.#thread || this.#starting) await this.#ask({}).catch(() => undefined)
  }

  losses(): { count: number; reason: string | null } {
    return this.#losses.read()
  }

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    if (this.#thread || this.#starting) await this.#ask({ last: true }).catch(() => undefined)
    process.off('exit', this.#onExit)
    await this.#thread?.worker.terminate()
    this.#thread = undefined
  }

  #ask(message: { durable?: string; last?: true }): Promise<void> {
    const wants = ++this.#wanted
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#waiting.set(wants, { resolve, reject })
    this.#thread?.worker.ref()
    this.#post({ wants, ...message })
    return promise
  }

  #post(message: ToThread): void {
    if (this.#thread) {
      this.#thread.posted++
      this.#thread.worker.postMessage(message)
      return
    }
    this.#early.push(message)
    if (!this.#starting) void this.#start()
  }

  // Loaded when it is needed: the program of the thread must be a file of its own, whatever the rest is bundled into.
  async #start(): Promise<void> {
    this.#starting = true
    process.on('exit', this.#onExit)
    try {
      const { startWriterThread } = await import('./writer-thread.ts')
      const done = new Int32Array(new SharedArrayBuffer(4))
      const worker = startWriterThread(this.#options, done)
      const thread: Thread = { worker, done, posted: 0 }
      worker.on('message', (message: FromThread) => this.#take(message))
      worker.on('error', (error) => this.#dropThread(thread, describeThrown(error)))
      worker.on('exit', () => this.#dropThread(thread, 'the thread that writes has ended'))
      // Listening has tied the process to it.
      if (this.#waiting.size === 0) worker.unref()
      this.#thread = thread
      for (const message of this.#early.splice(0)) this.#post(message)
    } catch (error) {
      this.#giveUp(this.#early.splice(0).length, describeThrown(error))
    } finally {
      this.#starting = false
    }
  }

  #take(message: FromThread): void {
    if ('lost' in message) {
      this.#losses.add(message.lost, message.reason)
      return
    }
    const waiting = this.#waiting.get(message.answers)
    this.#waiting.delete(message.answers)
    if (this.#waiting.size === 0) this.#thread?.worker.unref()
    if (message.error === undefined) waiting?.resolve()
    else waiting?.reject(new Error(message.error))
  }

  // The next record starts another one.
  #dropThread(thread: Thread, reason: string): void {
    if (this.#thread !== thread) return
    this.#thread = undefined
    process.off('exit', this.#onExit)
    this.#giveUp(thread.posted - Atomics.load(thread.done, 0), reason)
  }

  #giveUp(count: number, reason: string): void {
    if (count > 0) this.#losses.add(count, reason)
    const waiting = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject } of waiting) reject(new Error(reason))
  }

  // Nothing asynchronous happens any more; the thread goes on by itself.
  #drainAtExit(): void {
    if (this.#thread) {
      this.#post({ wants: 0 })
      const { done, posted } = this.#thread
      const deadline = performance.now() + exitPatienceMs
      for (let seen = Atomics.load(done, 0); seen < posted; seen = Atomics.load(done, 0)) {
        const left = deadline - performance.now()
        if (left <= 0) return
        Atomics.wait(done, 0, seen, left)
      }
      return
    }
    const texts = this.#early.map((message) => (typeof message === 'string' ? message : message.durable))
    const records = texts.filter((text) => text !== undefined).map((text) => JSON.parse(text) as NewRecord)
    if (records.length > 0) this.#losses.guard(records.length, () => createRecordStore(this.#options).write(records))
  }
}

interface Thread {
  worker: Worker
  done: Int32Array<SharedArrayBuffer>
  posted: number
}

// Only what the thread needs of the environment: a host may pass `process.env` or an object with more in it.
function cloneable({ path, secrets, env, maxAgeDays, maxBytes }: StoreOptions): StoreOptions {
  const variables = Object.entries(env ?? {}).filter(([, value]) => typeof value === 'string')
  return {
    path,
    env: Object.fromEntries(variables),
    ...(secrets && { secrets: [...secrets] }),
    ...(maxAgeDays !== undefined && { maxAgeDays }),
    ...(maxBytes !== undefined && { maxBytes }),
  }
}

// What JSON cannot hold comes out as the redactor describes it.
function writeRecord(record: NewRecord): string {
  try {
    return JSON.stringify(record)
  } catch {
    plain ??= createRedactor()
    return JSON.stringify(plain.value(record), (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part))
  }
}

let plain: ReturnType<typeof createRedactor> | undefined
