import { defineEvent } from '../define-event.ts'
import { count, optional, word } from '../schema/field.ts'

const sessionEndReasons = [
  'user_exit',
  'error',
  'max_turns',
  'idle_timeout',
  'ctrl_c',
  'clear',
  'logout',
  'other',
] as const

export default defineEvent({
  name: 'SessionEnd',
  position: 150,
  fires: 'when the session ends',
  powers: [],
  matches: 'reason',
  feedbackTo: 'user',
  plainText: 'recorded',
  input: {
    reason: word(sessionEndReasons, 'Why it ends.'),
    totalTurns: optional(count('Turns of the whole session.')),
    totalTokens: optional(count('Tokens of the whole session.')),
  },
  output: {},
})
