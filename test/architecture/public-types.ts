// Compiled by the test beside it: what must compile does, and every line marked as an error is one.
import {
  type CanUseTool,
  type EventInput,
  type EventName,
  type EventOutput,
  type HookCallback,
  HookEvent,
  type HookInput,
  type HookOutput,
  type HooksConfig,
  type Verdict,
} from '../../src/index.ts'
import { defineEvent } from '../../src/protocol/define-event.ts'
import { type TypeOfShape, text } from '../../src/protocol/schema/field.ts'
import type { verdictShape } from '../../src/protocol/verdict-shape.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

function assertType<_T extends true>(): void {}

// An input has the event's own fields with their types; flags, counts and texts are not mixed up.
assertType<Same<EventInput<'PreToolUse'>['toolName'], string>>()
assertType<Same<EventInput<'PreToolUse'>['toolInput'], Record<string, unknown>>>()
assertType<Same<EventInput<'Stop'>['stepCount'], number>>()
assertType<Same<EventInput<'Stop'>['stopHookActive'], boolean>>()
assertType<Same<EventInput<'SessionStart'>['resumeSessionId'], string | undefined>>()
assertType<Same<EventInput<'SubagentStart'>['agentType'], string>>()

export const input: EventInput<'PreToolUse'> = { toolName: 'Bash', toolUseId: '1', toolInput: { command: 'ls' } }
export const withCommon: EventInput<'TurnEnd'> = { stopReason: 'no_tool_calls', cwd: '/', permissionMode: 'plan' }
// @ts-expect-error a field is missing
export const incomplete: EventInput<'PreToolUse'> = { toolName: 'Bash', toolUseId: '1' }
// @ts-expect-error a field has another type
export const wrong: EventInput<'Compaction'> = { trigger: 'auto', messagesBefore: 'many', tokensBefore: 0 }
// @ts-expect-error there is no such mode
export const mode: EventInput<'TurnEnd'> = { stopReason: 'x', permissionMode: 'yes' }

// An output has the event's own fields, all of which may be missing.
assertType<Same<EventOutput<'PreToolUse'>['permissionDecision'], 'allow' | 'deny' | 'ask' | undefined>>()
assertType<Same<keyof EventOutput<'Notification'>, never>>()
export const output: EventOutput<'PreToolUse'> = {}
// @ts-expect-error a prompt cannot be allowed, only blocked
export const allowed: EventOutput<'UserPromptSubmit'> = { decision: 'allow' }

// A callback for one event sees its fields; a failure arrives as an Error.
assertType<Same<HookInput<'PostToolUseFailure'>['error'], Error>>()
assertType<Same<HookInput<'PreToolUse'>['event'], 'PreToolUse'>>()
assertType<Same<HookInput['toolName'], string | undefined>>()
assertType<Same<HookInput['event'], EventName>>()
assertType<Same<Verdict<'Stop'>['event'], 'Stop'>>()

// The shape of a verdict leaves out exactly what a verdict may leave out.
type RequiredKeys<T> = keyof { [K in keyof T as undefined extends T[K] ? never : K]: 1 }
assertType<Same<RequiredKeys<TypeOfShape<typeof verdictShape>>, RequiredKeys<Verdict>>>()

// The event names are a constant object.
assertType<Same<typeof HookEvent.PreToolUse, 'PreToolUse'>>()
assertType<Same<keyof typeof HookEvent, EventName>>()
// @ts-expect-error a misspelt event does not exist
export const misspelt = HookEvent.PreTolUse

export const row = { position: 1, fires: 'never', powers: [], feedbackTo: 'user', plainText: 'recorded' } as const
export const made = defineEvent({ ...row, name: 'Made', matches: 'kind', input: { kind: text('Kind.') }, output: {} })
assertType<Same<typeof made.name, 'Made'>>()
// @ts-expect-error the match field is misspelt
defineEvent({ ...row, name: 'Made', matches: 'knid', input: { kind: text('Kind.') }, output: {} })

// The callback hooks as people write them.
const dangerous = [/rm\s+-rf/, /mkfs/]
const calls = new Map<string, number>()
const log: { time: string; tool: string; input: unknown }[] = []

export const callbacks: HooksConfig = {
  [HookEvent.SessionStart]: [
    async (started) => (log.push(entry(started.sessionId)) > 0 ? { action: 'continue' } : undefined),
  ],
  [HookEvent.UserPromptSubmit]: [
    async (submitted) => {
      const message = submitted['message'] as string
      return message === '' ? { action: 'skip', reason: 'empty' } : { action: 'continue' }
    },
  ],
  [HookEvent.PreToolUse]: [
    async (call) => {
      const command = (call.toolInput as { command: string }).command
      if (dangerous.some((pattern) => pattern.test(command))) return { action: 'abort', reason: command }
      return { action: 'continue', modifiedInput: { ...call.toolInput, command: `${command} ` } }
    },
    async (call) => {
      const count = (calls.get(call.toolName ?? '') ?? 0) + 1
      calls.set(call.toolName, count)
      return count > 50 ? { action: 'skip', reason: 'too often' } : { action: 'continue' }
    },
    (call) => void log.push({ time: '', tool: call.toolName ?? 'unknown', input: call.toolInput }),
    { matcher: 'Bash', hooks: [{ type: 'command', command: './guard.sh', timeout: 10 }, async () => undefined] },
  ],
  [HookEvent.PostToolUse]: [
    async (done) => {
      const read = done.toolOutput as { content: string }
      return { action: 'continue', modifiedOutput: { ...read, content: read.content.replace(/KEY=\w+/g, 'KEY=*') } }
    },
  ],
  [HookEvent.PostToolUseFailure]: [async (failed) => ({ action: 'continue', reason: failed.error?.message })],
  [HookEvent.PermissionRequest]: [async () => ({ hookSpecificOutput: { permissionDecision: 'approve' } })],
  [HookEvent.TaskCompleted]: [async () => ({ action: 'continue' })],
  [HookEvent.SessionEnd]: [async () => ({ action: 'continue' })],
}

export const anyCallback: HookCallback = async (given: HookInput): Promise<HookOutput> => {
  return given.error ? { action: 'abort', reason: given.error.message } : { action: 'continue' }
}
export const shared: HooksConfig = { PreToolUse: [anyCallback], Stop: [anyCallback] }
// @ts-expect-error there is no such action
export const noAction: HookCallback = async () => ({ action: 'stop' })
// @ts-expect-error there is no such event
export const noEvent: HooksConfig = { PreToolUs: [] }
// @ts-expect-error there is no such option
export const noOption: HooksConfig = { Stop: [{ hooks: [{ command: 'x', timeOut: 1 }] }] }

export const canUseTool: CanUseTool = async (toolName, given, options) => {
  if (options.toolKind === 'readonly') return { behavior: 'allow' }
  const approved = given['command'] !== 'x' && options.affectedPaths.length === 0 && !options.signal.aborted
  return approved ? { behavior: 'allow', updatedInput: given } : { behavior: 'deny', message: `${toolName}: refused` }
}

function entry(tool: string): (typeof log)[number] {
  return { time: new Date().toISOString(), tool, input: null }
}
