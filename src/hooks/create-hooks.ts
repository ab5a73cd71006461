import type { Stats } from 'node:fs'
import { describeThrown } from '../base/describe-thrown.ts'
import { formatPlace, type HookError } from '../base/errors.ts'
import { createId } from '../base/ids.ts'
import { systemClock } from '../base/system-clock.ts'
import type { ProjectTrust } from '../config/trust/judge-project.ts'
import { createHookIndex } from '../engine/hook-index.ts'
import { tell } from '../engine/run.ts'
import { addBreakers } from '../handlers/breaker.ts'
import { callbackHandler } from '../handlers/callback.ts'
import { createLazyHandler } from '../handlers/lazy-handler.ts'
import { listModelSecrets } from '../models/list-model-secrets.ts'
import { type EventInput, type EventName, HookEvent } from '../protocol/event-types.ts'
import type { Hook } from '../protocol/hook.ts'
import type { HooksConfig } from '../protocol/native-config.ts'
import type { Clock, Handlers, Observer } from '../protocol/ports.ts'
import { enterLineage } from '../store/enter-lineage.ts'
import { createMemoryState } from '../store/memory-state.ts'
import type { Telemetry } from '../telemetry/telemetry.ts'
import { announceUnstartable } from './announce-unstartable.ts'
import type { Engine } from './engine-parts.ts'
import type { Explanation } from './explain.ts'
import { HookSession } from './hook-session.ts'
import type { CreateHooksOptions, SessionOptions } from './hooks-types.ts'
import { joinObservers } from './join-observers.ts'
import { type LoadedHooks, loadHooks } from './load-hooks.ts'
import { openProtection, type Protection } from './protect/create-protection.ts'
import { recheckScripts } from './recheck-scripts.ts'
import { announceRecursion } from './recursion.ts'
import { startRecording } from './start-recording.ts'
import { createWarningObserver } from './warn-observer.ts'
import { WeakSessions } from './weak-sessions.ts'

/** Milliseconds that `close` waits for hooks that another process has left, and for records to be written. */
const drainLimit = 5000

/** The hooks of a configuration, for many sessions. */
export interface Hooks {
  /** Starts a session of hooks. Fires nothing by itself. */
  session(options?: Partial<SessionOptions>): HookSession
  /** What would happen to every configured hook of an event. Runs nothing. */
  explain<E extends EventName>(event: E, input: EventInput<E>): Explanation
  /** All hooks, those that can never run included. */
  list(): readonly Hook[]
  /**
   * @internal Every event for which anything is configured, hooks, whether they can run or not, or permission rules, and the
   * files that say so, as they were when they were read.
   */
  configured(): { events: EventName[]; sources: ReadonlyMap<string, Stats> }
  /** What is worth telling about the configuration. */
  notices(): readonly HookError[]
  /** What the files of the project want to run, and how much of it is approved; null when they want nothing. */
  trust(): ProjectTrust | null
  /**
   * Reads the files again. New sessions get the new configuration; running ones get what it adds at once and keep what it
   * drops. Rejects when a file cannot be understood: then the last good configuration stays in force.
   */
  reload(): Promise<void>
  /** Stops what the handlers keep running. */
  close(): Promise<void>
}

/**
 * Makes a hook engine from a configuration in code, from files, or both. Rejects with a `HookError` when any of it cannot be
 * understood: a configuration is never half-loaded. With `prove: 'load'` it rejects with `GUARD_UNPROVED`, too.
 */
export async function createHooks(config: HooksConfig = {}, options: CreateHooksOptions = {}): Promise<Hooks> {
  const telemetry = await openTelemetry(options)
  const clock = options.clock ?? systemClock
  const { records, jobs, close: closeRecords } = await startRecording(options, { clock, secrets: listKeys(options) })
  const known = { secrets: listKeys(options), env: options.env ?? process.env }
  const shown = joinObservers(options.observer ?? createWarningObserver(known), telemetry?.observer)!
  const alarm = joinObservers(shown, records?.observer)!
  const losses = records?.watchLosses(alarm)
  const observer = joinObservers(options.observer, telemetry?.observer, records?.observer, losses, jobs?.watch(alarm))
  let loaded = await loadHooks(config, options)
  let index = createHookIndex(loaded.hooks)
  announce(loaded, alarm)
  const sessions = new WeakSessions()
  const late: HookError[] = []
  const given = { ...createDefaultHandlers(options), ...options.handlers }
  const traced = telemetry?.wrap(given) ?? given
  const handlers = addBreakers(recheckScripts(traced), { clock, alarm })
  const protect = (): Protection | undefined => openProtection(() => loaded, { options, clock })
  let protection = protect()
  const runId = createId()
  let firings = 0
  const engine: Engine = {
    index: () => index,
    maxConcurrentHooks: () => loaded.maxConcurrentHooks,
    permissions: () => loaded.permissions,
    protection: () => protection,
    handlers,
    clock,
    observer,
    alarm,
    store: options.store ?? createMemoryState(),
    records,
    desk: options.desk,
    validateInput: options.validateInput,
    runId,
    nextFiring: () => `${runId}-${++firings}`,
    timestamp: createTimestamp(clock),
    attach: (session) => sessions.add(session),
    detach: (session) => sessions.delete(session),
  }
  let reloading: Promise<void> = Promise.resolve()
  const reload = async (): Promise<void> => {
    loaded = await loadHooks(config, options)
      .then((next) => proveLoaded(next, engine, options))
      .catch((error: unknown) => keepLastGood(error, alarm))
    index = createHookIndex(loaded.hooks)
    protection = protect()
    announce(loaded, alarm)
    lookForUnstartable(loaded, engine, options)
    for (const session of sessions.list()) session.tighten()
  }
  let watch: { close(): void } | undefined
  let resumed: Promise<void> | undefined
  const hooks: Hooks = {
    session: (given = {}) => {
      const session = openSession(engine, options, given)
      if (session.recursion !== undefined) late.push(announceRecursion(session.recursion, session.id, alarm))
      return session
    },
    explain: (event, input) => openSession(engine, options, {}, { attach: false }).explain(event, input),
    list: () => loaded.hooks,
    configured: () => ({ events: listEvents(loaded), sources: loaded.sources }),
    notices: () => [...loaded.notices, ...late],
    trust: () => loaded.trust,
    // One after the other: of two at the same time the one that read older files must not have the last word.
    reload: () => {
      const turn = reloading.then(reload)
      reloading = turn.catch(() => undefined)
      return turn
    },
    close: async () => {
      watch?.close()
      if (resumed) await Promise.race([resumed, after(drainLimit)])
      const { callback: _, ...processes } = handlers
      await Promise.all(Object.values(processes).map((handler) => handler.close?.()))
      await Promise.race([records?.log.flush().then(closeRecords), after(drainLimit)])
    },
  }
  await proveLoaded(loaded, engine, options).catch(async (error: unknown) => {
    await hooks.close()
    throw error
  })
  lookForUnstartable(loaded, engine, options)
  resumed = jobs?.resume({
    projectDir: options.cwd ?? process.cwd(),
    hooks: loaded.hooks,
    rerun: ({ hook, input, sessionId, firing }) => {
      const place = { id: sessionId, cwd: input.cwd, projectDir: input.projectDir }
      return openSession(engine, options, place, { attach: false }).rerun(hook, input, firing)
    },
  })
  // A reload that fails has been told to the observer, and the last good configuration stays in force.
  if (options.watch) {
    const { watchHooks } = await import('./watch-hooks.ts')
    watch = watchHooks(options, () => void hooks.reload().catch(() => undefined))
  }
  return hooks
}

function listEvents({ hooks, permissions }: LoadedHooks): EventName[] {
  const ruled = Object.values(permissions).some((rules) => rules.length > 0) ? [HookEvent.PreToolUse] : []
  return [...new Set([...hooks.map(({ event }) => event), ...ruled])]
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}

async function openTelemetry(options: CreateHooksOptions): Promise<Telemetry | undefined> {
  const { telemetry, records, env = process.env } = options
  if (!telemetry) return undefined
  const { createTelemetry } = await import('../telemetry/telemetry.ts')
  const named = typeof records === 'object' && 'secrets' in records ? (records.secrets ?? []) : []
  return createTelemetry(telemetry === true ? {} : telemetry, { secrets: [...listKeys(options), ...named], env })
}

/** Keys of models that were given in code, and so are in no environment. */
function listKeys({ modelSecrets = [], models }: CreateHooksOptions): string[] {
  return [...modelSecrets, ...listModelSecrets(models)]
}

// In the background: what it finds is told when it is found, and nobody waits for it.
function lookForUnstartable(loaded: LoadedHooks, engine: Engine, options: CreateHooksOptions): void {
  if (options.preflight === false) return
  const { handlers, alarm } = engine
  const hostEnv = options.env ?? process.env
  const session = { id: '', projectDir: options.cwd ?? process.cwd(), hostEnv, sessionEnv: {} }
  void announceUnstartable(loaded.hooks, { handlers, session, alarm })
}

function createDefaultHandlers({ models }: CreateHooksOptions): Handlers {
  return {
    callback: callbackHandler,
    command: createLazyHandler(async () => (await import('../handlers/command-handler.ts')).createCommandHandler()),
    http: createLazyHandler(async () => (await import('../handlers/http/http-handler.ts')).createHttpHandler()),
    worker: createLazyHandler(async () => (await import('../handlers/worker/worker-handler.ts')).createWorkerHandler()),
    prompt: createLazyHandler(async () =>
      (await import('../handlers/prompt/prompt-handler.ts')).createPromptHandler(models),
    ),
  }
}

// On an engine of its own: nobody observes the samples, and what they leave behind is gone with it.
async function proveLoaded(loaded: LoadedHooks, engine: Engine, options: CreateHooksOptions): Promise<LoadedHooks> {
  if (options.prove !== 'load') return loaded
  const index = createHookIndex(loaded.hooks)
  const trial: Engine = {
    ...engine,
    index: () => index,
    maxConcurrentHooks: () => loaded.maxConcurrentHooks,
    observer: undefined,
    alarm: () => {},
    store: createMemoryState(),
    records: undefined,
    attach: () => {},
  }
  const { requireProof } = await import('./prove-samples.ts')
  await requireProof({ list: () => loaded.hooks, session: () => openSession(trial, options, {}, { attach: false }) })
  return loaded
}

function openSession(
  engine: Engine,
  options: CreateHooksOptions,
  given: Partial<SessionOptions>,
  { attach } = { attach: true },
): HookSession {
  const cwd = given.cwd ?? options.cwd ?? process.cwd()
  const hostEnv = given.hostEnv ?? options.env ?? process.env
  const scope = attach ? engine : { ...engine, attach: () => {} }
  const id = given.id ?? createId()
  const modelSecrets = listKeys(options)
  const lineage = attach ? enterLineage({ env: hostEnv, sessionId: id, isAgent: given.isAgent ?? false }) : undefined
  return new HookSession(scope, {
    ...given,
    id,
    cwd,
    hostEnv,
    ...(lineage && { lineage }),
    ...(modelSecrets.length > 0 && { modelSecrets }),
  })
}

// Many events fire within one millisecond; its text is made once.
function createTimestamp(clock: Clock): () => string {
  let at = Number.NaN
  let text = ''
  return () => {
    const now = clock.now()
    if (now !== at) {
      at = now
      text = new Date(now).toISOString()
    }
    return text
  }
}

function keepLastGood(error: unknown, observer: Observer): never {
  const message = `The configuration was not reloaded, the last good one stays in force: ${describeThrown(error)}`
  tell(observer, () => ({ type: 'notice', code: 'CONFIG_KEPT', message }))
  throw error
}

function announce(loaded: LoadedHooks, observer: Observer): void {
  for (const hook of loaded.hooks) {
    if (!hook.idle || hook.idle.why === 'duplicate' || hook.idle.why === 'disabled') continue
    const why = `${hook.idle.why}: ${hook.idle.detail}`
    tell(observer, () => ({ type: 'hookIdle', sessionId: '', hook, why }))
  }
  for (const { code, message, place, hint } of loaded.notices)
    tell(observer, () => ({ type: 'notice', code, message: `${formatPlace(place)} ${message}`.trim(), hint }))
}
