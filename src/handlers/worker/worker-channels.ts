import type { ChildProcess } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { createOutputCapture } from '../../base/captured-output.ts'
import type { Channels } from '../command/channels.ts'
import { createLineReader, type LineListener } from './line-reader.ts'

/** The pipes of a worker: they stay open, and none of them keeps this process alive. */
export interface WorkerChannels extends Channels {
  /** Sends text; what is sent within one turn of the event loop leaves together. `onUndelivered` when nobody can read it. */
  write(text: string, onUndelivered?: () => void): void
  /** Whether the worker has not taken all that was sent. */
  isStuck(): boolean
  /** Tells the worker that nothing more will come. */
  end(): void
}

const keptOfStderr = { head: 0, tail: 8 * 1024 }

/** Opens the channels of one worker. */
export function openWorkerChannels(listener: LineListener): WorkerChannels {
  const stdout = createOutputCapture({ head: 0, tail: 0 })
  const stderr = createOutputCapture(keptOfStderr)
  const { promise: drained, resolve: markDrained } = Promise.withResolvers<void>()
  let child: ChildProcess | undefined
  let held = ''
  let heldCalls: (() => void)[] = []

  return {
    stdio: 'pipe',
    attach(launched) {
      child = launched
      const { stdin, stdout: output, stderr: errors } = launched as Pipes
      // A worker that does not read is an ordinary case; without a listener the broken pipe would end the host.
      stdin.on('error', () => undefined)
      launched.unref()
      for (const stream of [stdin, output, errors]) (stream as unknown as { unref(): void }).unref()
      const read = createLineReader(listener)
      output.on('data', read.push)
      errors.on('data', (chunk: Buffer) => stderr.push(chunk))
      void Promise.all([waitForClose(output), waitForClose(errors)]).then(() => {
        read.end()
        markDrained()
      })
    },
    stdout,
    stderr,
    drained,
    write(text, onUndelivered) {
      if (held === '') process.nextTick(flush)
      held += text
      if (onUndelivered) heldCalls.push(onUndelivered)
    },
    isStuck: () => (child?.stdin?.writableLength ?? 0) > 0,
    end() {
      flush()
      child?.stdin?.end()
    },
    close() {
      for (const stream of [child?.stdin, child?.stdout, child?.stderr]) stream?.destroy()
      markDrained()
    },
  }

  function flush(): void {
    const text = held
    const calls = heldCalls
    held = ''
    heldCalls = []
    if (text === '') return
    const tellUndelivered = (): void => {
      for (const call of calls) call()
    }
    if (child?.stdin?.writable) child.stdin.write(text, (error) => error && tellUndelivered())
    else tellUndelivered()
  }
}

interface Pipes {
  stdin: Writable
  stdout: Readable
  stderr: Readable
}

function waitForClose(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    stream.on('error', () => resolve())
    stream.on('close', () => resolve())
  })
}
