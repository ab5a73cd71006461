import { type EventName, eventDefinition, HookEvent, hasPower } from '../../protocol/event-types.ts'
import { compact, joinTexts, type ReplyForm, replyWithJson } from '../reply/reply-form.ts'
import { geminiEvents } from './names.ts'

const namesByEvent = new Map<EventName, string>([...geminiEvents].map(([name, event]) => [event, name]))

/** Answers for Gemini CLI: the decision at top level, a rewritten input merged, nothing that only the exit code says. */
export const geminiReply: ReplyForm = {
  powers: {
    agent: 'Gemini CLI',
    block: (event) => hasPower(event, 'block') && namesByEvent.has(event) && event !== HookEvent.Compaction,
    ask: (event) => event === HookEvent.PreToolUse,
    halt: (event) => eventDefinition(event).powers.length > 0,
    context: (event) => hasPower(event, 'context') && event !== HookEvent.Stop,
    rewriteInput: 'merges',
    rewriteOutput: () => false,
    rewritePrompt: false,
    env: false,
    messages: true,
  },
  write(plan) {
    const { decision, reason, input } = plan
    const specific = compact({ tool_input: input, additionalContext: joinTexts(plan.context) })
    const hookEventName = namesByEvent.get(plan.event) ?? plan.event
    return replyWithJson(
      compact({
        continue: plan.halt === null ? undefined : false,
        stopReason: plan.halt ?? undefined,
        systemMessage: joinTexts(plan.messages, '\n'),
        decision: decision ?? undefined,
        reason: decision === null ? undefined : reason || undefined,
        hookSpecificOutput: Object.keys(specific).length === 0 ? undefined : { hookEventName, ...specific },
      }),
      plan.notes,
    )
  },
}
