import { isUtf8 } from 'node:buffer'

/** What is kept of an output: its text, how many bytes came in all, and whether something was cut or was not UTF-8. */
export interface CapturedText {
  text: string
  bytes: number
  truncated: boolean
  invalidUtf8: boolean
}

/** Takes the chunks of one output as they come and holds a bounded part of them. */
export interface OutputCapture {
  /** Copies what it keeps, so the caller may reuse the chunk. */
  push(chunk: Uint8Array): void
  /** The text so far; may be called more than once. */
  read(): CapturedText
}

const headLimit = 1024 * 1024
const tailLimit = 64 * 1024

/**
 * Keeps the first 1 MiB and the last 64 KiB of an output of any length, in bounded memory. Text that was cut carries a line
 * between the two parts which says how much is missing: it also makes sure that the parts can never join into valid JSON
 * that nobody printed. Characters split over chunks are exact, a byte order mark is dropped, and invalid UTF-8 is replaced and told.
 */
export function createOutputCapture(
  limits: { head: number; tail: number } = { head: headLimit, tail: tailLimit },
): OutputCapture {
  const head: Buffer[] = []
  const tail = createTail(limits.tail)
  let headBytes = 0
  let bytes = 0

  return {
    push(chunk) {
      bytes += chunk.length
      const room = Math.min(limits.head - headBytes, chunk.length)
      if (room > 0) {
        head.push(Buffer.from(chunk.subarray(0, room)))
        headBytes += room
      }
      if (room < chunk.length) tail.push(chunk.subarray(room))
    },
    read() {
      const missing = bytes - headBytes - tail.length()
      if (missing === 0) return { ...decode(Buffer.concat([...head, tail.read()])), bytes, truncated: false }
      const first = decode(dropPartialEnd(Buffer.concat(head)))
      const last = decode(dropPartialStart(tail.read()))
      return {
        text: `${first.text}\n[${missing} bytes left out]\n${last.text}`,
        bytes,
        truncated: true,
        invalidUtf8: first.invalidUtf8 || last.invalidUtf8,
      }
    },
  }
}

/** A ring that holds the last `limit` bytes; its memory is taken only once something overflows into it. */
function createTail(limit: number) {
  let ring: Buffer | undefined
  let next = 0
  let held = 0

  return {
    length: () => held,
    push(chunk: Uint8Array) {
      ring ??= Buffer.allocUnsafe(limit)
      const kept = chunk.length > limit ? chunk.subarray(chunk.length - limit) : chunk
      const untilEnd = Math.min(kept.length, limit - next)
      ring.set(kept.subarray(0, untilEnd), next)
      ring.set(kept.subarray(untilEnd), 0)
      next = (next + kept.length) % limit
      held = Math.min(limit, held + kept.length)
    },
    read(): Buffer {
      if (ring === undefined) return Buffer.alloc(0)
      if (held < limit) return Buffer.from(ring.subarray(0, held))
      return Buffer.concat([ring.subarray(next), ring.subarray(0, next)])
    },
  }
}

function decode(bytes: Buffer): { text: string; invalidUtf8: boolean } {
  const hasMark = bytes.length >= 3 && bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return { text: bytes.toString('utf8', hasMark ? 3 : 0), invalidUtf8: !isUtf8(bytes) }
}

/** Our own cut may fall inside a character; that is no fault of the output. */
function dropPartialEnd(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (isContinuation(byte)) continue
    return sequenceLength(byte) > back ? bytes.subarray(0, bytes.length - back) : bytes
  }
  return bytes
}

function dropPartialStart(bytes: Buffer): Buffer {
  let start = 0
  while (start < Math.min(3, bytes.length) && isContinuation(bytes[start]!)) start++
  return bytes.subarray(start)
}

function isContinuation(byte: number): boolean {
  return (byte & 0xc0) === 0x80
}

function sequenceLength(byte: number): number {
  if (byte >= 0xf0) return 4
  if (byte >= 0xe0) return 3
  return byte >= 0xc0 ? 2 : 1
}
