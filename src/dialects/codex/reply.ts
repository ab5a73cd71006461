import { HookEvent } from '../../protocol/event-types.ts'
import { writeClaudeReply } from '../claude/reply.ts'
import { compact, joinTexts, type Reply, type ReplyForm, type ReplyPlan, replyWithJson } from '../reply/reply-form.ts'

/**
 * Answers for Codex: Claude's form without what Codex refuses. It takes no question and no approval that changes nothing,
 * cannot halt before a tool, and an unknown field makes it drop the whole answer.
 */
export const codexReply: ReplyForm = {
  powers: {
    agent: 'Codex',
    block: (event) => !observed.has(event),
    ask: () => false,
    halt: (event) => event !== HookEvent.PreToolUse && event !== HookEvent.PermissionRequest,
    context: (event) => contextEvents.has(event),
    rewriteInput: 'replaces',
    rewriteOutput: (event) => event === HookEvent.PostToolUse,
    rewritePrompt: false,
    env: false,
    messages: true,
  },
  write: (plan) =>
    plan.output ? writeOutput(plan, plan.output.value) : writeClaudeReply(plan, { plainAllow: 'unsupported' }),
}

const observed: ReadonlySet<string> = new Set([
  HookEvent.SessionStart,
  HookEvent.PostToolUse,
  HookEvent.PostToolUseFailure,
  HookEvent.Notification,
  HookEvent.SubagentStart,
  HookEvent.TurnEnd,
  HookEvent.SessionEnd,
])

const contextEvents: ReadonlySet<string> = new Set([
  HookEvent.SessionStart,
  HookEvent.UserPromptSubmit,
  HookEvent.PreToolUse,
  HookEvent.PostToolUse,
  HookEvent.SubagentStart,
])

// The reason of a block after a tool stands in place of what the tool returned.
function writeOutput(plan: ReplyPlan, output: unknown): Reply {
  const text = typeof output === 'string' ? output : JSON.stringify(output)
  return replyWithJson(
    compact({
      continue: plan.halt === null ? undefined : false,
      stopReason: plan.halt ?? undefined,
      systemMessage: joinTexts(plan.messages, '\n'),
      decision: 'block',
      reason: [text, ...plan.context].join('\n\n'),
    }),
    plan.notes,
  )
}
