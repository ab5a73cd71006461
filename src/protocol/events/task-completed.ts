import { blocksWhen, lastWins } from '../answer-field.ts'
import { defineEvent } from '../define-event.ts'
import { flag, optional, text } from '../schema/field.ts'

export default defineEvent({
  name: 'TaskCompleted',
  position: 120,
  fires: "when a task is marked done, or a sub-agent's task ends",
  powers: ['block'],
  blocked: 'the task is not completed; the model reads the reason',
  matches: null,
  feedbackTo: 'model',
  plainText: 'recorded',
  input: {
    taskId: text('Id of the task.'),
    taskDescription: text('What was to be done.'),
    resultSummary: optional(text('What came of it.')),
    success: flag('Whether it succeeded.'),
  },
  output: {
    blockCompletion: blocksWhen(true, flag('true refuses the completion.')),
    blockReason: lastWins('reason', text('Why.')),
  },
})
