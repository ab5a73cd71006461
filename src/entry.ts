import type { SessionPorts } from './agent/create-session.ts'
import type { PromptResult } from './agent/prompt.ts'
import type { Session } from './agent/session.ts'
import type { PromptInput, SessionConfig } from './agent/session-options.ts'
import type { Hooks } from './hooks/create-hooks.ts'
import type { CreateHooksOptions } from './hooks/hooks-types.ts'
import type { HooksConfig } from './protocol/native-config.ts'
import type { ServedSession, ServedSessionConfig } from './server/served-session.ts'

// The package root is loaded by programs that may never fire an event: what does the work is loaded when it is asked for.

/**
 * Makes a hook engine from a configuration in code, from files, or both. Rejects with a `HookError` when any of it cannot be
 * understood: a configuration is never half-loaded.
 */
export async function createHooks(config?: HooksConfig, options?: CreateHooksOptions): Promise<Hooks> {
  const { createHooks } = await import('./hooks/create-hooks.ts')
  const { createLazyHandler } = await import('./handlers/lazy-handler.ts')
  let hooks: Hooks | undefined
  const agent = createLazyHandler(async () => {
    const { createStandaloneAgentHandler } = await import('./agent/agent-hook/standalone-agent-hooks.ts')
    return createStandaloneAgentHandler({ ...options, hooks: () => hooks })
  })
  hooks = await createHooks(config, { ...options, handlers: { agent, ...options?.handlers } })
  return hooks
}

/**
 * Starts an agent session: finds the provider, reads the hooks, fires SessionStart. With `serve` a live page is served beside
 * it, at `session.page.url`. Rejects with a `HookError` when there is no provider or a configuration cannot be understood.
 */
export async function createSession(config: ServedSessionConfig): Promise<ServedSession>
export async function createSession(config?: SessionConfig): Promise<Session>
export async function createSession(config: MaybeServed = {}): Promise<Session> {
  const agent = await import('./agent/index.ts')
  return openWithPage(config, (ready) => agent.createSession(ready, ports))
}

/**
 * Goes on with a session that was stored, in this process or another one. Nothing that was shown to the user is lost, however
 * its process ended. Rejects with a `HookError`: `SESSION_NOT_FOUND`, or `SESSION_IN_USE` while another process owns it.
 */
export async function resumeSession(id: string, config: ServedSessionConfig): Promise<ServedSession>
export async function resumeSession(id: string, config?: SessionConfig): Promise<Session>
export async function resumeSession(id: string, config: MaybeServed = {}): Promise<Session> {
  const agent = await import('./agent/index.ts')
  return openWithPage(config, (ready) => agent.resumeSession(id, ready, ports))
}

/**
 * Starts a new session with the conversation of a stored one, which stays as it is and may be in use. The new one has an id of
 * its own: `config.sessionId`, or a fresh one. Rejects with a `HookError` when there is no such session.
 */
export async function forkSession(id: string, config: ServedSessionConfig): Promise<ServedSession>
export async function forkSession(id: string, config?: SessionConfig): Promise<Session>
export async function forkSession(id: string, config: MaybeServed = {}): Promise<Session> {
  const agent = await import('./agent/index.ts')
  return openWithPage(config, (ready) => agent.forkSession(id, ready, ports))
}

/** One prompt in a session of its own. Rejects when the model fails; a blocked or capped turn is a result. */
export async function prompt(text: PromptInput, config?: SessionConfig): Promise<PromptResult> {
  const agent = await import('./agent/index.ts')
  return agent.prompt(text, config, ports)
}

type MaybeServed = SessionConfig & Partial<Pick<ServedSessionConfig, 'serve'>>

async function openWithPage(config: MaybeServed, open: (config: SessionConfig) => Promise<Session>): Promise<Session> {
  const { serve, ...rest } = config
  if (!serve) return open(rest)
  const { openServedSession } = await import('./server/served-session.ts')
  return openServedSession({ ...rest, serve }, open)
}

const ports: SessionPorts = {
  supervisor: async (options, session) =>
    (await import('./supervisor/open-supervisor.ts')).openSupervisor(options, session),
}
