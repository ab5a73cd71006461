import type { Approval } from '../../protocol/source.ts'
import { hashFile, stampFile } from './hash-file.ts'

/** Younger files are read again every time: two writes within one tick of the clock leave the same stamp. */
const settledMs = 2000

/**
 * Makes a check that names the first script of an approval that is not what was approved any more. A script is read again only
 * when its stamp has changed.
 */
export function createScriptCheck(now: () => number = Date.now): (approval: Approval) => string | undefined {
  const known = new Map<string, { stamp: string; sha256: string }>()
  const hash = (path: string): string => {
    const { stamp, changedMs } = stampFile(path)
    const before = known.get(path)
    if (before?.stamp === stamp) return before.sha256
    const { sha256, why } = hashFile(path)
    const found = sha256 ?? why
    if (now() - changedMs > settledMs && stampFile(path).stamp === stamp) known.set(path, { stamp, sha256: found })
    return found
  }
  return ({ scripts }) => scripts.find(({ path, sha256 }) => hash(path) !== sha256)?.path
}
