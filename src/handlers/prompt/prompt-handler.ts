import type { HookError } from '../../base/errors.ts'
import type { ModelMessage, ModelProvider, ProviderOptions } from '../../models/index.ts'
import type { Handler, RunRequest } from '../../protocol/ports.ts'
import type { RawResult } from '../../protocol/raw-result.ts'
import { composeJudgement, type Judgement, type PromptSpec } from './compose-judgement.ts'
import { createProviderFinder } from './find-provider.ts'
import { hearModel, type ModelReply, type Talk } from './hear-model.ts'
import { readJudgement } from './read-judgement.ts'
import { runJudgement } from './run-judgement.ts'
import { settleAnswer } from './settle-answer.ts'
import { writeComplaint } from './write-complaint.ts'

/**
 * Runs hooks that are questions to a model: the given one, or that of the session's environment. The event is quoted as data,
 * and the answer must be a JSON object that fits the event; one that does not is asked for once more. Otherwise one run is one
 * call. What failed has a class, like that of any other hook.
 */
export function createPromptHandler(models?: ModelProvider | ProviderOptions): Handler {
  const findProvider = createProviderFinder(models)
  return {
    run: (request) =>
      runJudgement(request, async (signal, talk) =>
        askPrompt({ request, provider: await findProvider(request.session), signal, talk }),
      ),
    preflight: async (_, session) => {
      try {
        await findProvider(session)
        return null
      } catch (error) {
        const { message, hint } = error as HookError
        return { message, hint }
      }
    },
  }
}

interface Asking {
  request: RunRequest
  provider: ModelProvider
  signal: AbortSignal
  talk: Talk
}

async function askPrompt({ request, provider, signal, talk }: Asking): Promise<RawResult> {
  const model = (request.hook.handler as PromptSpec).model ?? provider.defaultModel
  const judgement = composeJudgement(request, { model })
  Object.assign(talk.usage, { model, promptHash: judgement.promptHash })
  // A hook's calls are not the session's: a provider that counts its steps must not count these among them.
  const source = provider.fork()
  const ask = (...texts: string[]): Promise<ModelReply> =>
    hearModel(source, { model, ...askedBy(judgement, texts), tools: [], temperature: 0, signal }, talk)
  const first = await ask(judgement.question)
  const reading = readJudgement(first, request)
  if ('value' in reading) return settleAnswer(reading, talk, request)
  const second = await ask(judgement.question, writeComplaint(judgement.frame, reading.problem, first.text))
  return settleAnswer(readJudgement(second, request), talk, request)
}

// In one message of the user: what the model said before may repeat what it judged, so it is quoted and not its own turn.
function askedBy(
  { system, answerSchema }: Judgement,
  texts: readonly string[],
): { system: string; answerSchema: Record<string, unknown>; messages: ModelMessage[] } {
  const content = texts.map((text) => ({ type: 'text' as const, text }))
  return { system, answerSchema, messages: [{ role: 'user', content }] }
}
