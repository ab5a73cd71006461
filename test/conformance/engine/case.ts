import type {
  CreateHooksOptions,
  DialectName,
  ErrorCode,
  EventName,
  SessionOptions,
  ToolCallRequest,
  Verdict,
} from '../../../src/index.ts'

/**
 * One case of the corpus. Everything runs in a folder of its own; `<dir>` in any text stands for it. A regular expression
 * stands for any text that it finds something in.
 */
export interface Case {
  id: string
  /** S: demanded by a document. T: asserted by a test of the program it describes. X: documents disagree, the specification decides. */
  basis: 'S' | 'T' | 'S/T' | 'X'
  title: string
  /** Configuration in code. */
  config?: Config
  /** Configuration files, written into the folder and named by their owner. */
  files?: ConfigFile[]
  options?: Omit<CreateHooksOptions, 'files' | 'cwd' | 'env' | 'observer'>
  session?: Partial<SessionOptions>
  /** Added to the environment of the host. */
  env?: Record<string, string>
  /** Other files of the folder; scripts are executable. */
  tree?: Record<string, string>
  /** The configuration is refused with this error. */
  refuses?: Refusal
  /** One event, when there is only one. */
  event?: EventName
  input?: Fields
  expect?: Expected
  /** What happens in one session, in order. */
  steps?: Step[]
}

export type Fields = Record<string, unknown>

/** A configuration as people write it; some cases write nonsense. */
export type Config = Record<string, unknown>

export interface ConfigFile {
  dialect: DialectName
  text: string
  file?: string
}

export interface Refusal {
  code: ErrorCode
  message: RegExp
  line?: number
}

/**
 * The verdict. What is left out must be empty: no decision, no reason, nothing changed, said or set. Only who decided, the
 * warnings and the runs are looked at when they are given; every given warning must be found.
 */
export interface Expected {
  decision?: Verdict['decision']
  reason?: Text | null
  decidedBy?: string | null
  input?: Fields
  output?: unknown
  prompt?: string
  changes?: Verdict['changes']
  context?: Text[]
  messages?: Text[]
  env?: Record<string, string>
  warnings?: Text[]
  halt?: { reason: Text } | null
  aborted?: boolean
  failedOpen?: { hook: string; class: string }[]
  /** One for every row, in order; fields that are given must fit. */
  runs?: Fields[]
}

export type Text = string | RegExp

export type Step =
  | FireStep
  | ToolStep
  | { read: string; holds: Held }
  | { missing: string }
  | { list: Fields[] }
  | { explain: EventName; input: Fields; rows: Fields[] }
  | { observed: Fields }
  | { notices: Text[] }
  | { env: Record<string, string> }
  | { write: string; text: string }
  | { reload: 'works' | 'fails' }
  | { newSession: Partial<SessionOptions> }
  | { switchHook: string; on: boolean }
  | { mode: NonNullable<SessionOptions['permissionMode']> }
  | { end: 'user_exit' | 'other'; expect?: Expected }
  | { check(facts: { dir: string }): void | Promise<void> }

/** What a file holds: a text, an object, or one object in every line. */
export type Held = Text | Fields | Fields[]

export interface FireStep {
  fire: EventName
  input: Fields
  expect: Expected
  /** The caller's signal fires after this time; 0 means it has fired before. */
  abortAfterMs?: number
  /** It fires as soon as this file is there. */
  abortOnFile?: string
  /** The event returns within this time. */
  withinMs?: number
}

export interface ToolStep {
  tool: ToolCallRequest
  /** What the tool gives back; an error is thrown, a function is called like the tool. */
  gives?: unknown
  ask?: (question: { toolName: string; input: Fields; reason: string }) => unknown
  abortAfterMs?: number
  expect: ExpectedTool
}

/** What became of a call. What is left out must be empty, `ran` included: the input with which the tool was called. */
export interface ExpectedTool {
  status: 'ok' | 'denied' | 'failed'
  ran?: Fields
  output?: unknown
  reason?: Text | null
  decidedBy?: string | null
  context?: Text[]
  messages?: Text[]
  halt?: { reason: Text }
  interrupt?: true
  /** The events that were fired on the way. */
  events?: EventName[]
}
