import { blocksWhen, joined, lastWins } from '../answer-field.ts'
import { defineEvent } from '../define-event.ts'
import { errorText, flag, optional, text } from '../schema/field.ts'

export default defineEvent({
  name: 'SubagentStop',
  position: 100,
  fires: 'when a sub-agent is about to finish',
  powers: ['block', 'context'],
  blocked: 'the sub-agent keeps working and reads the reason',
  matches: 'agentType',
  feedbackTo: 'user',
  plainText: 'recorded',
  input: {
    agentType: text('Kind of the sub-agent.'),
    taskDescription: optional(text('What it was to do.')),
    success: flag('Whether it succeeded.'),
    resultSummary: optional(text('What it found or did.')),
    error: optional(errorText('What went wrong.')),
  },
  output: {
    continue: blocksWhen(false, flag('false keeps the sub-agent working; true is no opinion.')),
    continueReason: lastWins('reason', text('What is still to do.')),
    additionalContext: joined('context', text('Text the sub-agent will read.')),
  },
})
