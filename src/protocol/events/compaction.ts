import { blocksWhen, lastWins } from '../answer-field.ts'
import { defineEvent } from '../define-event.ts'
import { count, flag, text, word } from '../schema/field.ts'

export default defineEvent({
  name: 'Compaction',
  position: 130,
  aliases: ['PreCompact', 'pre_compact'],
  fires: 'before the context is compacted',
  powers: ['block'],
  blocked: 'the context is left as it is',
  matches: 'trigger',
  feedbackTo: 'user',
  plainText: 'recorded',
  input: {
    trigger: word(['manual', 'auto'], 'Who asked for it.'),
    messagesBefore: count('Messages in the context.'),
    tokensBefore: count('Tokens in the context.'),
  },
  output: {
    blockCompaction: blocksWhen(true, flag('true refuses the compaction.')),
    blockReason: lastWins('reason', text('Why.')),
  },
})
