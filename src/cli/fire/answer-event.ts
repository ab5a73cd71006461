import { type FilesLook, rememberEvents } from '../../config/known-files.ts'
import type { WireEvent } from '../../dialects/wire-in.ts'
import { emptyVerdict } from '../../engine/empty-verdict.ts'
import { joinObservers } from '../../hooks/join-observers.ts'
import type { EventInput, EventName } from '../../protocol/event-types.ts'
import type { Observer } from '../../protocol/ports.ts'
import type { Verdict } from '../../protocol/verdict.ts'
import type { Terminal } from '../terminal.ts'
import { announce, hasAnnouncements } from './announce.ts'
import type { FireSources } from './choose-sources.ts'
import type { FireFlags } from './fire-flags.ts'
import { createFireRecords } from './fire-records.ts'
import { type OpenHooks, openHooks } from './open-hooks.ts'
import { type FireCall, printAnswer } from './print-answer.ts'

/** Milliseconds that hooks nobody waits for may still run once the verdict is out. */
const drainLimit = 2000

/** Where the hooks of an event come from, and how their files looked before they were read. */
export interface EventPlace {
  sources: FireSources
  look: FilesLook
}

/** Runs the hooks of an event, prints the verdict and gives the exit code. */
export async function answerEvent(event: WireEvent, call: FireCall, { sources, look }: EventPlace): Promise<number> {
  const { flags, terminal } = call
  const records = createFireRecords(process.env)
  const observer = joinObservers(await chooseObserver(flags, terminal), records.observer)!
  const open = await openHooks(flags, event, { observer }, sources)
  try {
    const verdict = await fireWire(event, open, flags)
    // Before anybody can act on it: a decision that was answered is one that was recorded.
    verdict.warnings.push(...(await records.settle()))
    const asides = { messages: tellChanges(open), announce: () => announce(open.hooks, flags, terminal) }
    const code = await printAnswer(verdict, event, call, asides)
    await terminal.flush()
    await open.session.drain(drainLimit)
    const isQuiet = !hasAnnouncements(open.hooks) && flags['trust-hooks'].length === 0
    await rememberEvents(look, isQuiet ? open.hooks.configured() : undefined)
    return code
  } finally {
    await open.hooks.close()
    await records.settle()
    await records.close()
  }
}

async function chooseObserver(flags: FireFlags, terminal: Terminal): Promise<Observer | undefined> {
  if (!flags.debug) return undefined
  const { createDebugObserver } = await import('./debug-observer.ts')
  return createDebugObserver(terminal.tell, process.env)
}

async function fireWire(event: WireEvent, { session, store }: OpenHooks, flags: FireFlags): Promise<Verdict> {
  if (!event.hosted) return { ...emptyVerdict(event.name as EventName), warnings: event.warnings }
  const id = flags['session-id']
  const input = { ...event.input, ...(id !== undefined && { sessionId: id }) } as EventInput<EventName>
  const verdict = await session.fire(event.event, input, session.wants(event.event, input) ? abortOnSignal() : {})
  verdict.warnings.unshift(...event.warnings)
  verdict.warnings.push(...store.warnings())
  return verdict
}

// Whoever stops this process while hooks run still learns that the event was not let through.
function abortOnSignal(): { signal: AbortSignal } {
  const controller = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => controller.abort())
  return { signal: controller.signal }
}

function tellChanges({ hooks }: OpenHooks): string[] {
  const changes = hooks.notices().filter(({ code }) => code === 'CONFIG_CHANGED')
  return changes.map(({ message, place }) => `${place.file}: ${message}`)
}
