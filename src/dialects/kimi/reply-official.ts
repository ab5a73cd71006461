import { HookEvent, hasPower } from '../../protocol/event-types.ts'
import { type Reply, type ReplyForm, type ReplyPlan, replyWithExit, replyWithJson } from '../reply/reply-form.ts'
import { kimiOfficial } from './official-dialect.ts'

/**
 * Answers for the official Kimi program. It reads one decision, a deny, before tools; everywhere else only exit 2 blocks.
 * Context is plain text, or a message where it could be misread.
 */
export const officialReply: ReplyForm = {
  powers: {
    agent: 'Kimi',
    block: (event) => hasPower(event, 'block'),
    ask: () => false,
    halt: () => false,
    context: (event) => hasPower(event, 'context'),
    rewriteInput: 'none',
    rewriteOutput: () => false,
    rewritePrompt: false,
    env: false,
    messages: false,
  },
  write(plan) {
    if (plan.decision !== 'deny') return replyWithContext(plan)
    return plan.event === HookEvent.PreToolUse ? replyWithDeny(plan) : replyWithExit(joinReason(plan))
  },
}

function replyWithDeny(plan: ReplyPlan): Reply {
  const hookSpecificOutput = {
    hookEventName: kimiOfficial.eventName(plan.event),
    permissionDecision: 'deny',
    permissionDecisionReason: joinReason(plan),
  }
  return replyWithJson({ hookSpecificOutput }, plan.notes)
}

function joinReason({ reason, context }: ReplyPlan): string {
  return [reason, ...context].join('\n\n')
}

// Text that holds a brace could be taken for an answer of its own; then it is wrapped.
function replyWithContext({ event, context, notes }: ReplyPlan): Reply {
  const text = context.join('\n\n')
  if (text === '' || !text.includes('{')) return { ...replyWithJson({}, notes), stdout: text === '' ? '' : `${text}\n` }
  const hookSpecificOutput = { hookEventName: kimiOfficial.eventName(event) ?? event, additionalContext: text }
  return replyWithJson({ message: text, hookSpecificOutput }, notes)
}
