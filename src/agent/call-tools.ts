import type { Approval } from '../hooks/approval.ts'
import type { HookSession } from '../hooks/hook-session.ts'
import type { ToolOutcome } from '../hooks/tool-chain.ts'
import type { ToolResultPart } from '../models/model-types.ts'
import type { StepCall } from './model-step.ts'
import type { StreamBody } from './stream-messages.ts'
import type { ToolBox } from './tool-box.ts'
import type { ToolContext } from './tools/tool-types.ts'

/** What the tool calls of one step came to. */
export interface CallsResult {
  results: ToolResultPart[]
  /** What hooks want the model to read besides. */
  context: string[]
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
  cwd(): string
  context(toolUseId: string, approval: Approval): ToolContext
}

/**
 * Runs the calls of one step, each through the whole permission chain. Neighbouring calls of tools that only read run
 * together; everything else in the order the model asked for. After a halt or an interrupt nothing more is started.
 */
export async function callTools(calls: readonly StepCall[], scope: CallScope): Promise<CallsResult> {
  const done: CallsResult = { results: [], context: [], messages: [], halt: null, interrupt: null }
  for (const batch of batchCalls(calls, scope.tools)) {
    const over = done.halt ?? (done.interrupt === null ? null : { reason: done.interrupt })
    if (over || scope.signal.aborted) {
      for (const call of batch) done.results.push(unmade(call, over?.reason ?? 'The turn was interrupted.', scope))
      continue
    }
    const outcomes = await Promise.all(batch.map((call) => callTool(call, scope)))
    for (const outcome of outcomes) take(outcome, done)
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
  const text = isError ? (outcome.reason ?? 'The call failed.') : tool.toText(outcome.output)
  emit({ type: 'tool_result', id: call.id, name: call.name, output: isError ? text : outcome.output, isError })
  return { result: { type: 'toolResult', id: call.id, name: call.name, text, isError }, outcome }
}

function unmade(call: StepCall, reason: string, { emit }: CallScope): ToolResultPart {
  emit({ type: 'tool_result', id: call.id, name: call.name, output: reason, isError: true })
  return { type: 'toolResult', id: call.id, name: call.name, text: reason, isError: true }
}

function take({ result, outcome }: CallOutcome, done: CallsResult): void {
  done.results.push(result)
  if (!outcome) return
  done.context.push(...outcome.context)
  done.messages.push(...outcome.messages)
  done.halt ??= outcome.halt
  if (outcome.interrupt) done.interrupt ??= outcome.reason ?? 'The turn was interrupted.'
}
