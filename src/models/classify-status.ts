import type { ModelErrorKind } from './model-types.ts'

/** What an HTTP status of a model API means, together with what the vendor says about it. */
export function classifyStatus(status: number | undefined, message: string): ModelErrorKind {
  if (status === 401 || status === 403) return 'authentication'
  if (status === 429) return 'rateLimit'
  if (status === 503 || status === 529) return 'overloaded'
  if (status === 413 || ((status === undefined || status < 500) && saysTooLong(message))) return 'contextLength'
  if (status !== undefined && status >= 400 && status < 500) return 'invalidRequest'
  return 'other'
}

/** Whether an error message of one of the vendors says that the conversation does not fit the model. */
function saysTooLong(message: string): boolean {
  return tooLong.some((pattern) => pattern.test(message))
}

const tooLong: readonly RegExp[] = [
  /prompt is too long/i,
  /context_length_exceeded/i,
  /maximum context length/i,
  /exceeds? (?:the )?(?:model'?s )?(?:maximum )?context (?:window|length|size|limit)/i,
  /input token count .{0,40}exceeds the maximum/i,
  /input length and `?max_tokens`? exceed context limit/i,
  /request_too_large/i,
]
