import type { Handler } from '../protocol/ports.ts'

/** A handler that is loaded when the first hook of its kind runs: who has none pays nothing for it. */
export function createLazyHandler(load: () => Promise<Handler>): Handler {
  let loading: Promise<Handler> | undefined
  let loaded: Handler | undefined
  const get = async (): Promise<Handler> => {
    loading ??= load()
    loaded = await loading
    return loaded
  }
  return {
    run: (request) => (loaded ? loaded.run(request) : get().then((handler) => handler.run(request))),
    preflight: async (hook, session) => (await (await get()).preflight?.(hook, session)) ?? null,
    close: async () => (await loading)?.close?.(),
  }
}
