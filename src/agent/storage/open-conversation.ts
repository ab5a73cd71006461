import { existsSync } from 'node:fs'
import { HookError } from '../../base/errors.ts'
import type { Usage } from '../../models/model-types.ts'
import { Conversation } from '../conversation.ts'
import type { SessionConfig } from '../session-options.ts'
import {
  locateTranscript,
  makeSessionsFolder,
  openTranscript,
  ownTranscript,
  type SessionPlace,
} from './own-transcript.ts'
import { readTranscript, type StoredConversation } from './read-transcript.ts'
import type { Transcript } from './transcript.ts'

/** How a session comes to its conversation: it has none yet, goes on with its own, or begins with that of another one. */
export type Beginning = { kind: 'new' } | { kind: 'resume' } | { kind: 'fork'; from: string }

export interface OpenConversation {
  conversation: Conversation
  transcript: Transcript | null
  turns: number
  usage: Usage
  /** Gives the session up, so that others may resume it. */
  release(): void
}

/**
 * Opens the conversation of a session and takes possession of its file. Rejects with `SESSION_NOT_FOUND` when there is nothing
 * to go on with, with `SESSION_IN_USE` when another process owns the session, and with `STATE_UNSAFE` when its file is not safe to
 * write to.
 */
export async function openConversation(
  beginning: Beginning,
  storage: SessionConfig['storage'],
  place: SessionPlace,
): Promise<OpenConversation> {
  const path = locateTranscript(storage, place)
  const source = beginning.kind === 'fork' ? locateTranscript(storage, { ...place, id: beginning.from }) : path
  if (beginning.kind !== 'new') requireStored(source, beginning.kind === 'fork' ? beginning.from : place.id)
  if (path === null) {
    const usage = { inputTokens: 0, outputTokens: 0 }
    return { conversation: new Conversation(null), transcript: null, turns: 0, usage, release: () => {} }
  }
  if (storage === undefined) makeSessionsFolder(place.env)
  const lock = await ownTranscript(path)
  try {
    const stored = readTranscript(path)
    const transcript = openTranscript(path, { place, lock, after: stored?.last ?? null })
    const opened = { transcript, release: () => lock.release() }
    if (beginning.kind === 'resume' && stored) return { ...opened, ...goOn(stored, transcript) }
    // A file of that name holds another conversation, with which this one has nothing to do.
    if (stored) transcript.begin('clear')
    const conversation = new Conversation(transcript)
    if (beginning.kind === 'fork') copyConversation(readTranscript(source!), conversation)
    return { ...opened, conversation, turns: 0, usage: { inputTokens: 0, outputTokens: 0 } }
  } catch (error) {
    lock.release()
    throw error
  }
}

function requireStored(path: string | null, id: string): void {
  if (path !== null && existsSync(path)) return
  const why = path === null ? 'nothing is stored' : `there is no ${path}`
  throw new HookError('SESSION_NOT_FOUND', `The session "${id}" cannot go on: ${why}.`)
}

function goOn(
  { messages, unfinished, turns, usage }: StoredConversation,
  transcript: Transcript,
): Pick<OpenConversation, 'conversation' | 'turns' | 'usage'> {
  const conversation = new Conversation(transcript, messages)
  addUnfinished(unfinished, conversation)
  return { conversation, turns, usage }
}

function copyConversation(stored: StoredConversation | null, conversation: Conversation): void {
  for (const message of stored?.messages ?? []) conversation.add(message)
  addUnfinished(stored?.unfinished ?? '', conversation)
}

// The user has seen these words: they belong to the conversation although the model never came to their end.
function addUnfinished(text: string, conversation: Conversation): void {
  if (text !== '') conversation.add({ role: 'assistant', content: [{ type: 'text', text }] })
}
