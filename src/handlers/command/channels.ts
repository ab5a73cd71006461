import type { ChildProcess, StdioOptions } from 'node:child_process'
import type { Readable } from 'node:stream'
import { createOutputCapture, type OutputCapture } from '../../base/captured-output.ts'

/** The three pipes between the host and one child. */
export interface Channels {
  stdio: StdioOptions
  /** Called once the child runs: hands over the input and begins to read. */
  attach(child: ChildProcess, stdin: string | Uint8Array): void
  stdout: OutputCapture
  stderr: OutputCapture
  /** Resolves when nobody holds either output open any more, or when they were closed. */
  drained: Promise<void>
  /** Stops reading and writing and gives the descriptors back. May be called at any time, also twice. */
  close(): void
}

/** Channels that Node makes itself. They are sockets, so a hook cannot open /dev/stdin or /dev/stderr by name. */
export async function openSocketChannels(): Promise<Channels> {
  const stdout = createOutputCapture()
  const stderr = createOutputCapture()
  const { promise: drained, resolve: markDrained } = Promise.withResolvers<void>()
  let child: ChildProcess | undefined

  return {
    stdio: 'pipe',
    attach(launched, stdin) {
      child = launched
      // A hook that does not read its input is an ordinary case; without a listener the broken pipe would end the host.
      launched.stdin?.on('error', () => undefined)
      launched.stdin?.end(stdin)
      void Promise.all([capture(launched.stdout!, stdout), capture(launched.stderr!, stderr)]).then(() => markDrained())
    },
    stdout,
    stderr,
    drained,
    close() {
      for (const stream of [child?.stdin, child?.stdout, child?.stderr]) stream?.destroy()
      markDrained()
    },
  }
}

function capture(stream: Readable, into: OutputCapture): Promise<void> {
  return new Promise((resolve) => {
    stream.on('error', () => resolve())
    stream.on('close', () => resolve())
    stream.on('data', (chunk: Buffer) => into.push(chunk))
  })
}
