import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ModelMessage, Usage } from '../../models/model-types.ts'
import { appendPrivate, replacePrivate } from '../../store/private-file.ts'
import { makeNamedFolder } from '../../store/private-folder.ts'

/** What is written beside a message. */
export interface LineFacts {
  model?: string
  usage?: Usage
  /** Set on the prompt that begins a turn. */
  turn?: number
}

/** One line of work in a transcript: that of the main agent, or of a sub-agent. */
export interface TranscriptBranch {
  append(message: ModelMessage, facts?: LineFacts): void
  /** Keeps what the model says while it says it; the whole message takes its place. */
  speak(delta: string): void
  /** Says that what came before is no longer part of the conversation. */
  begin(why: 'compact' | 'clear'): void
}

/**
 * The conversation on disk, one JSON line per message in the shape Claude Code writes, so that hooks made for it can read
 * it. A line is on disk before `append` returns: an event that names the file never finds it behind. Methods throw
 * `STATE_UNSAFE` when the file is a link or others can write to it.
 */
export class Transcript implements TranscriptBranch {
  readonly path: string
  readonly #sessionId: string
  readonly #cwd: () => string
  readonly #mayWrite: () => void
  #parent: string | null
  #ready = false
  #speaking = false

  constructor(options: {
    path: string
    sessionId: string
    cwd: () => string
    /** The last line there is; the next one follows it. */
    after?: string | null
    /** Throws when the file belongs to somebody else by now. */
    mayWrite?: () => void
  }) {
    this.path = options.path
    this.#sessionId = options.sessionId
    this.#cwd = options.cwd
    this.#parent = options.after ?? null
    this.#mayWrite = options.mayWrite ?? (() => {})
  }

  append(message: ModelMessage, facts: LineFacts = {}): void {
    this.#parent = this.#write(toFields(message, facts), this.#parent)
    if (this.#speaking) rmSync(speechPath(this.path), { force: true })
    this.#speaking = false
  }

  speak(delta: string): void {
    this.#makeFolder()
    const path = speechPath(this.path)
    if (!this.#speaking) replacePrivate(path, writeLine({ after: this.#parent }))
    this.#speaking = true
    appendPrivate(path, writeLine({ delta }))
  }

  begin(why: 'compact' | 'clear'): void {
    const subtype = why === 'compact' ? 'compact_boundary' : 'clear'
    this.#parent = this.#write({ type: 'system', subtype, isSidechain: false }, this.#parent)
  }

  /** The lines of a sub-agent: they stand in the same file, marked as no part of the conversation. */
  branch(agentId: string): TranscriptBranch {
    let parent: string | null = null
    const mark = { isSidechain: true, agentId }
    return {
      append: (message, facts = {}) => {
        parent = this.#write({ ...toFields(message, facts), ...mark }, parent)
      },
      // Nobody is shown what a sub-agent says before it has said all of it.
      speak: () => {},
      begin: () => {
        parent = this.#write({ type: 'system', subtype: 'compact_boundary', ...mark }, parent)
      },
    }
  }

  #write(fields: object, parentUuid: string | null): string {
    const uuid = randomUUID()
    const line = {
      parentUuid,
      ...fields,
      uuid,
      timestamp: new Date().toISOString(),
      sessionId: this.#sessionId,
      cwd: this.#cwd(),
      version: 1,
    }
    this.#makeFolder()
    this.#mayWrite()
    appendPrivate(this.path, writeLine(line))
    return uuid
  }

  #makeFolder(): void {
    if (!this.#ready) makeNamedFolder(dirname(this.path))
    this.#ready = true
  }
}

/** Where the words stand that a model is just saying. */
export function speechPath(transcriptPath: string): string {
  return `${transcriptPath}.speech`
}

function writeLine(line: object): string {
  return `${JSON.stringify(line)}\n`
}

function toFields(message: ModelMessage, facts: LineFacts): object {
  return {
    isSidechain: false,
    type: message.role === 'assistant' ? 'assistant' : 'user',
    message: toClaudeMessage(message, facts),
    ...(facts.turn !== undefined && { turn: facts.turn }),
  }
}

function toClaudeMessage(message: ModelMessage, facts: LineFacts): object {
  const role = message.role === 'assistant' ? 'assistant' : 'user'
  const content = message.content.map(toClaudePart)
  if (role === 'user') return { role, content }
  const usage = facts.usage && toClaudeUsage(facts.usage)
  return { role, content, ...(facts.model !== undefined && { model: facts.model }), ...(usage && { usage }) }
}

function toClaudeUsage({ inputTokens, outputTokens, cost }: Usage): object {
  return { input_tokens: inputTokens, output_tokens: outputTokens, ...(cost !== undefined && { cost }) }
}

function toClaudePart(part: ModelMessage['content'][number]): object {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'thinking':
      return { type: 'thinking', thinking: part.text, ...metadataOf(part) }
    case 'image':
      return { type: 'image', source: { type: 'base64', media_type: part.mediaType, data: part.data } }
    case 'toolCall':
      return { type: 'tool_use', id: part.id, name: part.name, input: part.input, ...metadataOf(part) }
    case 'toolResult':
      return { type: 'tool_result', tool_use_id: part.id, content: part.text, ...(part.isError && { is_error: true }) }
  }
}

// Some models refuse a conversation that comes back without what they have signed.
function metadataOf({ metadata }: { metadata?: unknown }): object {
  return metadata === undefined ? {} : { metadata }
}
