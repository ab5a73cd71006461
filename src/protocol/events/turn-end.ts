import { defineEvent } from '../define-event.ts'
import { optional, text } from '../schema/field.ts'

export default defineEvent({
  name: 'TurnEnd',
  position: 140,
  fires: 'after the turn, whatever its end',
  powers: [],
  matches: null,
  feedbackTo: 'user',
  plainText: 'recorded',
  input: {
    stopReason: text('Why the turn ended.'),
    finalResponse: optional(text('The last answer.')),
  },
  output: {},
})
