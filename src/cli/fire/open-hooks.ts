import type { WireEvent } from '../../dialects/wire-in.ts'
import { createLazyHandler } from '../../handlers/lazy-handler.ts'
import { createHooks, type Hooks } from '../../hooks/create-hooks.ts'
import type { HookSession } from '../../hooks/hook-session.ts'
import type { CreateHooksOptions } from '../../hooks/hooks-types.ts'
import { readTrustFlag } from '../trust/trust-flag.ts'
import { chooseSources, type FireSources } from './choose-sources.ts'
import type { FireFlags } from './fire-flags.ts'
import { createOnceStore, type OnceStore } from './once-store.ts'

/** Hooks and a session for one event. */
export interface OpenHooks {
  hooks: Hooks
  session: HookSession
  store: OnceStore
}

/**
 * Loads the configuration that the flags name, or else what is found for the user and the project, and opens the event's session.
 * An administrator's configuration counts either way. Rejects with a `HookError` when any of it cannot be understood.
 */
export async function openHooks(
  flags: FireFlags,
  event: WireEvent,
  options: Pick<CreateHooksOptions, 'observer' | 'watchUserFiles'>,
  sources: FireSources = chooseSources(flags, event),
): Promise<OpenHooks> {
  const projectDir = sources.cwd
  const store = createOnceStore(process.env)
  const hooks: Hooks = await createHooks(
    {},
    {
      ...sources,
      ...readTrustFlag(flags['trust-hooks']),
      ...options,
      store,
      handlers: {
        agent: createLazyHandler(async () => {
          const { createStandaloneAgentHandler } = await import('../../agent/agent-hook/standalone-agent-hooks.ts')
          return createStandaloneAgentHandler({ hooks: () => hooks })
        }),
      },
      // The one event that fires will tell by itself.
      preflight: false,
    },
  )
  const { sessionId, cwd } = event.hosted ? event.input : event
  const id = flags['session-id'] ?? (typeof sessionId === 'string' && sessionId !== '' ? sessionId : undefined)
  const session = hooks.session({
    projectDir,
    cwd: typeof cwd === 'string' ? cwd : projectDir,
    ...(id !== undefined && { id }),
  })
  return { hooks, session, store }
}
