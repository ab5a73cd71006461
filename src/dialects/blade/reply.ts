import type { OutputField } from '../../protocol/answer-field.ts'
import { type Decision, decisionWords } from '../../protocol/decision.ts'
import { eventDefinition } from '../../protocol/event-types.ts'
import { compact, joinTexts, type ReplyForm, type ReplyPlan, replyWithJson } from '../reply/reply-form.ts'
import { blade } from './dialect.ts'

/** Answers for the native format: every output field of the event table by its own name. */
export const bladeReply: ReplyForm = {
  powers: {
    agent: 'Blade',
    block: (event) => blade.can(event, 'block'),
    ask: (event) => blade.can(event, 'ask'),
    halt: () => true,
    context: (event) => blade.can(event, 'context'),
    rewriteInput: 'merges',
    rewriteOutput: (event) => blade.can(event, 'rewriteOutput'),
    rewritePrompt: true,
    env: true,
    messages: true,
  },
  write(plan) {
    const { output } = eventDefinition(plan.event)
    const named = Object.entries(output).map(([name, field]) => [name, writeField(field, plan)] as const)
    const specific = compact(Object.fromEntries(named))
    const { decision, reason } = specific
    return replyWithJson(
      compact({
        continue: plan.halt === null ? undefined : false,
        stopReason: plan.halt ?? undefined,
        systemMessage: joinTexts(plan.messages, '\n'),
        // The document shows these two at top level.
        decision,
        reason,
        hookSpecificOutput: Object.keys(specific).length === 0 ? undefined : { hookEventName: plan.event, ...specific },
      }),
      plan.notes,
    )
  },
}

function writeField({ field, means }: OutputField, plan: ReplyPlan): unknown {
  if (typeof means === 'object') return plan.decision === 'deny' ? means.blocksWhen : undefined
  switch (means) {
    case 'decision':
      return plan.decision === null ? undefined : chooseWord(plan.decision, 'values' in field ? field.values : [])
    case 'reason':
      return plan.decision === null || plan.reason === '' ? undefined : plan.reason
    case 'input':
      return plan.input
    case 'output':
      return plan.output?.value
    case 'prompt':
      return plan.prompt
    case 'context':
      return joinTexts(plan.context)
    case 'env':
      return Object.keys(plan.env).length === 0 ? undefined : plan.env
  }
}

function chooseWord(decision: Decision, words: readonly unknown[]): unknown {
  return words.find((word) => decisionWords[String(word)] === decision)
}
