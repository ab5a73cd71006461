import { createHash, randomBytes } from 'node:crypto'
import { closeSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client'
import { isRecord } from '../../../protocol/schema/check.ts'
import { openPrivateFile, readPrivate } from '../../../store/private-file.ts'
import { makePrivateFolder } from '../../../store/private-folder.ts'
import { stateFolder } from '../../../store/state-folder.ts'

/** What is kept of a login. */
export interface Credentials {
  /** The address that the client was registered with. */
  redirectUrl?: string
  client?: StoredOAuthClientInformation
  tokens?: StoredOAuthTokens
}

/** Where the login at one server is kept, for its owner only. */
export interface CredentialFile {
  /** What is there; nothing when the file is missing, cannot be read or is not safe: a login makes a new one. */
  read(): Credentials
  /** Replaces what is there at once. Throws `STATE_UNSAFE` when that is a link, or lies where others can write. */
  write(credentials: Credentials): void
}

/** The file for the server at an address, in the user's folder for state. Makes nothing until something is written. */
export function openCredentialFile(url: string, env: Readonly<Record<string, string | undefined>>): CredentialFile {
  const name = createHash('sha256').update(url).digest('hex').slice(0, 32)
  const path = join(stateFolder(env), 'mcp', `${name}.json`)
  return {
    read: () => readCredentials(path, url),
    write(credentials) {
      makePrivateFolder(stateFolder(env))
      makePrivateFolder(dirname(path))
      if (lstatSync(path, { throwIfNoEntry: false })) closeSync(openPrivateFile(path, 'read'))
      const draft = `${path}.${randomBytes(6).toString('hex')}`
      try {
        writeFileSync(draft, `${JSON.stringify({ version: 1, url, ...credentials })}\n`, { mode: 0o600, flag: 'wx' })
        renameSync(draft, path)
      } catch (error) {
        rmSync(draft, { force: true })
        throw error
      }
    },
  }
}

function readCredentials(path: string, url: string): Credentials {
  try {
    const value: unknown = JSON.parse(readPrivate(path))
    if (!isRecord(value) || value['version'] !== 1 || value['url'] !== url) return {}
    const { version: _, url: __, ...credentials } = value
    return credentials as Credentials
  } catch {
    return {}
  }
}
