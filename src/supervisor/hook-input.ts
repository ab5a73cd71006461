import { HookFailure } from './hook-call.ts'
import { askEvent, type ReviewedEvent, stopEvent } from './reviewed-event.ts'

/** What the agent told about the moment. */
export interface HookInput {
  sessionId: string
  event: ReviewedEvent
  /** As it came; fields that nobody knows are kept. */
  fields: Readonly<Record<string, unknown>>
  /** Where the agent works; undefined when it did not say. */
  cwd: string | undefined
  transcriptPath: string | undefined
  promptId: string | undefined
}

const longestId = 1024

/** Reads the input of a hook. Throws a `HookFailure` with exit code 2 for what is no input. */
export function readHookInput(bytes: Uint8Array): HookInput {
  const fields = parseObject(bytes)
  const sessionId = fields['session_id']
  if (sessionId === undefined || sessionId === null || sessionId === '')
    throw HookFailure.ofInput('session_id is missing: the input must name the session, or --session-id')
  if (typeof sessionId !== 'string')
    throw HookFailure.ofInput(`session_id is ${nameKind(sessionId)} where a text was expected`)
  return {
    sessionId: checkId(sessionId, 'session_id'),
    event: readEvent(fields),
    fields,
    cwd: readText(fields['cwd']),
    transcriptPath: readText(fields['transcript_path']),
    promptId: readText(fields['prompt_id']),
  }
}

/** The input of a call that names its session and sends nothing. */
export function inputForSession(sessionId: string): HookInput {
  return {
    sessionId: checkId(sessionId, '--session-id'),
    event: stopEvent,
    fields: { session_id: sessionId },
    cwd: undefined,
    transcriptPath: undefined,
    promptId: undefined,
  }
}

/** The event that an input is about, as far as it can be told: whatever else it is, it is a stop. */
export function guessEvent(bytes: Uint8Array): ReviewedEvent {
  try {
    return readEvent(parseObject(bytes))
  } catch {
    return stopEvent
  }
}

/** Throws a `HookFailure` with exit code 2 for an id that is too long. */
export function checkId(id: string, name: string): string {
  const fault = findIdFault(id, name)
  if (fault !== undefined) throw HookFailure.ofInput(fault)
  return id
}

/** What is wrong with an id; undefined when nothing is. */
export function findIdFault(id: string, name: string): string | undefined {
  // Characters, not the halves that a text is made of here.
  const length = id.length <= longestId ? id.length : [...id].length
  return length > longestId ? `${name} has ${length} characters, at most ${longestId} are taken` : undefined
}

function nameKind(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

const expected = 'stdin must hold a JSON object such as {"session_id": "…"}'

function parseObject(bytes: Uint8Array): Record<string, unknown> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = buffer.toString('utf8')
  // What is not UTF-8 became other characters, which do not become the same bytes again.
  if (text.includes('\uFFFD') && !Buffer.from(text).equals(buffer)) throw HookFailure.ofInput('it is not UTF-8')
  if (text.trim() === '') throw HookFailure.ofInput(`it is empty: ${expected}`)
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch (error) {
    throw HookFailure.ofInput((error as Error).message)
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw HookFailure.ofInput(`it is no JSON object: ${expected}`)
  return value as Record<string, unknown>
}

function readEvent(fields: Readonly<Record<string, unknown>>): ReviewedEvent {
  return fields['hook_event_name'] === askEvent ? askEvent : stopEvent
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
