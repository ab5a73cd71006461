import { closeSync, fstatSync, readdirSync, readSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { openPrivateFile } from '../../store/private-file.ts'
import type { SessionConfig } from '../session-options.ts'
import { locateTranscript, type SessionPlace } from './own-transcript.ts'

/** A session that could be resumed. */
export interface StoredSession {
  id: string
  /** When it was last written to, in milliseconds. */
  lastAt: number
}

/** The sessions that are stored for a folder, the latest first. */
export function listSessions(storage: SessionConfig['storage'], place: Omit<SessionPlace, 'id'>): StoredSession[] {
  const locate = (id: string): string | null => locateTranscript(storage, { ...place, id })
  const anyPath = locate('any')
  if (anyPath === null) return []
  return listFiles(dirname(anyPath))
    .flatMap((path) => readStored(path, (id) => locate(id) === path) ?? [])
    .sort((one, other) => other.lastAt - one.lastAt)
}

function listFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}

/**
 * The name of a file is not always the id: what a name cannot hold has been replaced in it. Undefined for what could not be
 * resumed, such as a link.
 */
function readStored(path: string, isIdOf: (id: string) => boolean): StoredSession | undefined {
  const file = tryOpen(path)
  if (file === undefined) return undefined
  try {
    const { mtimeMs, size } = fstatSync(file)
    const text = readPiece(file, 0) + readPiece(file, Math.max(0, size - pieceBytes))
    const found = [...text.matchAll(/"sessionId":("(?:[^"\\]|\\.)*")/g)]
      .map(([, quoted]) => readText(quoted!))
      .find((id) => id !== undefined && isIdOf(id))
    return { id: found ?? basename(path, '.jsonl'), lastAt: mtimeMs }
  } finally {
    closeSync(file)
  }
}

function tryOpen(path: string): number | undefined {
  try {
    return openPrivateFile(path, 'read')
  } catch {
    return undefined
  }
}

const pieceBytes = 64 * 1024

function readPiece(file: number, from: number): string {
  const bytes = Buffer.alloc(pieceBytes)
  return bytes.toString('utf8', 0, readSync(file, bytes, 0, pieceBytes, from))
}

function readText(quoted: string): string | undefined {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return undefined
  }
}
