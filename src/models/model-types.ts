/** What the agent asks of a model: one step. Providers translate it; nothing here is any vendor's own. */
export interface ModelRequest {
  model: string
  system: string
  messages: readonly ModelMessage[]
  tools: readonly ModelTool[]
  signal?: AbortSignal | undefined
  maxOutputTokens?: number
  /** 0 for judgements, which shall not change from run to run; models that take none get none. */
  temperature?: number
  /** Asks for an answer that fits this JSON Schema, where the provider can. */
  answerSchema?: Record<string, unknown>
}

export interface ModelTool {
  name: string
  description: string
  /** JSON Schema of the input. */
  inputSchema: Record<string, unknown>
}

export type ModelMessage =
  | { role: 'user'; content: readonly (TextPart | ImagePart)[] }
  | { role: 'assistant'; content: readonly (TextPart | ThinkingPart | ToolCallPart)[] }
  | { role: 'tool'; content: readonly ToolResultPart[] }

export interface TextPart {
  type: 'text'
  text: string
}

/** `data` is base64. */
export interface ImagePart {
  type: 'image'
  data: string
  mediaType: string
}

/** `metadata` is the provider's own and goes back to it unchanged (signatures of reasoning). */
export interface ThinkingPart {
  type: 'thinking'
  text: string
  metadata?: unknown
}

export interface ToolCallPart {
  type: 'toolCall'
  id: string
  name: string
  input: Record<string, unknown>
  /** The provider's own; it goes back to it unchanged. Some models refuse a call that comes back without it. */
  metadata?: unknown
}

export interface ToolResultPart {
  type: 'toolResult'
  id: string
  name: string
  /** The text the model reads. */
  text: string
  isError: boolean
}

/** What comes out of a model while it works on one step. */
export type ModelEvent =
  | { type: 'text'; delta: string }
  | { type: 'thinking'; delta: string; metadata?: unknown }
  /** `problem` is set when the arguments were no JSON object; the input is then empty and the call must not run. */
  | {
      type: 'toolCall'
      id: string
      name: string
      input: Record<string, unknown>
      problem?: string
      metadata?: unknown
    }
  | { type: 'finish'; reason: FinishReason; usage: Usage }

export type FinishReason = 'stop' | 'toolCalls' | 'length' | 'contentFilter' | 'other'

export interface Usage {
  inputTokens: number
  outputTokens: number
  /** What it cost, where the price of the model is known. */
  cost?: number
}

/** What a million tokens cost, in whatever currency the owner counts in. */
export interface ModelPrice {
  input: number
  output: number
}

/** A source of answers. `stream` may throw, at once or while it is read: always a `ModelError`. */
export interface ModelProvider {
  readonly type: string
  readonly defaultModel: string
  /** Tokens a model can hold, where known. */
  contextWindow(model: string): number | undefined
  stream(request: ModelRequest): AsyncIterable<ModelEvent>
  /** The provider for a sub-session: the same source of answers, and one that counts its steps counts from 0. */
  fork(): ModelProvider
}

/** Why a model did not answer. `retryable` failures have been retried before this is thrown. */
export type ModelErrorKind =
  | 'aborted'
  | 'authentication'
  | 'rateLimit'
  | 'contextLength'
  | 'overloaded'
  | 'connection'
  | 'invalidRequest'
  | 'other'

export class ModelError extends Error {
  override readonly name = 'ModelError'
  readonly kind: ModelErrorKind
  readonly status: number | undefined

  constructor(kind: ModelErrorKind, message: string, options: { status?: number | undefined; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.kind = kind
    this.status = options.status
  }
}

/** What `createSession` and hooks are given to find a provider. */
export type ProviderOptions = {
  /** Prices by the name of the model; calls of models that are not among them have no cost. */
  prices?: Readonly<Record<string, ModelPrice>> | undefined
} & (
  | {
      type: 'anthropic' | 'openai' | 'google' | 'openai-compatible'
      /** The key of the environment when absent. */
      apiKey?: string | undefined
      /** Where the API is, with its version (`https://host/v1`). */
      baseUrl?: string | undefined
      headers?: Record<string, string> | undefined
      /** Only for `openai`: which of its APIs to speak. Without it: `responses` at OpenAI itself, `chat` elsewhere. */
      api?: 'chat' | 'responses' | undefined
    }
  | { type: 'scripted'; script: Script }
)

/** What the embedded model answers: a list of steps, or a function of the request. */
export type Script = readonly ScriptStep[] | ((request: ScriptRequest) => ScriptStep | Promise<ScriptStep>)

export interface ScriptRequest {
  messages: readonly ModelMessage[]
  tools: readonly ModelTool[]
  /** Counts the model calls of this (sub-)session from 0. */
  step: number
}

export interface ScriptStep {
  text?: string
  thinking?: string
  toolCalls?: { name: string; input: Record<string, unknown>; id?: string }[]
  delayMs?: number
  error?: { status: number; message: string }
  usage?: Partial<Usage>
}
