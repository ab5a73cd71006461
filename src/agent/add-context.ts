import type { ModelMessage } from '../models/model-types.ts'
import type { Conversation } from './conversation.ts'
import { type HookText, type HookTexts, joinTexts } from './hook-texts.ts'

/** Adds what hooks want the model to read to the conversation, as a message of its own. */
export function addContext(
  context: readonly HookText[],
  { conversation, texts }: { conversation: Conversation; texts: HookTexts },
): void {
  if (context.length === 0) return
  const message: ModelMessage = { role: 'user', content: [{ type: 'text', text: joinTexts(context) }] }
  conversation.add(message)
  texts.expect(context, message)
}
