import { join } from 'node:path'
import { findConfigFolder } from '../locate-files.ts'
import { appendPrivateLine } from './private-file.ts'

/** What an owner did to their trust. */
export interface TrustAct {
  act: 'approve' | 'revoke' | 'suspend' | 'resume'
  [detail: string]: unknown
}

/** Adds what was done to `trust-log.jsonl` beside the trust store: who, when, what. Throws `TRUST_STORE_UNSAFE`. */
export function recordTrustAct(env: Readonly<Record<string, string | undefined>>, now: number, act: TrustAct): void {
  const folder = findConfigFolder(env)
  if (folder === undefined) return
  const row = { at: new Date(now).toISOString(), uid: process.getuid?.() ?? null, pid: process.pid, ...act }
  appendPrivateLine(join(folder, 'trust-log.jsonl'), JSON.stringify(row))
}
