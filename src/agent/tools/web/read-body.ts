import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'

/** The text of an answer, as far as it was read. */
export interface PageBody {
  contentType: string
  text: string
  bytes: number
  truncated: boolean
}

const mostBytes = 5 * 1024 * 1024

/**
 * Reads the body of an answer as text, at most 5 MiB after unpacking, in bounded memory. Throws for what is no text, and
 * for a body that breaks off.
 */
export async function readBody(response: IncomingMessage): Promise<PageBody> {
  const contentType = response.headers['content-type'] ?? 'text/plain'
  if (!isText(contentType)) {
    response.destroy()
    throw new Error(`The answer is ${contentType}, not text.`)
  }
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of unpack(response) as AsyncIterable<Buffer>) {
      const room = mostBytes - bytes
      chunks.push(chunk.length > room ? chunk.subarray(0, room) : chunk)
      bytes += Math.min(room, chunk.length)
      if (chunk.length > room) return { contentType, text: decode(chunks, contentType), bytes, truncated: true }
    }
  } finally {
    response.destroy()
  }
  return { contentType, text: decode(chunks, contentType), bytes, truncated: false }
}

function isText(contentType: string): boolean {
  return /^\s*(text\/|application\/([\w.+-]*[+.-])?(json|xml|javascript|ecmascript|yaml|toml|x-sh)\b)/i.test(
    contentType,
  )
}

function unpack(response: IncomingMessage): Readable {
  const unpacker = { gzip: createUnzip, 'x-gzip': createUnzip, deflate: createUnzip, br: createBrotliDecompress }
  const encoding = (response.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  if (encoding === 'identity' || encoding === '') return response
  if (!Object.hasOwn(unpacker, encoding)) throw new Error(`The answer is packed with ${encoding}, which is not known.`)
  const unpacked = unpacker[encoding as keyof typeof unpacker]()
  response.on('error', (error) => unpacked.destroy(error))
  return response.pipe(unpacked)
}

function decode(chunks: readonly Buffer[], contentType: string): string {
  const bytes = Buffer.concat(chunks)
  const charset = /charset\s*=\s*"?([^\s;"]+)/i.exec(contentType)?.[1] ?? 'utf-8'
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}
