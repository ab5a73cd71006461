import { joined, lastWins, strictest } from '../answer-field.ts'
import { defineEvent } from '../define-event.ts'
import { count, flag, oneOf, text } from '../schema/field.ts'

export default defineEvent({
  name: 'UserPromptSubmit',
  position: 20,
  fires: 'before a prompt is processed',
  powers: ['block', 'rewritePrompt', 'context'],
  blocked: 'the prompt is not processed; the user reads the reason',
  matches: null,
  feedbackTo: 'user',
  plainText: 'context',
  callbackNames: { message: 'userPrompt' },
  input: {
    userPrompt: text('What the user wrote.'),
    hasImages: flag('Whether images came with it.'),
    imageCount: count('How many images.'),
  },
  output: {
    decision: strictest(oneOf(['block'], 'Block the prompt.')),
    reason: lastWins('reason', text('Why; shown to the user.')),
    updatedPrompt: lastWins('prompt', text('The prompt to use instead.')),
    contextInjection: joined('context', text('Text the model will read beside the prompt.')),
  },
})
