import { compact, joinTexts, type ReplyForm, replyWithJson } from '../reply/reply-form.ts'
import { kimi } from './dialect.ts'

/** Answers for Kimi's tables: the four fields of its document. A JSON deny blocks at exit 0, so the exit code is always 0. */
export const kimiReply: ReplyForm = {
  powers: {
    agent: 'Kimi',
    block: (event) => kimi.can(event, 'block'),
    ask: (event) => kimi.can(event, 'ask'),
    halt: () => false,
    context: (event) => kimi.can(event, 'context'),
    rewriteInput: 'merges',
    rewriteOutput: () => false,
    rewritePrompt: false,
    env: false,
    messages: false,
  },
  write({ decision, reason, input, context, notes }) {
    const answer = compact({
      decision: decision ?? undefined,
      reason: decision === null ? undefined : reason || undefined,
      modified_input: input,
      additional_context: joinTexts(context),
    })
    return replyWithJson(answer, notes)
  },
}
