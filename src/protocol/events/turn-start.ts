import { joined, lastWins, strictest } from '../answer-field.ts'
import { defineEvent } from '../define-event.ts'
import { oneOf, text } from '../schema/field.ts'

export default defineEvent({
  name: 'TurnStart',
  position: 30,
  fires: 'before the agent works on an accepted prompt',
  powers: ['block', 'context'],
  blocked: 'the turn does not begin',
  matches: null,
  feedbackTo: 'user',
  plainText: 'recorded',
  input: {
    userPrompt: text('The prompt as accepted.'),
  },
  output: {
    decision: strictest(oneOf(['block'], 'Block the turn.')),
    reason: lastWins('reason', text('Why.')),
    additionalContext: joined('context', text('Text the model will read.')),
  },
})
