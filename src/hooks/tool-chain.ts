import { describeThrown } from '../base/describe-thrown.ts'
import { HookError } from '../base/errors.ts'
import { createId } from '../base/ids.ts'
import { HookEvent } from '../protocol/event-types.ts'
import { describe, isRecord } from '../protocol/schema/check.ts'
import type { Verdict } from '../protocol/verdict.ts'
import { type Approval, mintApproval } from './approval.ts'
import { copyInput } from './check-call.ts'
import { decidePermission } from './decide-permission.ts'
import type { Engine } from './engine-parts.ts'
import type { HookSession } from './hook-session.ts'
import type { SessionOptions } from './hooks-types.ts'
import { type Permission, refuse } from './permission-answer.ts'
import type { Ask } from './permission-types.ts'
import { recordPermission } from './record-permission.ts'
import { affectedPathsOf, type ToolKind, toolKindOf } from './tool-kind.ts'

/** A tool call as the model asked for it. */
export interface ToolCallRequest {
  name: string
  input: Record<string, unknown>
  id?: string
  /** How the tool touches the world; known tools have a kind, others count as ones that execute. */
  kind?: ToolKind
  affectedPaths?: string[]
}

/** Runs the tool. The input is the approved one, frozen; redeem the approval when another layer does the work. */
export type ToolRun<T> = (input: Record<string, unknown>, approval: Approval, signal: AbortSignal) => Promise<T> | T

export interface ToolOptions {
  /** Puts a question to a person; the session's `onAsk` when absent. */
  ask?: Ask
  signal?: AbortSignal
}

/** What became of a tool call. */
export interface ToolOutcome<T = unknown> {
  /** `denied`: it did not run. `failed`: it ran and threw. */
  status: 'ok' | 'denied' | 'failed'
  /** What the tool returned, as rewritten by hooks. */
  output?: T | unknown
  /** What the tool threw. */
  error?: unknown
  /** Why it was denied or failed. */
  reason: string | null
  /** Hook or rule that decided, where one did. */
  decidedBy: string | null
  /** The input it ran with, or would have. */
  input: Record<string, unknown>
  toolUseId: string
  /** For the model. */
  context: string[]
  /** For the user. */
  messages: string[]
  /** The session is to end. */
  halt: { reason: string } | null
  /** The turn is to end, because the host's approver said so. */
  interrupt: boolean
  /** The verdicts on the way, in order. */
  verdicts: Verdict[]
}

export interface ToolScope {
  session: HookSession
  engine: Engine
  options: ToolOptions
  sessionOptions: SessionOptions
}

/** One call on its way through the chain. */
export interface PendingCall {
  readonly name: string
  readonly id: string
  readonly kind: ToolKind
  readonly affectedPaths: (input: Record<string, unknown>) => string[]
  input: Record<string, unknown>
  readonly verdicts: Verdict[]
  readonly signal: AbortSignal
}

/** The whole path of one tool call: may it run, run it, tell the hooks what came of it. */
export async function runTool<T>(request: ToolCallRequest, run: ToolRun<T>, scope: ToolScope): Promise<ToolOutcome<T>> {
  checkOptions(scope.options)
  checkName(request)
  const given = request.affectedPaths && [...request.affectedPaths]
  let asked: Record<string, unknown> | undefined
  const call: PendingCall = {
    name: request.name,
    id: request.id ?? `call_${createId()}`,
    kind: request.kind ?? toolKindOf(request.name),
    // What the caller said holds for the input it asked with; a rewrite may touch other paths too.
    affectedPaths: (input) => {
      if (given === undefined) return affectedPathsOf(input)
      return input === asked ? given : [...new Set([...given, ...affectedPathsOf(input)])]
    },
    input: {},
    verdicts: [],
    signal: scope.options.signal ?? new AbortController().signal,
  }
  const unusable = takeInput(call, request.input)
  asked = call.input
  const decided = unusable ?? (await decidePermission(call, scope))
  const permission = scope.engine.records ? await recordPermission(call, decided, scope) : decided
  if (!permission.granted) return refused(call, permission)
  const approval = mintApproval(call.name, call.input)
  return execute(call, run, approval, scope)
}

const optionNames = ['ask', 'signal']

// An approver or a mode that is passed over without a word would be missed only when it is too late.
function checkOptions(options: ToolOptions): void {
  const unknown = Object.keys(options).find((name) => !optionNames.includes(name))
  if (unknown === undefined) return
  throw new HookError('CONFIG_UNKNOWN_KEY', `tool() does not know the option "${unknown}"`, {
    hint: `It takes ${optionNames.join(' and ')}; canUseTool, onAsk, permissions and permissionMode are options of hooks.session().`,
  })
}

function checkName(request: ToolCallRequest): void {
  if (isRecord(request) && typeof request.name === 'string' && request.name !== '') return
  const found = isRecord(request) ? `name: ${describe(request['name'])}` : describe(request)
  throw new HookError('EVENT_INVALID_INPUT', `The tool call has no name: found ${found}, expected text`, {
    hint: 'Write the call as { name, input, id }.',
  })
}

// An input that is no plain object fits no tool, and a guard that reads it would be reading something else than what runs.
function takeInput(call: PendingCall, input: unknown): (Permission & { granted: false }) | undefined {
  try {
    if (!isRecord(input)) throw new TypeError(`it is ${describe(input)}`)
    call.input = copyInput(input)
    return undefined
  } catch (error) {
    return refuse(`The input of ${call.name} must be a plain object: ${(error as Error).message}`, null)
  }
}

function refused<T>(call: PendingCall, permission: Permission & { granted: false }): ToolOutcome<T> {
  return {
    ...outcomeStart(call),
    status: 'denied',
    reason: permission.reason,
    decidedBy: permission.decidedBy,
    interrupt: permission.interrupt,
  }
}

function outcomeStart(call: PendingCall): Omit<ToolOutcome, 'status'> {
  return {
    reason: null,
    decidedBy: null,
    input: call.input,
    toolUseId: call.id,
    context: call.verdicts.flatMap((verdict) => verdict.context),
    messages: call.verdicts.flatMap((verdict) => verdict.messages),
    halt: call.verdicts.find((verdict) => verdict.halt !== null)?.halt ?? null,
    interrupt: false,
    verdicts: call.verdicts,
  }
}

async function execute<T>(
  call: PendingCall,
  run: ToolRun<T>,
  approval: Approval,
  scope: ToolScope,
): Promise<ToolOutcome<T>> {
  let output: T
  try {
    output = await run(call.input, approval, call.signal)
  } catch (error) {
    return tellFailure(call, error, scope)
  }
  return tellSuccess(call, output, scope)
}

async function tellSuccess<T>(call: PendingCall, output: T, { session, options }: ToolScope): Promise<ToolOutcome<T>> {
  const fields = { toolName: call.name, toolUseId: call.id, toolInput: call.input, toolOutput: output }
  const verdict = await session.fire(HookEvent.PostToolUse, fields, signalOf(options))
  call.verdicts.push(verdict)
  return { ...outcomeStart(call), status: 'ok', output: 'output' in verdict ? verdict.output : output }
}

async function tellFailure<T>(
  call: PendingCall,
  error: unknown,
  { session, options }: ToolScope,
): Promise<ToolOutcome<T>> {
  const message = describeThrown(error)
  const name = nameOf(error)
  const fields = {
    toolName: call.name,
    toolUseId: call.id,
    toolInput: call.input,
    error: message,
    ...(name !== undefined && { errorType: name }),
    isInterrupt: call.signal.aborted || name === 'AbortError',
    isTimeout: name === 'TimeoutError',
  }
  const verdict = await session.fire(HookEvent.PostToolUseFailure, fields, signalOf(options))
  call.verdicts.push(verdict)
  return { ...outcomeStart(call), status: 'failed', error, reason: message }
}

// Hooks hear of a tool that the caller's abort has ended; an abort that comes later stops them too.
function signalOf({ signal }: ToolOptions): { signal?: AbortSignal } {
  return signal === undefined || signal.aborted ? {} : { signal }
}

function nameOf(error: unknown): string | undefined {
  try {
    return error instanceof Error && typeof error.name === 'string' ? error.name : undefined
  } catch {
    return undefined
  }
}
