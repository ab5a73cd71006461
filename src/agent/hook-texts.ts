import { randomBytes } from 'node:crypto'
import { defuseText, frameText } from '../base/frame-text.ts'
import { originOf } from '../engine/verdict-origin.ts'
import type { HookSession } from '../hooks/hook-session.ts'
import type { ModelMessage } from '../models/model-types.ts'
import type { ObservedStep } from '../protocol/ports.ts'
import type { Verdict } from '../protocol/verdict.ts'
import type { SessionConfig } from './session-options.ts'
import { spillText } from './spill-text.ts'

/** A text of hooks as the model reads it, and what is to be told of it once that is known. */
export interface HookText {
  text: string
  receipt: Omit<Receipt, 'type' | 'sessionId' | 'request'>
}

type Receipt = Extract<ObservedStep, { type: 'delivery' }>

/** Name of the tags around what hooks say to the model. */
export const hookTag = 'hook-context'

/** Characters of one text that the model is shown, unless the host says otherwise. */
const usualLimit = 10_000
/** Up to this length a reason of one line needs no frame: it stands in a tool result, or in a sentence of ours. */
const longestPlain = 500

/** How hook text is treated in a session. */
export interface HookTextOptions {
  hooks: HookSession
  /** Characters of one text that the model is shown. */
  limit?: number | undefined
  /** Where the rest goes; absent: nothing is kept of it. */
  spill?: { env: Readonly<Record<string, string | undefined>> } | undefined
}

/** How a session's configuration has hook text treated: where nothing is stored, nothing is spilled either. */
export function hookTextOptions(config: SessionConfig): Omit<HookTextOptions, 'hooks'> {
  const { hookTextLimit: limit, storage, env = process.env } = config
  return { ...(limit !== undefined && { limit }), ...(storage !== false && { spill: { env } }) }
}

/**
 * What hooks say to one agent's model: framed as data with its source, cut to a limit with the whole in a file, and followed
 * until a request has carried it, or until it is certain that none will. Methods never throw.
 */
export class HookTexts {
  readonly #options: HookTextOptions
  #waiting: { text: HookText; message: ModelMessage }[] = []
  #requests = 0

  constructor(options: HookTextOptions) {
    this.#options = options
  }

  /** The context of a verdict: one framed text for each that hooks gave. */
  context(verdict: Verdict): HookText[] {
    const origin = originOf(verdict)
    const given = origin?.context ?? verdict.context.map((text) => ({ hook: '', text }))
    return given.map(({ hook, text }) => this.#frame(text, { verdict, hook }))
  }

  /**
   * The reason of a verdict. One short line with nothing odd in it stays plain text, since what it becomes part of says what
   * it is; everything else is framed.
   */
  reason(verdict: Verdict, reason = verdict.reason ?? 'Blocked by a hook.'): HookText {
    const hook = verdict.decidedBy ?? ''
    if (reason.length > longestPlain || /[\r\n]/.test(reason) || defuseText(reason) !== reason)
      return this.#frame(reason, { verdict, hook })
    return { text: reason, receipt: this.#receipt(reason, { verdict, hook }, { state: 'delivered' }) }
  }

  /** These texts stand in a message of the conversation, and wait for a request. */
  expect(texts: readonly HookText[], message: ModelMessage): void {
    for (const text of texts) this.#waiting.push({ text, message })
  }

  /** A request with these messages is about to be sent; the result is to be called when the model has begun to answer it. */
  send(messages: readonly ModelMessage[]): () => void {
    const request = ++this.#requests
    this.#dropMissing(messages)
    const carried = this.#waiting
    let told = false
    return () => {
      if (told) return
      told = true
      this.#waiting = this.#waiting.filter((entry) => !carried.includes(entry))
      for (const { text } of carried) this.#tell({ ...text.receipt, request })
    }
  }

  /** No request will carry these texts. */
  drop(texts: readonly HookText[]): void {
    for (const { receipt } of texts) this.#tell({ ...receipt, state: 'dropped' })
  }

  /** The conversation has ended, or begins anew: what still waits was never read. */
  close(): void {
    const left = this.#waiting
    this.#waiting = []
    this.drop(left.map(({ text }) => text))
  }

  // A compaction may have taken the message away.
  #dropMissing(messages: readonly ModelMessage[]): void {
    if (this.#waiting.length === 0) return
    const present = new Set(messages)
    const gone = this.#waiting.filter(({ message }) => !present.has(message))
    this.#waiting = this.#waiting.filter(({ message }) => present.has(message))
    this.drop(gone.map(({ text }) => text))
  }

  #frame(whole: string, source: { verdict: Verdict; hook: string }): HookText {
    const limit = this.#options.limit ?? usualLimit
    const text = whole.length <= limit ? whole : cutText(whole, limit)
    const file = text === whole ? undefined : this.#spill(whole)
    const about = {
      event: source.verdict.event,
      ...(source.hook !== '' && { hook: source.hook }),
      ...(text !== whole && { shown: text.length, of: whole.length }),
      ...(file !== undefined && { whole: file }),
    }
    const framed = frameText({ tag: hookTag, nonce: randomBytes(6).toString('hex'), about, text })
    const state = text === whole ? 'delivered' : file === undefined ? 'truncated' : 'spilled'
    return {
      text: framed,
      receipt: this.#receipt(whole, source, { state, ...(file !== undefined && { file }) }),
    }
  }

  // What cannot be kept is cut all the same; the receipt says so.
  #spill(text: string): string | undefined {
    const { spill, hooks } = this.#options
    if (!spill) return undefined
    try {
      return spillText(text, { sessionId: hooks.id, env: spill.env })
    } catch {
      return undefined
    }
  }

  #receipt(
    whole: string,
    { verdict, hook }: { verdict: Verdict; hook: string },
    about: Pick<Receipt, 'state' | 'file'>,
  ): HookText['receipt'] {
    const firing = originOf(verdict)?.firing
    return {
      ...(firing !== undefined && { firing }),
      event: verdict.event,
      hooks: hook === '' ? [] : [hook],
      characters: whole.length,
      ...about,
    }
  }

  #tell(receipt: HookText['receipt'] & { request?: number }): void {
    const { hooks } = this.#options
    hooks.tell({ type: 'delivery', sessionId: hooks.id, ...receipt })
  }
}

/** Texts as one, for a single part of a message. */
export function joinTexts(texts: readonly HookText[]): string {
  return texts.map(({ text }) => text).join('\n\n')
}

// Never in the middle of a character.
function cutText(text: string, limit: number): string {
  const end = /[\ud800-\udbff]/.test(text[limit - 1] ?? '') ? limit - 1 : limit
  return text.slice(0, end)
}
