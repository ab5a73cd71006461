import { HookEvent, hasPower } from '../../protocol/event-types.ts'
import { type Reply, type ReplyForm, type ReplyPlan, replyWithExit, replyWithJson } from '../reply/reply-form.ts'
import { kimiOfficial } from './official-dialect.ts'

/**
 * Answers for the official Kimi program. It reads one decision, a deny, before tools; everywhere else only exit 2 blocks.
 * Context is plain text.
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

function replyWithContext({ context, notes }: ReplyPlan): Reply {
  const text = context.join('\n\n')
  const looksLikeJson = /^\s*[{[]/.test(text)
  const stdout = text === '' ? '' : `${looksLikeJson ? 'Context from hooks:\n' : ''}${text}\n`
  return { ...replyWithJson({}, notes), stdout }
}
