import type { StdinReading } from './hook-call.ts'

// Taken directly: of all there is to start the hook, an import of it would be the largest part.
const { constants, openSync, readSync } = process.getBuiltinModule('node:fs')

const chunkSize = 64 * 1024
/** A writer that sent a whole object and then nothing for so long will not send more. */
const silenceMs = 1000

/**
 * Reads the stdin of this process until it closes, or falls silent behind a complete JSON object, or the limit has passed.
 * Never rejects, and leaves nothing behind that would keep the process from ending.
 */
export async function readStdin({ ms }: { ms: number }): Promise<StdinReading> {
  const descriptor = openWithoutWaiting()
  const reading = new Reading(ms)
  if (descriptor === undefined) await readStream(reading)
  else await readDescriptor(descriptor, reading)
  return reading.result()
}

class Reading {
  readonly #chunks: Uint8Array[] = []
  readonly #end: number
  #lastChunk = performance.now()
  #complete: boolean | undefined
  closed = false

  constructor(ms: number) {
    this.#end = performance.now() + ms
  }

  add(chunk: Uint8Array): void {
    this.#chunks.push(chunk)
    this.#lastChunk = performance.now()
    this.#complete = undefined
  }

  /** Milliseconds after which to look again; 0 when there is nothing more to wait for. */
  wait(): number {
    const now = performance.now()
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

// A descriptor of our own that does not wait: a read that waits cannot be called off, and would hold up the end of the
// process. Sockets cannot be opened again; streams serve them, for the price of loading what streams need.
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

function readStream(reading: Reading): Promise<void> {
  const { stdin } = process
  return new Promise((resolve) => {
    let timer: NodeJS.Timeout
    const finish = (): void => {
      clearTimeout(timer)
      stdin.pause()
      resolve()
    }
    const look = (): void => {
      const wait = reading.wait()
      if (wait === 0) finish()
      else timer = setTimeout(look, wait)
    }
    const close = (): void => {
      reading.closed = true
      finish()
    }
    stdin.on('data', (chunk: Buffer) => reading.add(chunk))
    stdin.on('end', close)
    stdin.on('error', close)
    look()
  })
}
