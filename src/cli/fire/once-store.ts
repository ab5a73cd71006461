import { join } from 'node:path'
import type { StateStore } from '../../protocol/ports.ts'
import { createSqliteState, type SqliteState } from '../../store/sqlite-state.ts'
import { stateFolder } from '../../store/state-folder.ts'

/** A state store, and what went wrong with it. */
export interface OnceStore extends StateStore {
  warnings(): string[]
}

/**
 * Remembers across calls which once-hooks have run. The file is made only when a once-hook is about to run. When it cannot be
 * used the hook runs, with a warning: one run too many is better than a guard that never ran.
 */
export function createOnceStore(env: Readonly<Record<string, string | undefined>>): OnceStore {
  const warnings = new Set<string>()
  let opened: SqliteState | undefined
  const attempt = (use: (store: SqliteState) => boolean, otherwise: boolean): boolean => {
    try {
      opened ??= createSqliteState(join(stateFolder(env), 'state.db'))
      return use(opened)
    } catch (error) {
      warnings.add(`which once-hooks ran cannot be remembered: ${(error as Error).message}`)
      return otherwise
    }
  }
  return {
    warnings: () => [...warnings],
    claim: (key) => attempt((store) => store.claim(key), true),
    isClaimed: (key) => attempt((store) => store.isClaimed(key), false),
  }
}
