import { type DialectName, dialectNames } from '../../protocol/dialect.ts'
import { claudeEvents, claudeOtherEvents } from '../claude/names.ts'
import { geminiEvents, geminiOtherEvents } from '../gemini/names.ts'
import { kimiEvents, officialEvents, officialOtherEvents } from '../kimi/names.ts'

/** Whose wire format an event has. Codex and Gemini speak close relatives of Claude's and have no configuration here. */
export type Sender = DialectName | 'codex' | 'gemini'

export const senders: readonly Sender[] = [...dialectNames, 'codex', 'gemini']

/**
 * Tells whose event it is: by a name that only one of them has, then by fields that only one of them sends. What could
 * be anyone's is Claude's, whose form the others copied.
 */
export function identifySender(name: string, json: Readonly<Record<string, unknown>>): Sender {
  if (kimiEvents.has(name) || Object.hasOwn(json, 'event_type')) return 'kimi'
  if (geminiEvents.has(name) || geminiOtherEvents.has(name) || transcriptIn('.gemini', json)) return 'gemini'
  if (officialFields.some((field) => Object.hasOwn(json, field)) || isOfficialOnly(name)) return 'kimi-official'
  if (transcriptIn('.codex', json)) return 'codex'
  if (claudeOtherEvents.has(name)) return 'claude'
  if (nativeFields.some((field) => Object.hasOwn(json, field))) return 'blade'
  if (Object.hasOwn(json, 'turn_id')) return 'codex'
  return claudeEvents.has(name) ? 'claude' : 'blade'
}

/** The dialect of configuration and payload that is closest to what a sender speaks. */
export function nearestDialect(sender: Sender): DialectName {
  return sender === 'codex' || sender === 'gemini' ? 'claude' : sender
}

const officialFields = ['client_type', 'tool_call_id']
const nativeFields = ['hook_execution_id', 'project_dir', 'sessionId', 'toolName', 'hookEventName', 'event']

function isOfficialOnly(name: string): boolean {
  return (
    (officialEvents.has(name) || officialOtherEvents.has(name)) &&
    !claudeEvents.has(name) &&
    !claudeOtherEvents.has(name)
  )
}

function transcriptIn(folder: string, json: Readonly<Record<string, unknown>>): boolean {
  const path = json['transcript_path']
  return typeof path === 'string' && path.includes(`/${folder}/`)
}
