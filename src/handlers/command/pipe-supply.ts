import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { canSeeProcesses } from '../../base/process-tree.ts'
import type { Warden } from './warden.ts'
import { wardenPipes } from './warden-script.ts'

/** Both ends of one anonymous pipe, non-blocking on our side. */
export interface Pipe {
  read: number
  write: number
}

/** Real pipes, kept in stock. */
export interface PipeSupply {
  /** As many pipes as asked for, or null where this machine cannot make any. Rejects when descriptors have run out. */
  take(count: number): Promise<Pipe[] | null>
  /** Has some in stock before they are asked for. Never rejects. */
  fill(): Promise<void>
  close(): void
}

const stockLow = 6
const patience = 1_000

/**
 * Pipes made by the warden and opened through /proc. They matter because Node gives its children sockets, and a socket cannot
 * be opened by name: `cat /dev/stdin` and `echo … > /dev/stderr` would fail in a hook, and `[ -p /dev/stdin ]` would be false.
 */
export function createPipeSupply(warden: Warden): PipeSupply {
  const stock: Pipe[] = []
  let refilling: Promise<boolean> | null = null
  let usable = canSeeProcesses
  let isBusy = false
  let closed = false

  return {
    async take(count) {
      let answered = true
      while (usable && answered && !closed && stock.length < count) answered = await refill()
      if (closed || stock.length < count) return null
      const taken = stock.splice(0, count)
      // Many a program that needs pipes once never needs others.
      if (isBusy && stock.length < stockLow) refill().catch(() => undefined)
      isBusy = true
      return taken
    },
    async fill() {
      if (usable && !closed && stock.length < stockLow) await refill().catch(() => undefined)
    },
    close() {
      closed = true
      for (const pipe of stock.splice(0)) closePipe(pipe)
    },
  }

  function refill(): Promise<boolean> {
    refilling ??= fetchPipes().finally(() => {
      refilling = null
    })
    return refilling
  }

  /** False when the warden did not answer; then it is replaced, and whoever waits does without. */
  async function fetchPipes(): Promise<boolean> {
    const { promise: late, resolve } = Promise.withResolvers<'late'>()
    const timer = setTimeout(resolve, patience, 'late')
    const pid = await Promise.race([warden.makePipes(), late])
    clearTimeout(timer)
    if (pid === 'late' || pid === null) {
      warden.replace()
      return false
    }
    try {
      usable = openAll(pid)
    } finally {
      warden.dropPipes()
      if (closed) for (const pipe of stock.splice(0)) closePipe(pipe)
    }
    return usable
  }

  function openAll(pid: number): boolean {
    for (const fd of wardenPipes) {
      const pipe = openPipe(`/proc/${pid}/fd/${fd}`)
      if (pipe === null) return false
      stock.push(pipe)
    }
    return true
  }
}

export function closePipe(pipe: Pipe): void {
  closeSync(pipe.read)
  closeSync(pipe.write)
}

const newline = Buffer.alloc(16)

/** Opens both ends anew; null when this is no pipe, as in shells that keep here-documents in files. */
function openPipe(path: string): Pipe | null {
  const read = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    if (!fstatSync(read).isFIFO()) {
      closeSync(read)
      return null
    }
    readSync(read, newline)
    return { read, write: openSync(path, constants.O_WRONLY | constants.O_NONBLOCK) }
  } catch (error) {
    closeSync(read)
    throw error
  }
}
