import { type EventName, HookEvent } from '../../protocol/event-types.ts'
import {
  compact,
  joinTexts,
  type Reply,
  type ReplyForm,
  type ReplyPlan,
  replyWithExit,
  replyWithJson,
} from '../reply/reply-form.ts'
import { claude } from './dialect.ts'

/** How Claude Code is told no: a permission, the answer to a question, a decision at top level, or only the exit code. */
const denials: { readonly [E in EventName]?: 'permission' | 'answer' | 'exit' } = {
  [HookEvent.PreToolUse]: 'permission',
  [HookEvent.PermissionRequest]: 'answer',
  [HookEvent.Compaction]: 'exit',
  [HookEvent.TaskCompleted]: 'exit',
}

const contextEvents: ReadonlySet<EventName> = new Set([
  HookEvent.SessionStart,
  HookEvent.UserPromptSubmit,
  HookEvent.PreToolUse,
  HookEvent.PostToolUse,
  HookEvent.PostToolUseFailure,
  HookEvent.SubagentStart,
])

/**
 * Answers for Claude Code, by what it was seen to honour: one JSON object and exit 0 wherever that decides, since beside
 * exit 2 it reads nothing but stderr. `continue: false` lets the call at hand run, so the plan denies it too; context at
 * a stop would keep it working, so it goes into the reason or to the user.
 */
export const claudeReply: ReplyForm = {
  powers: {
    agent: 'Claude Code',
    block: (event) => claude.can(event, 'block'),
    ask: (event) => event === HookEvent.PreToolUse,
    halt: (event) => event !== HookEvent.SessionStart,
    context: (event) => contextEvents.has(event),
    rewriteInput: 'replaces',
    rewriteOutput: (event) => event === HookEvent.PostToolUse,
    outputKeepsShape: true,
    rewritePrompt: false,
    env: false,
    messages: true,
  },
  write: (plan) => writeClaudeReply(plan),
}

/** What Claude's relatives leave out of the same answers. */
export interface ClaudeTraits {
  /** An answer that only approves is not understood. */
  readonly plainAllow?: 'unsupported'
  readonly hookEventName?: string
}

/** Writes an answer in Claude's form. */
export function writeClaudeReply(plan: ReplyPlan, traits: ClaudeTraits = {}): Reply {
  const form = denials[plan.event] ?? 'decision'
  const common = compact({
    continue: plan.halt === null ? undefined : false,
    stopReason: plan.halt ?? undefined,
    systemMessage: joinTexts(plan.messages, '\n'),
  })
  if (form === 'exit' && plan.decision === 'deny') return replyWithExit(plan.reason, common)
  const specific = compact({
    ...(form === 'permission' && writePermission(plan, traits)),
    decision: form === 'answer' ? writeAnswer(plan) : undefined,
    additionalContext: joinTexts(plan.context),
    updatedToolOutput: plan.output?.value,
  })
  const hookEventName = traits.hookEventName ?? claude.eventName(plan.event) ?? plan.event
  const blocks = form === 'decision' && plan.decision === 'deny'
  return replyWithJson(
    {
      ...common,
      ...(blocks && { decision: 'block', reason: plan.reason }),
      ...(Object.keys(specific).length > 0 && { hookSpecificOutput: { hookEventName, ...specific } }),
    },
    plan.notes,
  )
}

function writePermission(plan: ReplyPlan, { plainAllow }: ClaudeTraits): Record<string, unknown> {
  const { decision, reason, input } = plan
  if (decision === null) return { updatedInput: input }
  if (decision === 'allow' && input === undefined && plainAllow === 'unsupported') return {}
  return { permissionDecision: decision, permissionDecisionReason: reason || undefined, updatedInput: input }
}

function writeAnswer({ decision, reason, halt }: ReplyPlan): Record<string, unknown> | undefined {
  if (decision === 'deny') return { behavior: 'deny', message: reason, ...(halt !== null && { interrupt: true }) }
  return decision === 'allow' ? { behavior: 'allow' } : undefined
}
