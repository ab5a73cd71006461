import type { Redactor } from '../../base/redact.ts'
import type { Hooks } from '../../hooks/create-hooks.ts'
import type { HookSession } from '../../hooks/hook-session.ts'
import { acceptEnv, watchEnvFiles } from '../../hooks/session-env.ts'
import { type PermissionMode, permissionModes } from '../../protocol/common-input.ts'
import { type EventInput, type EventName, HookEvent } from '../../protocol/event-types.ts'
import type { Verdict } from '../../protocol/verdict.ts'
import type { PresentVerdict } from './compare-verdicts.ts'
import { listFailing } from './load-events.ts'
import type { ReplayEvent, ReplaySession } from './replay-event.ts'
import { createReplacer, freeInput, mapTexts, type World } from './world.ts'

/** Where and by what a session is replayed. */
export interface ReplayStage {
  hooks: Hooks
  world: World
  /** Hides in what hooks say now what was hidden in the record. */
  redactor: Redactor
  /** Unique in all the world: hooks that keep something by session must not find what the real one has left. */
  replayId: string
  signal: AbortSignal
}

/** What hooks say about an event now, or why they could not be asked. */
export type Replayed = { verdict: PresentVerdict } | { problem: string }

/**
 * Fires the events of a session one after the other, as they happened; tools do not run. Hooks that nobody waits for do not run
 * either: they decide nothing. Stops early when the signal fires. Rejects for nothing that hooks do.
 */
export async function replaySession(
  session: ReplaySession,
  stage: ReplayStage,
  tell: (event: ReplayEvent, replayed: Replayed) => void,
): Promise<void> {
  let current = openSession(stage, {})
  for (const event of session.events) {
    if (stage.signal.aborted) return
    // Of the project's own file the session takes care itself.
    const isMoved = stage.world.folder !== stage.world.projectDir
    const files = isMoved && event.event === HookEvent.SessionStart ? watchEnvFiles(stage.world.folder) : undefined
    const replayed = await fireAgain(event, current, session.sessionId, stage)
    tell(event, replayed)
    const added = files?.collect() ?? {}
    if (!session.keepsEnv) current = openSession(stage, {})
    else if (Object.keys(added).length > 0) current = openSession(stage, { ...current.env(), ...acceptEnv(added).env })
  }
}

function openSession({ hooks, world, replayId }: ReplayStage, env: Record<string, string>): HookSession {
  const session = hooks.session({ id: replayId, projectDir: world.projectDir, cwd: world.projectDir, env })
  for (const hook of hooks.list()) if (hook.async) session.disable(hook.id)
  return session
}

async function fireAgain(
  { event, input }: ReplayEvent,
  session: HookSession,
  sessionId: string,
  { world, redactor, replayId, signal }: ReplayStage,
): Promise<Replayed> {
  const mode = input['permissionMode']
  if (isMode(mode)) session.setPermissionMode(mode)
  try {
    const verdict = await session.fire(event, freeInput(input) as EventInput<EventName>, { signal })
    if (verdict.aborted) return { problem: 'the replay was interrupted' }
    const restoreId = createReplacer(replayId, sessionId)
    const { decision, reason, decidedBy, halt, failedOpen, ...rest } = verdict
    const present: PresentVerdict = {
      decision,
      reason,
      decidedBy,
      halt,
      failedOpen,
      failing: listFailing(verdict.runs),
      ...rewritesOf(rest),
    }
    return { verdict: asRecorded(redactor.value(mapTexts(world.leave(present), restoreId))) }
  } catch (error) {
    return { problem: (error as Error).message }
  }
}

function asRecorded(verdict: PresentVerdict): PresentVerdict {
  return JSON.parse(JSON.stringify(verdict))
}

function isMode(value: unknown): value is PermissionMode {
  return permissionModes.some((mode) => mode === value)
}

function rewritesOf(
  verdict: Pick<Verdict, 'input' | 'output' | 'prompt'>,
): Pick<PresentVerdict, 'input' | 'output' | 'prompt'> {
  return {
    ...(Object.hasOwn(verdict, 'input') && { input: verdict.input }),
    ...(Object.hasOwn(verdict, 'output') && { output: verdict.output }),
    ...(Object.hasOwn(verdict, 'prompt') && { prompt: verdict.prompt }),
  }
}
