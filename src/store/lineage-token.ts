import { closeSync, constants, fstatSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openPrivateFile } from './private-file.ts'
import { makePrivateFolder } from './private-folder.ts'
import { stateFolder } from './state-folder.ts'

/** The variable that tells a process below which hooks it was started. */
export const lineageVariable = 'HOOKLINE_LINEAGE'

/** What a process is told about the hooks above it. */
export interface LineageToken {
  /** The firing with which it all began. */
  root: string
  /** The session whose event ran the last of the hooks. */
  session: string
  /** The hooks, the outermost first. */
  hooks: readonly { readonly id: string; readonly file: string }[]
}

// Every start of the program loads this file, and hardly any needs to sign.
const crypto = (): typeof import('node:crypto') => process.getBuiltinModule('node:crypto')

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Writes a token that only this user's processes can write. Never throws: without a key it carries no signature, so that nobody
 * below takes it for a beginning.
 */
export function writeToken(token: LineageToken, env: Environment): string {
  const text = Buffer.from(JSON.stringify({ version: 1, ...token })).toString('base64url')
  const key = findKey(env, { make: true })
  return `${text}.${key === undefined ? '' : sign(text, key)}`
}

/** Reads a token; null for one that was not written by this user's Hookline. Never throws. */
export function readToken(given: string, env: Environment): LineageToken | null {
  const [text = '', signature = '', ...more] = given.split('.')
  const key = findKey(env, { make: false })
  if (key === undefined || more.length > 0 || !isEqual(signature, sign(text, key))) return null
  try {
    // Nobody else could sign it, so it has the shape it was given.
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as LineageToken
  } catch {
    return null
  }
}

function sign(text: string, key: Buffer): string {
  return crypto().createHmac('sha256', key).update(text).digest('base64url')
}

function isEqual(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && crypto().timingSafeEqual(left, right)
}

const keyLength = 32
const keys = new Map<string, Buffer>()

function findKey(env: Environment, { make }: { make: boolean }): Buffer | undefined {
  try {
    const folder = stateFolder(env)
    const path = join(folder, 'lineage.key')
    const known = keys.get(path)
    if (known) return known
    if (make) makeKey(folder, path)
    const key = readKey(path)
    keys.set(path, key)
    return key
  } catch {
    return undefined
  }
}

// Written whole before it has its name would need a rename; the key is short enough for one write, and readers check its length.
function makeKey(folder: string, path: string): void {
  makePrivateFolder(folder)
  try {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW
    const file = openSync(path, flags, 0o600)
    try {
      writeFileSync(file, crypto().randomBytes(keyLength))
    } finally {
      closeSync(file)
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

function readKey(path: string): Buffer {
  const file = openPrivateFile(path, 'read')
  try {
    if ((fstatSync(file).mode & 0o077) !== 0) throw new Error(`${path} is not private`)
    const key = readFileSync(file)
    if (key.length !== keyLength) throw new Error(`${path} holds no key`)
    return key
  } finally {
    closeSync(file)
  }
}
