import { closeSync, writeSync } from 'node:fs'
import { Socket } from 'node:net'
import { createOutputCapture, type OutputCapture } from '../../base/captured-output.ts'
import type { Channels } from './channels.ts'
import type { Pipe } from './pipe-supply.ts'

/** Channels over three real pipes. Input that fits into the pipe is in it before the child starts. */
export function createPipeChannels([stdinPipe, stdoutPipe, stderrPipe]: [Pipe, Pipe, Pipe]): Channels {
  const stdout = createOutputCapture()
  const stderr = createOutputCapture()
  const { promise: drained, resolve: markDrained } = Promise.withResolvers<void>()
  const open = new Set([stdinPipe, stdoutPipe, stderrPipe].flatMap(({ read, write }) => [read, write]))
  const sockets: Socket[] = []

  return {
    stdio: [stdinPipe.read, stdoutPipe.write, stderrPipe.write],
    attach(_child, stdin) {
      const writer = sendInput(stdinPipe.write, stdin)
      if (writer) sockets.push(writer)
      else closeSync(stdinPipe.write)
      for (const end of [stdinPipe.read, stdoutPipe.write, stderrPipe.write]) closeSync(end)
      open.clear()
      const outputs = [readInto(stdoutPipe.read, stdout), readInto(stderrPipe.read, stderr)]
      sockets.push(...outputs)
      void Promise.all(outputs.map(waitForClose)).then(() => markDrained())
    },
    stdout,
    stderr,
    drained,
    close() {
      for (const descriptor of open) closeSync(descriptor)
      open.clear()
      for (const socket of sockets) socket.destroy()
      markDrained()
    },
  }
}

/** Writes what fits at once; the rest goes through the socket that is returned, as fast as the child reads. */
function sendInput(descriptor: number, stdin: string | Uint8Array): Socket | null {
  const bytes = typeof stdin === 'string' ? Buffer.from(stdin) : stdin
  const written = writeWhatFits(descriptor, bytes)
  if (written === bytes.length) return null
  const socket = new Socket({ fd: descriptor, readable: false, writable: true })
  // A hook that does not read its input is an ordinary case.
  socket.on('error', () => undefined)
  socket.write(bytes.subarray(written), () => socket.destroy())
  return socket
}

function writeWhatFits(descriptor: number, bytes: Uint8Array): number {
  let written = 0
  try {
    while (written < bytes.length) written += writeSync(descriptor, bytes, written)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EPIPE') return bytes.length
    if (code !== 'EAGAIN') throw error
  }
  return written
}

// One buffer serves all pipes of this process: it is filled, and emptied by the capture, within one call of the event loop.
const readBuffer = Buffer.allocUnsafeSlow(64 * 1024)

function readInto(descriptor: number, capture: OutputCapture): Socket {
  const callback = (length: number, buffer: Uint8Array) => {
    capture.push(buffer.subarray(0, length))
    return true
  }
  const socket = new Socket({
    fd: descriptor,
    readable: true,
    writable: false,
    onread: { buffer: readBuffer, callback },
  })
  socket.on('error', () => undefined)
  return socket.resume()
}

function waitForClose(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once('close', () => resolve())
  })
}
