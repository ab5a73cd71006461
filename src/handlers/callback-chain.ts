import type { AsyncLocalStorage } from 'node:async_hooks'

let storage: AsyncLocalStorage<readonly string[]> | undefined

/**
 * From now on it is known which callbacks are under way where something is started. Called by whoever starts agents; where nobody
 * does, callbacks cost nothing more.
 */
export function followCallbacks(): void {
  storage ??= new (process.getBuiltinModule('node:async_hooks').AsyncLocalStorage)()
}

/** Calls a hook, so that what it starts can be told to be started by it. */
export function callBelow<T>(hookId: string, work: () => T): T {
  return storage ? storage.run([...(storage.getStore() ?? []), hookId], work) : work()
}

/** The callbacks below which this code runs, the outermost first: ids of hooks of any session of this process. */
export function listCallbacksAbove(): readonly string[] {
  return storage?.getStore() ?? []
}
