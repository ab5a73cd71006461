import { type EventName, eventDefinition, HookEvent } from '../../protocol/event-types.ts'
import { Impossible } from '../convert/fidelity.ts'
import type { TargetWriter } from '../convert/target-writer.ts'
import { writeShellCommand } from '../convert/write-command.ts'
import { describePolicies, fitTimeout, refuseShadow, tellLostWords } from '../convert/write-options.ts'
import { writeSearch } from '../convert/write-pattern.ts'
import { kimiOfficial } from './official-dialect.ts'

const gates: ReadonlySet<EventName> = new Set([HookEvent.PreToolUse, HookEvent.UserPromptSubmit, HookEvent.Stop])

/** Writes hooks for the official Kimi program: four keys, no more, since it refuses others. */
export const officialWriter: TargetWriter = {
  dialect: kimiOfficial,
  agent: 'Kimi',
  canDisable: false,
  sets: () => false,
  blocks: (event) => gates.has(event),
  write(entry, { event, weaken }) {
    refuseShadow(entry)
    const { hook, matcher, rule } = entry
    tellLostWords(entry, [], weaken)
    if (hook.handler.type !== 'command') throw new Impossible(`Kimi runs commands only, not ${hook.handler.type} hooks`)
    if (matcher.input !== undefined || rule !== undefined) {
      throw new Impossible("Kimi matches names only and cannot test a tool's input")
    }
    if (hook.once) weaken('once is lost: the hook runs every time')
    if (hook.async) weaken('async is lost: the hook is waited for and counts')
    if (describePolicies(hook) !== undefined && hook.dialect.can(hook.event, 'block'))
      weaken('Kimi lets it pass when this hook fails')
    const pattern = eventDefinition(hook.event).matches === null ? undefined : writeSearch(matcher.value)
    const timeout = fitTimeout(hook, { standard: 30_000, shortest: 1000, longest: 600_000, step: 1000 }, weaken)
    const written = {
      event,
      ...(pattern !== undefined && { matcher: pattern }),
      command: writeShellCommand(hook.handler, weaken),
      ...(timeout !== undefined && { timeout: timeout / 1000 }),
    }
    return [{ event, hook: written }]
  },
}
