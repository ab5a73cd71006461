import type { RawResult } from '../../protocol/raw-result.ts'
import type { CommandRequest } from './command-request.ts'

/** What the host tells the helper. The input of a run travels beside the message as it is, not inside it. */
export type HostMessage =
  | ({ type: 'run'; id: number } & Pick<CommandRequest, 'command' | 'cwd' | 'env' | 'timeoutMs' | 'reap'>)
  | { type: 'cancel'; id: number }

/** What the helper tells the host. */
export type HelperMessage = { type: 'ready' } | { type: 'result'; id: number; result: RawResult }

const headerSize = 8

/** One frame: the length of the message, the length of the body, the message as JSON. The body follows it. */
export function encodeFrame(message: HostMessage | HelperMessage, bodyLength = 0): Buffer {
  const text = JSON.stringify(message)
  const length = Buffer.byteLength(text)
  const frame = Buffer.allocUnsafe(headerSize + length)
  frame.writeUInt32LE(length, 0)
  frame.writeUInt32LE(bodyLength, 4)
  frame.write(text, headerSize)
  return frame
}

/** A reader that takes chunks as they come and calls back with every complete frame. Frames may be split anywhere. */
export function createFrameReader<Message>(onFrame: (message: Message, body: Buffer) => void): (chunk: Buffer) => void {
  const chunks: Buffer[] = []
  let held = 0
  let needed = headerSize

  return (chunk) => {
    chunks.push(chunk)
    held += chunk.length
    if (held < needed) return
    let rest = chunks.length === 1 ? chunk : Buffer.concat(chunks, held)
    chunks.length = 0
    for (needed = frameSize(rest); rest.length >= needed; needed = frameSize(rest)) {
      const bodyStart = headerSize + rest.readUInt32LE(0)
      onFrame(JSON.parse(rest.toString('utf8', headerSize, bodyStart)) as Message, rest.subarray(bodyStart, needed))
      rest = rest.subarray(needed)
    }
    held = rest.length
    if (held > 0) chunks.push(rest)
  }
}

/** How long the frame is that begins here; when even that is not known yet, the length of a header. */
function frameSize(bytes: Buffer): number {
  return bytes.length < headerSize ? headerSize : headerSize + bytes.readUInt32LE(0) + bytes.readUInt32LE(4)
}
