import { randomBytes } from 'node:crypto'
import type { HookSession } from '../../hooks/hook-session.ts'
import type { ModelMessage } from '../../models/model-types.ts'
import { HookEvent } from '../../protocol/event-types.ts'
import { Agent, type AgentParts } from '../agent.ts'
import type { FromBelow } from '../call-tools.ts'
import { Compactor } from '../compaction/compactor.ts'
import { Conversation } from '../conversation.ts'
import { type HookText, HookTexts, hookTextOptions } from '../hook-texts.ts'
import type { Transcript } from '../storage/transcript.ts'
import { systemPrompt } from '../system-prompt.ts'
import type { ToolBox } from '../tool-box.ts'
import type { AgentTool, ToolContext } from '../tools/tool-types.ts'
import type { TurnScope } from '../turn.ts'
import { beginWork, type WorkResult, type WorkState, workUntilStopped } from '../work.ts'
import type { AgentDefinition, AgentKinds } from './agent-kinds.ts'
import { tryToFinish } from './finish-subagent.ts'
import { createTaskTool, type SubagentTask, type TaskOutput, taskToolName } from './task-tool.ts'

/** What a sub-agent takes over from the agent that starts it. */
export interface SubagentParent
  extends Pick<
    AgentParts,
    'config' | 'hooks' | 'provider' | 'model' | 'addUsage' | 'dialectOf' | 'fromBelow' | 'supervision'
  > {
  /** The parent's tools, as they are when a sub-agent starts. */
  tools(): ToolBox
  kinds: AgentKinds
  transcript: Transcript | null
  agentId: string
  /** 0 for the main agent. */
  depth: number
}

/** What the hooks of a sub-agent's events are told about it. */
export interface SubagentFacts {
  agentId: string
  agentType: string
  taskDescription: string
}

/** How many sub-agents may stand below each other. */
const deepest = 3

/**
 * Starts a sub-agent and gives what it came to. It has a context and tools of its own; hooks and permissions are those of the
 * session. Throws when hooks refuse it, when it fails and when it is interrupted.
 */
export async function runSubagent(
  task: SubagentTask,
  parent: SubagentParent,
  context: ToolContext,
): Promise<TaskOutput> {
  const facts: SubagentFacts = {
    agentId: `agent_${randomBytes(8).toString('hex')}`,
    agentType: task.subagent_type,
    taskDescription: task.description,
  }
  const { agentId, agentType } = facts
  const hooks = parent.hooks.child({ agentId, agentType, parentAgentId: parent.agentId })
  const texts = new HookTexts({ ...hookTextOptions(parent.config), hooks })
  const given = await openPrompt({ facts, parent, hooks, texts, signal: context.signal })
  const parts = makeParts({ facts, parent, hooks, texts, cwd: context.cwd })
  const said = [task.prompt, ...given.map(({ text }) => text)]
  const message: ModelMessage = { role: 'user', content: said.map((text) => ({ type: 'text', text })) }
  parts.conversation.add(message)
  texts.expect(given, message)
  const agent = new Agent(parts)
  try {
    const scope = agent.scope({ turn: 1, signal: context.signal, emit: () => {} })
    const state = beginWork()
    const result = await workUntilStopped(state, {
      ...scope,
      stop: (step) => tryToFinish(step, state, { facts, scope }),
    })
    return await conclude(result, { facts, state, scope, parent })
  } finally {
    await agent.close()
  }
}

interface Opening {
  facts: SubagentFacts
  parent: SubagentParent
  hooks: HookSession
  texts: HookTexts
  signal: AbortSignal
}

/** Asks hooks whether the sub-agent may start, and gives what they want it to know. */
async function openPrompt({ facts, parent, hooks, texts, signal }: Opening): Promise<HookText[]> {
  const { agentType, taskDescription } = facts
  const verdict = await hooks.fire(
    HookEvent.SubagentStart,
    { agentType, taskDescription, parentAgentId: parent.agentId },
    { signal },
  )
  if (verdict.halt) parent.fromBelow.halt ??= verdict.halt
  if (verdict.halt || verdict.decision === 'deny')
    throw new Error(`The sub-agent was not started: ${verdict.halt?.reason ?? verdict.reason ?? 'Blocked by a hook.'}`)
  signal.throwIfAborted()
  return texts.context(verdict)
}

interface Making extends Omit<Opening, 'signal'> {
  cwd: string
}

function makeParts({ facts, parent, hooks, texts, cwd }: Making): AgentParts {
  const kind = parent.kinds.get(facts.agentType)!
  const provider = parent.provider.fork()
  const fromBelow: FromBelow = { halt: null, interrupt: null }
  const model = (): string => (kind.model === undefined || kind.model === 'inherit' ? parent.model() : kind.model)
  const own: SubagentParent = {
    ...parent,
    hooks,
    provider,
    model,
    fromBelow,
    agentId: facts.agentId,
    depth: parent.depth + 1,
    tools: () => tools,
  }
  const tools = chooseTools(kind, parent.tools(), own)
  const conversation = new Conversation(parent.transcript?.branch(facts.agentId) ?? null)
  return {
    config: parent.config,
    hooks,
    provider,
    model,
    tools,
    system: `${kind.prompt}\n\n${systemPrompt({ cwd, tools })}\nYour last message is your answer to the agent that gave you the task; nobody reads the others.`,
    conversation,
    compactor: new Compactor({ window: parent.config.contextWindow }),
    texts,
    cwd,
    fromBelow,
    addUsage: parent.addUsage,
    dialectOf: parent.dialectOf,
    supervision: parent.supervision,
  }
}

function chooseTools(kind: AgentDefinition, tools: ToolBox, own: SubagentParent): ToolBox {
  const wanted = [...tools.values()].filter(({ name }) => kind.tools?.includes(name) ?? true)
  const task = createTaskTool(own.kinds, (given, context) => runSubagent(given, own, context))
  const mayDelegate = own.depth < deepest
  const replaced = wanted.flatMap((tool): AgentTool[] =>
    tool.name === taskToolName ? (mayDelegate ? [task] : []) : [tool],
  )
  return new Map(replaced.map((tool) => [tool.name, tool]))
}

interface Ending {
  facts: SubagentFacts
  state: WorkState
  scope: TurnScope
  parent: SubagentParent
}

async function conclude(result: WorkResult, { facts, state, scope, parent }: Ending): Promise<TaskOutput> {
  const { agentId, agentType } = facts
  if (result.kind === 'result' && (result.subtype === 'success' || result.subtype === 'capped'))
    return {
      agentId,
      agentType,
      content: result.content,
      steps: state.steps,
      ...(result.reason !== undefined && { objection: result.reason }),
    }
  const error = describeEnd(result)
  const halt = await tellFailure(error, facts, scope)
  if (result.kind === 'result' && result.subtype === 'halted') parent.fromBelow.halt ??= { reason: result.reason ?? '' }
  else if (halt) parent.fromBelow.halt ??= halt
  if (state.rejected) parent.fromBelow.interrupt ??= error
  scope.signal.throwIfAborted()
  throw new Error(`The sub-agent did not finish: ${error}`)
}

function describeEnd(result: WorkResult): string {
  if (result.kind === 'error') return result.message
  return result.reason ?? (result.subtype === 'interrupted' ? 'it was interrupted' : result.subtype)
}

// Hooks hear of the end of work that has failed; they cannot make it go on.
async function tellFailure(
  error: string,
  { agentId, agentType, taskDescription }: SubagentFacts,
  { hooks }: TurnScope,
): Promise<{ reason: string } | null> {
  const stopped = await hooks.fire(HookEvent.SubagentStop, { agentType, taskDescription, success: false, error })
  const ended = await hooks.fire(HookEvent.TaskCompleted, { taskId: agentId, taskDescription, success: false })
  return stopped.halt ?? ended.halt
}
