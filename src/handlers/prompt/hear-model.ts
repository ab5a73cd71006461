import { addUsage } from '../../models/add-usage.ts'
import type { FinishReason, ModelProvider, ModelRequest } from '../../models/index.ts'
import type { ModelUsage } from '../../protocol/raw-result.ts'

/** One answer of a model. */
export interface ModelReply {
  text: string
  /** Why it ended; undefined while it has not. */
  finish: FinishReason | undefined
  /** Tools it called although it was given none. */
  calls: number
}

/** All that was said by a model for one run of a hook; it grows while the model speaks. */
export interface Talk {
  readonly replies: ModelReply[]
  readonly usage: ModelUsage
}

/** More than any answer needs; a model that goes on is not listened to. */
const longestText = 1024 * 1024

/** Makes one call and keeps what is said while it is said. Throws a `ModelError`. */
export async function hearModel(provider: ModelProvider, request: ModelRequest, talk: Talk): Promise<ModelReply> {
  const reply: ModelReply = { text: '', finish: undefined, calls: 0 }
  talk.replies.push(reply)
  talk.usage.calls++
  for await (const event of provider.stream(request)) {
    if (event.type === 'text') reply.text += event.delta
    else if (event.type === 'toolCall') reply.calls++
    else if (event.type === 'finish') {
      reply.finish = event.reason
      addUsage(talk.usage, event.usage)
    }
    if (reply.text.length <= longestText) continue
    reply.finish = 'length'
    break
  }
  return reply
}
