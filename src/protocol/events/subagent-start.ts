import { joined } from '../answer-field.ts'
import { defineEvent } from '../define-event.ts'
import { optional, text } from '../schema/field.ts'

export default defineEvent({
  name: 'SubagentStart',
  position: 90,
  fires: 'when a sub-agent starts',
  powers: ['context'],
  matches: 'agentType',
  feedbackTo: 'user',
  plainText: 'recorded',
  input: {
    agentType: text('Kind of the sub-agent.'),
    taskDescription: optional(text('What it is to do.')),
    parentAgentId: optional(text('Who started it.')),
  },
  output: {
    additionalContext: joined('context', text('Text the sub-agent will read.')),
  },
})
