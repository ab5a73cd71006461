import type { Decision } from '../../protocol/decision.ts'
import type { EventName } from '../../protocol/event-types.ts'

/** What an agent reads of a hook that ended. */
export interface Reply {
  stdout: string
  stderr: string
  exitCode: number
}

/** How answers are written for one agent. */
export interface ReplyForm {
  readonly powers: ReplyPowers
  write(plan: ReplyPlan): Reply
}

/** What an agent can do with an answer. */
export interface ReplyPowers {
  /** What it is called in notes. */
  readonly agent: string
  block(event: EventName): boolean
  ask(event: EventName): boolean
  /** Whether a hook can end the session. */
  halt(event: EventName): boolean
  /** Whether text for the model can be given besides the reason. */
  context(event: EventName): boolean
  /** A rewritten input replaces the old one, is merged into it, or cannot be given. */
  readonly rewriteInput: 'replaces' | 'merges' | 'none'
  rewriteOutput(event: EventName): boolean
  /** A rewritten output counts only if it has the shape of what the tool returned. */
  readonly outputKeepsShape?: true
  readonly rewritePrompt: boolean
  /** Whether an answer can set variables of the session. */
  readonly env: boolean
  /** Whether an answer can carry words for the user; otherwise they go to stderr. */
  readonly messages: boolean
}

/** What is to be said, already within an agent's powers. */
export interface ReplyPlan {
  readonly event: EventName
  /** What the sender calls the event. */
  readonly name: string
  decision: Decision | null
  reason: string
  halt: string | null
  /** Under the sender's names of the keys. */
  input?: Record<string, unknown>
  output?: { value: unknown }
  prompt?: string
  context: string[]
  messages: string[]
  env: Record<string, string>
  /** For stderr: what could not be said, what went wrong. */
  notes: string[]
}

/** An answer as one JSON object on stdout, nothing when there is nothing to say, and the notes on stderr. */
export function replyWithJson(answer: Readonly<Record<string, unknown>>, notes: readonly string[]): Reply {
  const says = Object.keys(answer).length > 0
  return { stdout: says ? `${JSON.stringify(answer)}\n` : '', stderr: writeLines(notes), exitCode: 0 }
}

/** A block by exit code: the agent reads the reason from stderr, so nothing else may stand there. */
export function replyWithExit(reason: string, answer: Readonly<Record<string, unknown>> = {}): Reply {
  return { ...replyWithJson(answer, [reason]), exitCode: 2 }
}

function writeLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('')
}

/** Drops what is undefined. */
export function compact(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}

/** Texts as one, or undefined when there is none. */
export function joinTexts(texts: readonly string[], separator = '\n\n'): string | undefined {
  return texts.length === 0 ? undefined : texts.join(separator)
}
