import { joined } from '../answer-field.ts'
import { defineEvent } from '../define-event.ts'
import { errorText, flag, optional, text } from '../schema/field.ts'
import { toolFields } from '../tool-fields.ts'

export default defineEvent({
  name: 'PostToolUseFailure',
  position: 70,
  fires: 'after a tool call failed',
  powers: ['context'],
  matches: 'toolName',
  feedbackTo: 'model',
  plainText: 'recorded',
  input: {
    ...toolFields,
    error: errorText('What went wrong.'),
    errorType: optional(text('Kind of the error.')),
    isInterrupt: flag('Whether the user interrupted the call.'),
    isTimeout: flag('Whether it ran out of time.'),
  },
  output: {
    additionalContext: joined('context', text('Text the model will read.')),
  },
})
