import { joined, lastWins } from '../answer-field.ts'
import { defineEvent } from '../define-event.ts'
import { anything, text } from '../schema/field.ts'
import { toolFields } from '../tool-fields.ts'

export default defineEvent({
  name: 'PostToolUse',
  position: 60,
  fires: 'after a tool call succeeded',
  powers: ['rewriteOutput', 'context'],
  matches: 'toolName',
  feedbackTo: 'model',
  plainText: 'recorded',
  input: {
    ...toolFields,
    toolOutput: anything('What the tool returned.'),
  },
  output: {
    additionalContext: joined('context', text('Text the model will read.')),
    updatedOutput: lastWins('output', anything('Output to use instead.')),
  },
})
