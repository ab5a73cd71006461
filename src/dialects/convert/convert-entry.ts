import type { EventName } from '../../protocol/event-types.ts'
import type { HandlerSpec } from '../../protocol/hook.ts'
import { chooseEvent } from './choose-event.ts'
import { type FidelityEntry, Impossible, type Weaken } from './fidelity.ts'
import type { SourceEntry } from './source-entry.ts'
import type { TargetEntry, TargetWriter } from './target-writer.ts'

/** Converts one entry and says what became of it. */
export function convertEntry(
  entry: SourceEntry,
  writer: TargetWriter,
): { targets: TargetEntry[]; fidelity: FidelityEntry } {
  const how: string[] = []
  const weaken = (text: string): void => void (how.includes(text) || how.push(text))
  const about = { place: entry.place, event: entry.eventName, ...describeHandler(entry.hook.handler) }
  try {
    const targets = entry.disabled ? leaveOut(weaken) : writeEntry(entry, writer, weaken)
    return {
      targets,
      fidelity: { ...about, ...(how.length > 0 ? { fidelity: 'weakened', how } : { fidelity: 'honoured' }) },
    }
  } catch (error) {
    if (!(error instanceof Impossible)) throw error
    return { targets: [], fidelity: { ...about, fidelity: 'impossible', why: error.message } }
  }
}

function leaveOut(weaken: Weaken): TargetEntry[] {
  weaken('it is switched off and was left out')
  return []
}

function writeEntry(entry: SourceEntry, writer: TargetWriter, weaken: Weaken): TargetEntry[] {
  const { hook, matcher } = entry
  if (hook.idle?.why === 'unsupported') throw new Impossible(hook.idle.detail)
  if (matcher.value.kind === 'never')
    throw new Impossible(`a matcher on ${entry.eventName} never matches in Kimi, so it never ran`)
  refuseTemplates(entry)
  const chosen = chooseEvent(hook.event, writer, weaken)
  if (entry.blindMatcher) weaken('its matcher searched what the event is about; the hook runs every time')
  tellPowers(entry, { ...chosen, writer }, weaken)
  if (entry.follows && !hook.async && hook.dialect.sequential && !writer.dialect.sequential) {
    weaken('it runs beside the hooks before it and not after them')
  }
  tellVariables(entry, writer, weaken)
  return writer.write(entry, { event: chosen.name, weaken })
}

function refuseTemplates({ hook: { dialect, handler } }: SourceEntry): void {
  if (dialect.fillTemplates === undefined || handler.type !== 'command' || !('shell' in handler.run)) return
  const template = /\{\{[^{}]*\}\}/.exec(handler.run.shell)?.[0]
  if (template !== undefined)
    throw new Impossible(`only Kimi fills the template ${template}; read the value from stdin instead`)
}

function tellPowers(
  { hook }: SourceEntry,
  chosen: { event: EventName; name: string; writer: TargetWriter },
  weaken: Weaken,
): void {
  if (hook.async) return
  const { event, name, writer } = chosen
  const couldBlock = hook.dialect.can(hook.event, 'block')
  if (couldBlock && !writer.blocks(event)) weaken(`${writer.agent} does not let a hook refuse ${name}`)
  if (!couldBlock && writer.blocks(event)) weaken(`exit 2 or a deny refuses ${name} there`)
}

function tellVariables({ hook: { handler } }: SourceEntry, writer: TargetWriter, weaken: Weaken): void {
  if (handler.type !== 'command') return
  const used = textOf(handler)!.match(/(?<=\$\{?)(?:CLAUDE|KIMI|BLADE)_[A-Z_]+/g) ?? []
  const missing = [...new Set(used)].filter((variable) => !writer.sets(variable))
  if (missing.length > 0) weaken(`${writer.agent} does not set ${missing.join(', ')}`)
}

function describeHandler(handler: HandlerSpec): { runs?: string } {
  const text = textOf(handler)?.trim().split('\n', 1)[0]
  if (text === undefined) return {}
  return { runs: text.length > 60 ? `${text.slice(0, 57)}…` : text }
}

function textOf(handler: HandlerSpec): string | undefined {
  switch (handler.type) {
    case 'command':
      return 'shell' in handler.run ? handler.run.shell : [handler.run.exec, ...handler.run.args].join(' ')
    case 'worker':
      return handler.command
    case 'prompt':
    case 'agent':
      return handler.prompt
    case 'http':
      return handler.url
    default:
      return undefined
  }
}
