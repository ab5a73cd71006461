import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { renderEntries, type TranscriptEntry, toEntry } from './transcript-entry.ts'

/** What could be read of a transcript. */
export interface TranscriptReading {
  state: 'read' | 'missing' | 'unreadable' | 'empty'
  /** How it begins and how it ends; undefined when nothing could be read. */
  text?: string
  /** Size of the file, how much of it was read, and lines that were no whole JSON object. */
  bytes: number
  read: number
  skipped: number
  /** The last prompt that a person wrote. */
  lastPromptId?: string
}

const headBytes = 256 * 1024
const tailBytes = 2 * 1024 * 1024
const mostCharacters = 120_000

/**
 * Reads a transcript of Claude Code (one JSON object a line) in bounded time and memory, however large it is: what it begins
 * with, for the request, and what it ends with. Lines that are half written or cut are passed over. Never throws.
 */
export function readTranscript(path: string | undefined): TranscriptReading {
  const nothing = { bytes: 0, read: 0, skipped: 0 }
  if (path === undefined) return { state: 'missing', ...nothing }
  let descriptor: number
  try {
    // A pipe in its place must not make us wait.
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return { state: isMissing ? 'missing' : 'unreadable', ...nothing }
  }
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) return { state: 'unreadable', ...nothing }
    return readParts(descriptor, stats.size)
  } catch {
    return { state: 'unreadable', ...nothing }
  } finally {
    closeSync(descriptor)
  }
}

function readParts(descriptor: number, size: number): TranscriptReading {
  const isWhole = size <= headBytes + tailBytes
  const head = isWhole ? '' : readPart(descriptor, 0, headBytes)
  const tail = isWhole ? readPart(descriptor, 0, size) : readPart(descriptor, size - tailBytes, tailBytes)
  // The last line of the head and the first of the tail are cut somewhere.
  const first = parseLines(head.split('\n').slice(0, -1))
  const last = parseLines(tail.split('\n').slice(isWhole ? 0 : 1))
  const read = isWhole ? size : headBytes + tailBytes
  const facts = { bytes: size, read, skipped: first.skipped + last.skipped }
  const prompt = last.entries.findLast((entry) => entry.isPrompt) ?? first.entries.findLast((entry) => entry.isPrompt)
  const text = renderEntries({ first: first.entries, last: last.entries, isWhole, limit: mostCharacters })
  return {
    state: text === '' ? 'empty' : 'read',
    ...(text !== '' && { text }),
    ...facts,
    ...(prompt?.id !== undefined && { lastPromptId: prompt.id }),
  }
}

function readPart(descriptor: number, from: number, length: number): string {
  const buffer = Buffer.allocUnsafe(length)
  let filled = 0
  while (filled < length) {
    const count = readSync(descriptor, buffer, filled, length - filled, from + filled)
    if (count === 0) break
    filled += count
  }
  return buffer.toString('utf8', 0, filled)
}

function parseLines(lines: readonly string[]): { entries: TranscriptEntry[]; skipped: number } {
  const entries: TranscriptEntry[] = []
  let skipped = 0
  for (const line of lines) {
    if (line.trim() === '') continue
    try {
      const entry = toEntry(JSON.parse(line))
      if (entry) entries.push(entry)
    } catch {
      skipped++
    }
  }
  return { entries, skipped }
}
