import { decisions } from './decision.ts'
import { eventNames } from './event-types.ts'
import { failureClasses } from './failure.ts'
import {
  anyObject,
  anything,
  count,
  type Field,
  flag,
  listOf,
  objectOf,
  oneOf,
  optional,
  orNull,
  recordOf,
  type Shape,
  text,
  word,
} from './schema/field.ts'
import type { Change, RunRow, RunStatus, Verdict } from './verdict.ts'

/** A description of every field of a type: one that is missing, too much or of another type does not compile. */
type ShapeOf<T> = { [K in keyof T]-?: Field<Exclude<T[K], undefined>> }

/** What can become of a hook, and what that means. */
export const runStatuses = {
  ok: 'it answered, or had nothing to say',
  blocked: 'it denied',
  failed: 'it did not answer',
  timeout: 'it ran out of time',
  cancelled: 'the caller aborted',
  skipped: 'it did not run; `why` says why',
  async: 'it runs and nobody waits for it',
  shadow: 'it ran and does not count',
} satisfies Record<RunStatus, string>

const statusWords = Object.keys(runStatuses) as RunStatus[]
const statusAbout = `What became of it: ${Object.entries(runStatuses)
  .map(([status, means]) => `${status} (${means})`)
  .join(', ')}.`

const change = {
  path: text('The field: `input.command`, `output.content`, `prompt`.'),
  by: text('Id of the hook that changed it.'),
  conflict: optional(
    flag('true: two hooks of one stage set it to different values; the last in order won.') as Field<true>,
  ),
} satisfies ShapeOf<Change>

const runRow = {
  hook: text('Id of the hook.'),
  source: text('Where it was written.'),
  handler: text('Kind of its handler.'),
  status: oneOf(statusWords, statusAbout),
  why: optional(text('Why it did not run or did not count.')),
  class: optional(oneOf(failureClasses, 'How it failed.')),
  exitCode: optional(orNull(count('Exit code of the program.'))),
  signal: optional(text('Signal that ended the program.')),
  ms: { kind: 'number', integer: false, min: 0, about: 'How long it took, in milliseconds.' } as Field<number>,
  decision: optional(oneOf(decisions, 'What it decided.')),
  recheck: optional(flag('true: it ran a second time, on the input as rewritten by its siblings.') as Field<true>),
} satisfies ShapeOf<RunRow>

/** The shape of a verdict, from which its schema and its document derive. */
export const verdictShape = {
  event: word(eventNames, 'Name of the event.') as Field<Verdict['event']>,
  decision: orNull(
    oneOf(
      decisions,
      'The strictest decision; deny means blocked on events that are no tool events. null is no opinion.',
    ),
  ),
  reason: orNull(text('Why, from the hook that decided.')),
  decidedBy: orNull(text('Id of the hook that decided.')),
  input: optional(anyObject('The tool input as rewritten.')),
  output: optional(anything('The tool output as rewritten.')),
  prompt: optional(text('The prompt as rewritten.')),
  changes: listOf(objectOf(change, 'One change.') as Field<Change>, 'Who changed which field.'),
  context: listOf(text('A text.'), 'For the model.'),
  messages: listOf(text('A text.'), 'For the user.'),
  env: recordOf(text('A value.'), 'Variables for later hooks and the shell tool.'),
  warnings: listOf(text('A text.'), 'What was noticed and changed nothing.'),
  halt: orNull(objectOf({ reason: text('Why.') }, 'The session ends: a hook said so.')),
  aborted: flag('Whether the caller aborted; an event that can block is then denied.'),
  failedOpen: listOf(
    objectOf({ hook: text('Id of the hook.'), class: oneOf(failureClasses, 'How it failed.') }, 'One gate.'),
    'Gates that broke and, by policy, let the call through.',
  ),
  runs: listOf(objectOf(runRow, 'One hook.') as Field<RunRow>, 'What became of every configured hook of the event.'),
} satisfies ShapeOf<Verdict> & Shape
