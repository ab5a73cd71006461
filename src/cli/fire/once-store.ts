import { join } from 'node:path'
import type { StateStore } from '../../protocol/ports.ts'

/** A state store, and what went wrong with it. */
export interface OnceStore extends StateStore {
  readonly warnings: readonly string[]
}

/**
 * Remembers across calls which once-hooks have run. The file is opened only when a once-hook is about to run. When it cannot be
 * used the hook runs, with a warning: one run too many is better than a guard that never ran.
 */
export function createOnceStore(env: Readonly<Record<string, string | undefined>>): OnceStore {
  const warnings: string[] = []
  let opened: Promise<StateStore> | undefined
  const attempt = async (
    use: (store: StateStore) => boolean | Promise<boolean>,
    otherwise: boolean,
  ): Promise<boolean> => {
    try {
      opened ??= openStore(env)
      return await use(await opened)
    } catch (error) {
      warnings.push(`which once-hooks ran cannot be remembered: ${(error as Error).message}`)
      return otherwise
    }
  }
  return {
    warnings,
    claim: (key) => attempt((store) => store.claim(key), true),
    isClaimed: (key) => attempt((store) => store.isClaimed(key), false),
  }
}

async function openStore(env: Readonly<Record<string, string | undefined>>): Promise<StateStore> {
  const [{ createSqliteState }, { stateFolder }] = await Promise.all([
    import('../../store/sqlite-state.ts'),
    import('../../store/state-folder.ts'),
  ])
  return createSqliteState(join(stateFolder(env), 'state.db'))
}
