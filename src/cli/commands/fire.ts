import type { WireEvent } from '../../dialects/wire-in.ts'
import { emptyVerdict } from '../../engine/fire-event.ts'
import { joinObservers } from '../../hooks/join-observers.ts'
import type { EventInput, EventName } from '../../protocol/event-types.ts'
import type { Observer } from '../../protocol/ports.ts'
import type { Verdict } from '../../protocol/verdict.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { announce } from '../fire/announce.ts'
import { type FireFlags, fireFlags } from '../fire/fire-flags.ts'
import { createFireRecords } from '../fire/fire-records.ts'
import { type OpenHooks, openHooks } from '../fire/open-hooks.ts'
import { readEvent } from '../fire/read-event.ts'
import type { Terminal } from '../terminal.ts'

export default defineCommand({
  usage: '--event FILE|-',
  flags: fireFlags,
  maxArguments: 0,
  examples: [
    'fire --event event.json --config hooks.json',
    `fire --event - --json < event.json`,
    'fire --event - --reply claude --on-error block',
  ],
  run: fire,
  onUsageError: async (error, argv, terminal) =>
    (await import('../fire/block-on-usage-error.ts')).blockOnUsageError(error, argv, terminal),
})

type FireCall = CommandCall<typeof fireFlags>

/** Milliseconds that hooks nobody waits for may still run once the verdict is out. */
const drainLimit = 2000

async function fire({ flags, terminal }: FireCall): Promise<number> {
  let event: WireEvent | undefined
  try {
    event = await readEvent(flags.event)
    return await answer(event, { flags, terminal })
  } catch (error) {
    if (flags.reply === undefined || flags['on-error'] !== 'block') throw error
    if (flags.event === undefined) {
      const { readEventIfPossible } = await import('../fire/block-on-usage-error.ts')
      event = await readEventIfPossible('-')
    }
    return (await import('../fire/block-on-error.ts')).blockOnError(error, event, terminal)
  }
}

async function answer(event: WireEvent, { flags, terminal }: Pick<FireCall, 'flags' | 'terminal'>): Promise<number> {
  const records = createFireRecords(process.env)
  const observer = joinObservers(await chooseObserver(flags, terminal), records.observer)!
  const open = await openHooks(flags, event, { observer })
  try {
    const verdict = await fireWire(event, open, flags)
    // Before anybody can act on it: a decision that was answered is one that was recorded.
    verdict.warnings.push(...(await records.settle()))
    const code = await printAnswer(verdict, event, { flags, terminal, open })
    await terminal.flush()
    await open.session.drain(drainLimit)
    return code
  } finally {
    await open.hooks.close()
    await records.settle()
    await records.close()
  }
}

async function chooseObserver(flags: FireFlags, terminal: Terminal): Promise<Observer | undefined> {
  if (!flags.debug) return undefined
  const { createDebugObserver } = await import('../fire/debug-observer.ts')
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

interface AnswerPlace {
  flags: CommandCall<typeof fireFlags>['flags']
  terminal: Terminal
  open: OpenHooks
}

async function printAnswer(
  verdict: Verdict,
  event: WireEvent,
  { flags, terminal, open }: AnswerPlace,
): Promise<number> {
  if (flags.reply !== undefined) {
    const { writeReply } = await import('../../dialects/reply.ts')
    const messages = [...verdict.messages, ...tellChanges(open)]
    const reply = writeReply(flags.reply, { ...verdict, messages }, event)
    terminal.write('stdout', reply.stdout)
    terminal.write('stderr', reply.stderr)
    // A block's stderr is what the model reads: nothing of ours belongs there.
    if (reply.exitCode === 0) announce(open.hooks, flags, terminal)
    return reply.exitCode
  }
  announce(open.hooks, flags, terminal)
  if (flags.json) terminal.print(JSON.stringify(verdict, null, 2))
  else (await import('../fire/print-verdict.ts')).printVerdict(verdict, terminal)
  return verdict.decision === 'deny' || verdict.halt !== null ? 2 : 0
}

// An agent shows its user what a reply says, and seldom what stands on stderr.
function tellChanges({ hooks }: OpenHooks): string[] {
  const changes = hooks.notices().filter(({ code }) => code === 'CONFIG_CHANGED')
  return changes.map(({ message, place }) => `${place.file}: ${message}`)
}
