import { defineEvent } from '../define-event.ts'
import { optional, text, word } from '../schema/field.ts'

export default defineEvent({
  name: 'Notification',
  position: 80,
  fires: 'when a notice is sent to the user',
  powers: [],
  matches: 'notificationType',
  feedbackTo: 'user',
  plainText: 'recorded',
  input: {
    notificationType: word(
      ['permission_prompt', 'idle_prompt', 'elicitation_dialog', 'auth_success', 'info', 'warning', 'error'],
      'Kind of the notice.',
    ),
    title: optional(text('Heading of the notice.')),
    message: text('The notice.'),
  },
  output: {},
})
