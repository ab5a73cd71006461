import type { Approval } from '../hooks/approval.ts'
import type { HookSession } from '../hooks/hook-session.ts'
import type { ToolOutcome } from '../hooks/tool-chain.ts'
import type { ImagePart, ToolResultPart, Usage } from '../models/model-types.ts'
import type { HookText, HookTexts } from './hook-texts.ts'
import type { StepCall } from './model-step.ts'
import type { StreamBody } from './stream-messages.ts'
import type { ToolBox } from './tool-box.ts'
import type { ToolContext } from './tools/tool-types.ts'

/** What the tool calls of one step came to. */
export interface CallsResult {
  results: ToolResultPart[]
  /** What the model sees besides. */
  images: ImagePart[]
  /** Words of hooks that have become part of the results. */
  reasons: HookText[]
  /** What hooks want the model to read besides. */
  context: HookText[]
  /** What hooks want the user to read. */
  messages: string[]
  halt: { reason: string } | null
  /** An approver ended the turn. */
  interrupt: string | null
}

export interface CallScope {
  hooks: HookSession
  tools: ToolBox
  signal: AbortSignal
  emit(body: StreamBody): void
  /** Writes a result down before anybody is shown it. */
  record(result: ToolResultPart): void
  /** Counts tokens for the whole session. */
  addUsage(usage: Usage): void
  cwd(): string
  readonly texts: HookTexts
  context(toolUseId: string, approval: Approval): ToolContext
  /** What a sub-agent has met that ends more than its own work. */
  readonly fromBelow: FromBelow
}

export interface FromBelow {
  halt: { reason: string } | null
  interrupt: string | null
}

/**
 * Runs the calls of one step, each through the whole permission chain. Neighbouring calls of tools that only read run
 * together; everything else in the order the model asked for. After a halt or an interrupt nothing more is started.
 */
export async function callTools(calls: readonly StepCall[], scope: CallScope): Promise<CallsResult> {
  const done: CallsResult = {
    results: [],
    images: [],
    reasons: [],
    context: [],
    messages: [],
    halt: null,
    interrupt: null,
  }
  for (const batch of batchCalls(calls, scope.tools)) {
    const over = done.halt ?? (done.interrupt === null ? null : { reason: done.interrupt })
    if (over || scope.signal.aborted) {
      for (const call of batch) done.results.push(unmade(call, over?.reason ?? 'The turn was interrupted.', scope))
      continue
    }
    const outcomes = await Promise.all(batch.map((call) => callTool(call, scope)))
    for (const outcome of outcomes) take(outcome, done, scope.texts)
    done.halt ??= scope.fromBelow.halt
    done.interrupt ??= scope.fromBelow.interrupt
  }
  return done
}

function batchCalls(calls: readonly StepCall[], tools: ToolBox): StepCall[][] {
  const batches: StepCall[][] = []
  let open = false
  for (const call of calls) {
    const reads = tools.get(call.name)?.kind === 'readonly'
    if (reads && open) batches.at(-1)!.push(call)
    else batches.push([call])
    open = reads
  }
  return batches
}

interface CallOutcome {
  result: ToolResultPart
  images?: ImagePart[]
  /** What a hook gave as the reason why the call was not made. */
  reason?: HookText | undefined
  outcome: ToolOutcome | null
}

async function callTool(call: StepCall, scope: CallScope): Promise<CallOutcome> {
  const { emit, hooks, tools, signal } = scope
  emit({ type: 'tool_use', id: call.id, name: call.name, input: call.input })
  const tool = tools.get(call.name)
  if (!tool)
    return {
      result: unmade(call, `There is no tool "${call.name}". There are ${[...tools.keys()].join(', ')}.`, scope),
      outcome: null,
    }
  const problem = call.problem ?? tool.check(call.input)
  if (problem !== undefined)
    return { result: unmade(call, `The input of ${call.name} does not fit: ${problem}`, scope), outcome: null }
  const request = {
    name: call.name,
    input: call.input,
    id: call.id,
    kind: tool.kind,
    affectedPaths: tool.affectedPaths(call.input, scope.cwd()),
  }
  const outcome = await hooks.tool(request, (input, approval) => tool.run(input, scope.context(call.id, approval)), {
    signal,
  })
  const isError = outcome.status !== 'ok'
  const said = outcome.reason ?? 'The call failed.'
  const reason = frameDenial(outcome, scope.texts)
  const text = isError ? (reason?.text ?? said) : tool.toText(outcome.output)
  const result: ToolResultPart = { type: 'toolResult', id: call.id, name: call.name, text, isError }
  show(result, isError ? said : outcome.output, scope)
  return { result, reason, images: isError ? [] : (tool.toImages?.(outcome.output) ?? []), outcome }
}

// Rules, modes and people speak for themselves; the words of a hook may be anybody's.
function frameDenial({ status, reason, decidedBy, verdicts }: ToolOutcome, texts: HookTexts): HookText | undefined {
  if (status !== 'denied' || reason === null) return undefined
  const verdict = verdicts.find((said) => said.decidedBy === decidedBy && (said.decision === 'deny' || said.halt))
  return verdict && decidedBy !== null ? texts.reason(verdict, reason) : undefined
}

function unmade(call: StepCall, reason: string, scope: CallScope): ToolResultPart {
  const result: ToolResultPart = { type: 'toolResult', id: call.id, name: call.name, text: reason, isError: true }
  show(result, reason, scope)
  return result
}

function show(result: ToolResultPart, output: unknown, { emit, record }: CallScope): void {
  record(result)
  emit({ type: 'tool_result', id: result.id, name: result.name, output, isError: result.isError })
}

function take({ result, images = [], reason, outcome }: CallOutcome, done: CallsResult, texts: HookTexts): void {
  done.results.push(result)
  done.images.push(...images)
  if (reason) done.reasons.push(reason)
  if (!outcome) return
  done.context.push(...outcome.verdicts.flatMap((verdict) => texts.context(verdict)))
  done.messages.push(...outcome.messages)
  done.halt ??= outcome.halt
  if (outcome.interrupt) done.interrupt ??= outcome.reason ?? 'The turn was interrupted.'
}
