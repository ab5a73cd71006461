import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import type { Readable, Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

/** The body of a reply as far as it was read. */
export interface ReadBody {
  text: string
  /** What keeps it from being a whole body, in words. */
  fault?: string
  /** Whether the fault lies in the connection and not in what was sent. */
  cut?: boolean
}

const limit = 1024 * 1024

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** Reads a body, decoded, as it streams in; past 1 MiB, before or after decoding, it stops reading. Never rejects. */
export function readBody(response: IncomingMessage): Promise<ReadBody> {
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  const decoder = decoders[encoding]?.()
  if (decoder === undefined && encoding !== 'identity' && encoding !== '') {
    response.destroy()
    return Promise.resolve({
      text: '',
      fault: `the answer is encoded as ${JSON.stringify(encoding)}, which is not known`,
    })
  }
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let received = 0
    let decoded = 0
    const end = (fault?: string, { cut = false } = {}): void => {
      response.destroy()
      decoder?.destroy()
      resolve({ ...decodeText(Buffer.concat(chunks)), ...(fault !== undefined && { fault, cut }) })
    }
    const tooLong = (): void => end('the answer was truncated: it is longer than 1 MiB')
    const source: Readable = decoder ? response.pipe(decoder) : response
    response.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (received > limit) tooLong()
    })
    response.on('error', () => end('the connection was cut in the middle of the answer', { cut: true }))
    response.on('close', () => {
      if (!response.complete) end('the connection was cut in the middle of the answer', { cut: true })
    })
    decoder?.on('error', () => end('the answer is not encoded as it says'))
    source.on('data', (chunk: Buffer) => {
      decoded += chunk.length
      if (decoded > limit) return tooLong()
      chunks.push(chunk)
    })
    // Ended by itself, the response is not destroyed: its connection serves the next request.
    source.on('end', () => resolve(decodeText(Buffer.concat(chunks))))
  })
}

function decodeText(bytes: Buffer): ReadBody {
  return { text: bytes.toString(), ...(!isUtf8(bytes) && { fault: 'the answer is not valid UTF-8' }) }
}
