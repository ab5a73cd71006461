import { joined, lastWins, strictest } from '../answer-field.ts'
import { defineEvent } from '../define-event.ts'
import { anyObject, oneOf, text } from '../schema/field.ts'
import { toolFields } from '../tool-fields.ts'

export default defineEvent({
  name: 'PreToolUse',
  position: 40,
  fires: 'before a tool call',
  powers: ['block', 'ask', 'allow', 'rewriteInput', 'context'],
  blocked: 'the tool does not run; the model reads the reason',
  matches: 'toolName',
  feedbackTo: 'model',
  plainText: 'recorded',
  input: toolFields,
  output: {
    permissionDecision: strictest(oneOf(['allow', 'deny', 'ask'], 'Whether the call may run.')),
    permissionDecisionReason: lastWins('reason', text('Why.')),
    updatedInput: lastWins('input', anyObject('Arguments to use instead.')),
    additionalContext: joined('context', text('Text the model will read.')),
  },
})
