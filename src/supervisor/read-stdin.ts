import { monotonicMs } from '../base/monotonic-ms.ts'
import type { StdinReading } from './hook-call.ts'

// Taken directly: of all there is to start the hook, an import of it would be the largest part.
const { constants, openSync, read, readSync } = process.getBuiltinModule('node:fs')

const chunkSize = 64 * 1024
/** A writer that sent a whole object and then nothing for so long will not send more. */
const silenceMs = 1000

/**
 * Reads the stdin of this process until it closes, or falls silent behind a complete JSON object, or the limit has passed.
 * Never rejects. A read may be left behind that nothing can call off: the process must then be left by `leaveProcess`.
 */
export async function readStdin({ ms }: { ms: number }): Promise<StdinReading> {
  const descriptor = openWithoutWaiting()
  const reading = new Reading(ms)
  if (descriptor !== undefined) await readDescriptor(descriptor, reading)
  else if (!canLeaveAnyway || !(await readAside(reading))) await readStream(reading)
  return reading.result()
}

class Reading {
  readonly #chunks: Uint8Array[] = []
  readonly #end: number
  #lastChunk = monotonicMs()
  #complete: boolean | undefined
  closed = false

  constructor(ms: number) {
    this.#end = monotonicMs() + ms
  }

  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#lastChunk = monotonicMs()
    this.#complete = undefined
  }

  /** Milliseconds after which to look again; 0 when there is nothing more to wait for. */
  wait(): number {
    const now = monotonicMs()
    const left = this.#end - now
    const silence = this.#lastChunk + silenceMs - now
    if (this.closed || left <= 0) return 0
    if (silence > 0) return Math.min(left, silence)
    this.#complete ??= isWholeObject(Buffer.concat(this.#chunks))
    return this.#complete ? 0 : Math.min(left, silenceMs)
  }

  result(): StdinReading {
    const bytes = Buffer.concat(this.#chunks)
    return { bytes, timedOut: !this.closed && this.#complete !== true && !isWholeObject(bytes) }
  }
}

function isWholeObject(bytes: Buffer): boolean {
  try {
    return typeof JSON.parse(bytes.toString('utf8')) === 'object'
  } catch {
    return false
  }
}

// A descriptor of our own that does not wait, since a read that waits cannot be called off. Sockets cannot be opened again.
function openWithoutWaiting(): number | undefined {
  try {
    return openSync('/proc/self/fd/0', constants.O_RDONLY | constants.O_NONBLOCK)
  } catch {
    return undefined
  }
}

async function readDescriptor(descriptor: number, reading: Reading): Promise<void> {
  let pause = 1
  while (!reading.closed) {
    const chunk = Buffer.allocUnsafe(chunkSize)
    const count = tryRead(descriptor, chunk)
    if (count === undefined) {
      const wait = reading.wait()
      if (wait === 0) return
      pause = Math.min(pause * 2, 50)
      await new Promise((resolve) => setTimeout(resolve, Math.min(pause, wait)))
    } else if (count === 0) reading.closed = true
    else {
      reading.add(chunk.subarray(0, count))
      pause = 1
    }
  }
}

/** Bytes read, 0 at the end, undefined when nothing is there yet. */
function tryRead(descriptor: number, chunk: Buffer): number | undefined {
  try {
    return readSync(descriptor, chunk, 0, chunk.length, null)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EAGAIN' ? undefined : 0
  }
}

let isReadPending = false
const canLeaveAnyway = typeof process.execve === 'function'

/** Ends this process with an exit code, also while a read waits in a thread that an ordinary end would wait for. */
export function leaveProcess(code: number): never {
  if (isReadPending) {
    process.emitWarning = () => {}
    process.execve!('/bin/sh', ['sh', '-c', `exit ${code}`], {})
  }
  process.exit(code)
}

/** Reads in a thread beside this one, which starts sooner than a stream. False when the descriptor will not be waited for. */
function readAside(reading: Reading): Promise<boolean> {
  return new Promise((resolve) => {
    const stopWaiting = watch(reading, () => resolve(true))
    const readOn = (): void => {
      const chunk = Buffer.allocUnsafe(chunkSize)
      isReadPending = true
      read(0, chunk, 0, chunk.length, null, (error, count) => {
        isReadPending = false
        if (error?.code === 'EAGAIN') {
          stopWaiting()
          resolve(false)
        } else if (error || count === 0) {
          reading.closed = true
          stopWaiting()
          resolve(true)
        } else {
          reading.add(chunk.subarray(0, count))
          readOn()
        }
      })
    }
    readOn()
  })
}

function readStream(reading: Reading): Promise<void> {
  const { stdin } = process
  return new Promise((resolve) => {
    const finish = (): void => {
      stdin.pause()
      resolve()
    }
    const stopWaiting = watch(reading, finish)
    const close = (): void => {
      reading.closed = true
      stopWaiting()
      finish()
    }
    stdin.on('data', (chunk: Buffer) => reading.add(chunk))
    stdin.on('end', close)
    stdin.on('error', close)
  })
}

/** Calls back once there is nothing more to wait for, unless called off. */
function watch(reading: Reading, finish: () => void): () => void {
  let timer: NodeJS.Timeout
  const look = (): void => {
    const wait = reading.wait()
    if (wait === 0) finish()
    else timer = setTimeout(look, wait)
  }
  timer = setTimeout(look, reading.wait())
  return () => clearTimeout(timer)
}
