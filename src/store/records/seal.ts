import { createHmac, createSecretKey, hash, type KeyObject, randomBytes, timingSafeEqual } from 'node:crypto'
import { closeSync, constants, linkSync, lstatSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readPrivate } from '../private-file.ts'

/** What the hash of a record covers, besides the hash of the one before it. */
export interface ChainLink {
  sessionId: string
  seq: number
  at: number
  firing: string | null
  kind: string
  /** The text as it is stored. */
  body: string
}

/** The hash that stands before the first record of a session. */
export const firstHash = ''

/** The hash of a record, which holds the hash of the one before it: nothing before it can change without changing this. */
export function hashRecord(previous: string, { sessionId, seq, at, firing, kind, body }: ChainLink): string {
  const text = JSON.stringify([1, previous, sessionId, seq, at, firing, kind, body])
  return hash('sha256', text, 'base64url')
}

/** What stands in for the end of a session that was changed behind our back: no chain leads over it. */
export function markBroken(head: string): string {
  return `broken ${head}`
}

/** How far a session goes: whoever cuts its end would have to sign the new end. */
export interface Head {
  sessionId: string
  count: number
  head: string
}

/** Signs with the user's own key. `purpose` keeps seals of different things apart. */
export function makeSeal(key: Buffer, purpose: 'head' | 'removed', { sessionId, count, head }: Head): string {
  const text = JSON.stringify([1, purpose, sessionId, count, head])
  return createHmac('sha256', prepareKey(key)).update(text).digest('base64url')
}

const prepared = new WeakMap<Buffer, KeyObject>()

// A key that is prepared anew each time costs ten times what signing does.
function prepareKey(key: Buffer): KeyObject {
  const known = prepared.get(key)
  if (known) return known
  const made = createSecretKey(key)
  prepared.set(key, made)
  return made
}

/** Whether a seal is the one that the key gives. */
export function isSealed(key: Buffer, purpose: 'head' | 'removed', head: Head & { seal: string }): boolean {
  const [wanted, found] = [makeSeal(key, purpose, head), head.seal].map((seal) => Buffer.from(seal))
  return wanted!.length === found!.length && timingSafeEqual(wanted!, found!)
}

/** The file of the key that seals the records of a database. */
export function keyPathOf(databasePath: string): string {
  return join(dirname(databasePath), 'records.key')
}

/** The user's key; undefined when there is none. Throws when the file is no key of ours, or not safe. */
export function readKey(path: string): Buffer | undefined {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return undefined
  const key = Buffer.from(readPrivate(path).trim(), 'hex')
  if (key.length !== keyBytes) throw new Error(`${path} holds no key`)
  return key
}

const keyBytes = 32

/** The user's key, made if there is none, for its owner only. Of processes that make one at the same time all get the same. */
export function ensureKey(path: string): Buffer {
  const found = readKey(path)
  if (found !== undefined) return found
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  const file = openSync(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600)
  try {
    writeFileSync(file, `${randomBytes(keyBytes).toString('hex')}\n`, { flush: true })
    closeSync(file)
    linkSync(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft, { force: true })
  }
  return readKey(path)!
}
