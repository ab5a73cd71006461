import { randomUUID } from 'node:crypto'
import { appendFileSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { ModelMessage, Usage } from '../models/model-types.ts'

/**
 * The conversation on disk, one JSON line per message in the shape Claude Code writes, so that hooks made for it can read
 * it. A line is on disk before `append` returns: an event that names the file never finds it behind.
 */
export class Transcript {
  readonly path: string
  readonly #sessionId: string
  readonly #cwd: () => string
  #parent: string | null = null
  #ready = false

  constructor(options: { path: string; sessionId: string; cwd: () => string }) {
    this.path = options.path
    this.#sessionId = options.sessionId
    this.#cwd = options.cwd
  }

  append(message: ModelMessage, about: { model?: string; usage?: Usage } = {}): void {
    const uuid = randomUUID()
    const line = {
      parentUuid: this.#parent,
      isSidechain: false,
      type: message.role === 'assistant' ? 'assistant' : 'user',
      message: toClaudeMessage(message, about),
      uuid,
      timestamp: new Date().toISOString(),
      sessionId: this.#sessionId,
      cwd: this.#cwd(),
      version: 1,
    }
    this.#parent = uuid
    this.#write(line)
  }

  #write(line: object): void {
    if (!this.#ready) mkdirSync(dirname(this.path), { recursive: true, mode: 0o700 })
    this.#ready = true
    appendFileSync(this.path, `${JSON.stringify(line)}\n`, { mode: 0o600 })
  }
}

function toClaudeMessage(message: ModelMessage, about: { model?: string; usage?: Usage }): object {
  const role = message.role === 'assistant' ? 'assistant' : 'user'
  const content = message.content.map(toClaudePart)
  if (role === 'user') return { role, content }
  const usage = about.usage && { input_tokens: about.usage.inputTokens, output_tokens: about.usage.outputTokens }
  return { role, content, ...(about.model !== undefined && { model: about.model }), ...(usage && { usage }) }
}

function toClaudePart(part: ModelMessage['content'][number]): object {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text }
    case 'thinking':
      return { type: 'thinking', thinking: part.text }
    case 'image':
      return { type: 'image', source: { type: 'base64', media_type: part.mediaType, data: part.data } }
    case 'toolCall':
      return { type: 'tool_use', id: part.id, name: part.name, input: part.input }
    case 'toolResult':
      return { type: 'tool_result', tool_use_id: part.id, content: part.text, ...(part.isError && { is_error: true }) }
  }
}
