import { joined, lastWins } from '../answer-field.ts'
import { defineEvent } from '../define-event.ts'
import { flag, optional, recordOf, text, word } from '../schema/field.ts'

export default defineEvent({
  name: 'SessionStart',
  position: 10,
  fires: 'when a session is created or resumed',
  powers: ['context', 'env'],
  matches: 'source',
  feedbackTo: 'user',
  plainText: 'context',
  input: {
    source: word(['startup', 'resume', 'clear', 'compact'], 'How the session came to be.'),
    isResume: flag('Whether an earlier session goes on.'),
    resumeSessionId: optional(text('The session that is resumed.')),
  },
  output: {
    env: lastWins('env', recordOf(text('A value.'), 'Variables for later hooks and the shell tool.')),
    additionalContext: joined('context', text('Text the model will read.')),
  },
})
