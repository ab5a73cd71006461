import { decisions } from './decision.ts'
import { eventNames } from './event-types.ts'
import type { HookRunReport, RunInit, RunResult, RunTotals, ToolCallReport } from './run-output.ts'
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
  type Shape,
  text,
  word,
} from './schema/field.ts'
import { runStatuses } from './verdict-shape.ts'

/** A description of every field of a type: one that is missing, too much or of another type does not compile. */
type ShapeOf<T> = { [K in keyof T]-?: Field<Exclude<T[K], undefined>> }

const positive = (about: string): Field<number> => ({ kind: 'number', integer: false, min: 0, about })
const version = oneOf([1], 'Version of this format.')
const sessionId = text('Id of the session, for --resume.')
const eventName = word(eventNames, 'Name of the event.') as Field<HookRunReport['event']>
const notices = listOf(text('A text.'), 'What is not in force: hooks nobody approved, hooks that cannot run.')
const callId = text('Id of the call.')
const toolName = text('Name of the tool.')
const toolInput = anyObject('Its input, as the model gave it.')
const isError = flag('Whether it failed or was denied.')

const totals = {
  turns: count('Turns of the session so far.'),
  usage: objectOf(
    { inputTokens: count('Tokens the model read.'), outputTokens: count('Tokens it wrote.') },
    'Tokens of the session so far, sub-agents and compactions included.',
  ),
  costUsd: orNull(positive('What they cost in dollars; null when nobody has said, with --price.')),
  durationMs: count('Milliseconds from the start of the program.'),
} satisfies ShapeOf<RunTotals>

const toolCall = {
  id: callId,
  name: toolName,
  input: toolInput,
  output: anything(
    'What it gave, as rewritten by hooks; the reason when it failed or was denied; null when it never ended.',
  ),
  isError,
} satisfies ShapeOf<ToolCallReport>

const hookRun = {
  event: eventName,
  hook: text('Id of the hook.'),
  status: oneOf(Object.keys(runStatuses) as HookRunReport['status'][], 'What became of it.'),
  decision: orNull(oneOf(decisions, 'What it decided.')),
  reason: orNull(text('Why.')),
  ms: positive('Milliseconds it took.'),
  failedOpen: flag('It broke, and by policy the call went through.'),
} satisfies ShapeOf<HookRunReport>

/** The shape of what `hookline run --output-format json` prints. */
export const runResultShape = {
  version: version as Field<1>,
  type: oneOf(['result'], 'Always result.'),
  sessionId,
  subtype: oneOf(
    ['success', 'blocked', 'interrupted', 'capped', 'halted', 'max_turns', 'error'],
    'How the turn ended; only success is one.',
  ),
  content: text('The answer.'),
  reason: orNull(text('Why it ended so.')),
  error: orNull(
    objectOf({ code: text('Code of the failure.'), message: text('What failed.') }, 'Set when subtype is error.'),
  ),
  exitCode: count('The exit code of the program.'),
  provider: text('Who answered.'),
  model: text('The model that answered.'),
  ...totals,
  toolCalls: listOf(
    objectOf(toolCall, 'One call.') as Field<ToolCallReport>,
    'The tool calls, in the order they began.',
  ),
  hooks: listOf(objectOf(hookRun, 'One run.') as Field<HookRunReport>, 'Every run of a hook, in the order they ended.'),
  notices,
  transcriptPath: orNull(text('File with the conversation.')),
} satisfies ShapeOf<RunResult> & Shape

/** The shape of the first line of `hookline run --output-format stream-json`. */
export const runInitShape = {
  version: version as Field<1>,
  type: oneOf(['init'], 'Always init.'),
  sessionId,
  cwd: text('The project.'),
  provider: text('Who answers.'),
  model: text('The model that answers.'),
  permissionMode: text('The permission mode in force.'),
  hooks: listOf(
    objectOf(
      {
        id: text('Id of the hook.'),
        event: eventName,
        source: text('Where it was written.'),
        handler: text('Kind of its handler.'),
        active: flag('Whether it can run.'),
        why: orNull(text('Why not.')),
      },
      'One hook.',
    ) as Field<RunInit['hooks'][number]>,
    'Every configured hook.',
  ),
  notices,
} satisfies ShapeOf<RunInit> & Shape

const turn = count('Number of the turn, from 1.')
const typed = (type: string, shape: Shape): Shape => ({ type: oneOf([type], `Always ${type}.`), sessionId, ...shape })
const withTotals = { totals: objectOf(totals, 'What the session has used.') }

/** The shapes of all lines of `hookline run --output-format stream-json`, by their `type`. */
export const runStreamShapes: Readonly<Record<string, Shape>> = {
  init: runInitShape,
  turn_start: typed('turn_start', { turn }),
  content: typed('content', { delta: text('A piece of the answer.') }),
  thinking: typed('thinking', { delta: text('A piece of the thinking.') }),
  tool_use: typed('tool_use', { id: callId, name: toolName, input: toolInput }),
  hook: typed('hook', {
    event: eventName,
    hook: text('Id of the hook.'),
    phase: oneOf(['start', 'end'], 'Whether it begins or has ended.'),
    statusMessage: optional(text('What it says it is doing.')),
    decision: optional(oneOf(decisions, 'What it decided.')),
    reason: optional(text('Why.')),
    ms: optional(positive('Milliseconds it took.')),
  }),
  tool_result: typed('tool_result', {
    id: callId,
    name: toolName,
    output: optional(anything('What it gave, or why it failed.')),
    isError,
  }),
  usage: typed('usage', {
    inputTokens: count('Tokens the model read in this step.'),
    outputTokens: count('Tokens it wrote.'),
    cost: optional(positive('What they cost in dollars, where the price is known.')),
  }),
  turn_end: typed('turn_end', { turn }),
  result: typed('result', {
    subtype: oneOf(['success', 'blocked', 'interrupted', 'capped', 'halted', 'max_turns'], 'How the turn ended.'),
    content: text('The answer.'),
    reason: optional(text('Why it ended so.')),
    ...withTotals,
  }),
  error: {
    type: oneOf(['error'], 'Always error.'),
    sessionId: orNull(text('Id of the session; null when none could be opened.')),
    code: text('Code of the failure.'),
    message: text('What failed.'),
    hint: optional(text('What to do.')),
    totals: optional(withTotals.totals),
  },
}
