import type { ModelErrorKind } from './model-types.ts'

/** What an HTTP status of a model API means, together with what the vendor says about it. */
export function classifyStatus(status: number | undefined, message: string): ModelErrorKind {
  if (status === 401 || status === 403) return 'authentication'
  if (status === 429) return 'rateLimit'
  if (status === 503 || status === 529) return 'overloaded'
  if (status === 413 || ((status ?? 400) < 500 && saysTooLong(message))) return 'contextLength'
  if (status === 408) return 'connection'
  if (status !== undefined && status >= 400 && status < 500) return 'invalidRequest'
  return 'other'
}

/** In the words of Anthropic, OpenAI, Google, and the servers that speak like OpenAI. */
const tooLong: readonly RegExp[] = [
  /prompt is too long/i,
  /context_length_exceeded/i,
  /maximum context length/i,
  /exceeds? (?:the |your )?(?:model'?s |available )?(?:maximum )?context (?:window|length|size|limit)/i,
  /input token count .{0,40}exceeds the maximum/i,
]

function saysTooLong(message: string): boolean {
  return tooLong.some((pattern) => pattern.test(message))
}
