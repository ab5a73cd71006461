import type { ModelMessage, ToolResultPart } from '../models/model-types.ts'
import { estimateTokens } from './compaction/estimate-tokens.ts'
import type { LineFacts, TranscriptBranch } from './storage/transcript.ts'

/** What one agent and its model have said, in memory and on disk. What is shown to anybody is on disk before. */
export class Conversation {
  readonly #log: TranscriptBranch | null
  readonly #recorded = new Set<string>()
  #messages: ModelMessage[]
  #spoken = ''
  /** Tokens the provider has counted, and how many messages it counted. */
  #counted = { tokens: 0, messages: 0 }

  constructor(log: TranscriptBranch | null, messages: readonly ModelMessage[] = []) {
    this.#log = log
    this.#messages = [...messages]
  }

  get messages(): readonly ModelMessage[] {
    return this.#messages
  }

  /** Tokens of the whole: what the provider counted last, and an estimate of what came after. */
  get tokens(): number {
    const { tokens, messages } = this.#counted
    return tokens + estimateTokens(this.#messages.slice(messages))
  }

  add(message: ModelMessage, facts: LineFacts = {}): void {
    this.#write(message, facts)
    this.#messages.push(message)
    this.#spoken = ''
    const { usage } = facts
    if (!usage || usage.inputTokens === 0) return
    this.#counted = { tokens: usage.inputTokens + usage.outputTokens, messages: this.#messages.length }
  }

  /** Writes down the result of one call; the message that gathers all results of the step is added later. */
  record(result: ToolResultPart): void {
    this.#log?.append({ role: 'tool', content: [result] })
    this.#recorded.add(result.id)
  }

  /** Writes down what the model is saying. */
  speak(delta: string): void {
    this.#log?.speak(delta)
    this.#spoken += delta
  }

  /** Keeps what a model has said that did not come to its end. */
  keepSpoken(model: string): void {
    if (this.#spoken !== '') this.add({ role: 'assistant', content: [{ type: 'text', text: this.#spoken }] }, { model })
  }

  /** Goes on with other messages; the log says why. */
  replace(messages: readonly ModelMessage[], why: 'compact' | 'clear'): void {
    this.#log?.begin(why)
    this.#messages = []
    this.#counted = { tokens: 0, messages: 0 }
    for (const message of messages) this.add(message)
  }

  #write(message: ModelMessage, facts: LineFacts): void {
    if (message.role !== 'tool') {
      this.#log?.append(message, facts)
      return
    }
    const content = message.content.filter(({ id }) => !this.#recorded.has(id))
    if (content.length > 0) this.#log?.append({ role: 'tool', content })
    this.#recorded.clear()
  }
}
