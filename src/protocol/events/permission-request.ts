import { lastWins, strictest } from '../answer-field.ts'
import { defineEvent } from '../define-event.ts'
import { oneOf, text } from '../schema/field.ts'
import { toolFields } from '../tool-fields.ts'

export default defineEvent({
  name: 'PermissionRequest',
  position: 50,
  fires: 'when a person would be asked about a tool call',
  powers: ['block', 'ask', 'allow'],
  blocked: 'the permission is refused',
  matches: 'toolName',
  feedbackTo: 'model',
  plainText: 'recorded',
  input: toolFields,
  output: {
    permissionDecision: strictest(oneOf(['approve', 'deny', 'ask', 'allow'], 'The answer; allow means approve.')),
    permissionDecisionReason: lastWins('reason', text('Why.')),
  },
})
