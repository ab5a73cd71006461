import { blocksWhen, joined, lastWins } from '../answer-field.ts'
import { defineEvent } from '../define-event.ts'
import { anything, count, flag, optional, text } from '../schema/field.ts'

export default defineEvent({
  name: 'Stop',
  position: 110,
  fires: 'when the agent is about to stop',
  powers: ['block', 'context'],
  blocked: 'the agent keeps working and reads the reason',
  matches: null,
  feedbackTo: 'user',
  plainText: 'recorded',
  input: {
    stopReason: text('Why it stops, such as no_tool_calls or tool_rejected.'),
    finalResponse: optional(text('Its last answer.')),
    finalMessage: optional(anything('Its last message, role and content.')),
    stepCount: count('Steps of this turn.'),
    stopHookActive: flag('Whether a hook has kept it working already in this turn.'),
    stopBlockCount: count('How many times in a row it was kept working.'),
  },
  output: {
    continue: blocksWhen(true, flag('true keeps the agent working; false is no opinion.')),
    continueReason: lastWins('reason', text('What is still to do.')),
    additionalContext: joined('context', text('Text the model will read.')),
  },
})
