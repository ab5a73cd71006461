import { setTimeout as wait } from 'node:timers/promises'
import { describeThrown } from '../base/describe-thrown.ts'
import { classifyStatus } from './classify-status.ts'
import {
  ModelError,
  type ModelEvent,
  type ModelProvider,
  type ModelRequest,
  type Script,
  type ScriptStep,
} from './model-types.ts'
import { readToolInput } from './read-tool-input.ts'

/**
 * The embedded model: it answers with the steps of a script, without any network. A list is read by the number of the call; a
 * script that ran out answers with an empty text and stops. An `error` step is thrown as it stands, never retried.
 */
export function createScriptedProvider(script: Script): ModelProvider {
  let calls = 0
  const nextCallId = (): string => `call_${++calls}`
  const countFromZero = (): ModelProvider => {
    let steps = 0
    return {
      type: 'scripted',
      defaultModel: 'scripted',
      contextWindow: () => undefined,
      stream: (request) => playStep({ script, step: steps++, request, nextCallId }),
      // Ids stay unique over all sub-sessions, because records of one session may hold the calls of many.
      fork: countFromZero,
    }
  }
  return countFromZero()
}

interface Play {
  script: Script
  step: number
  request: ModelRequest
  nextCallId(): string
}

async function* playStep({ script, step, request, nextCallId }: Play): AsyncGenerator<ModelEvent> {
  throwIfAborted(request.signal)
  const answer = await findStep(script, step, request)
  if (answer.delayMs !== undefined) await pause(answer.delayMs, request.signal)
  throwIfAborted(request.signal)
  if (answer.error) {
    const { status, message } = answer.error
    throw new ModelError(classifyStatus(status, message), message, { status })
  }
  if (answer.thinking) yield { type: 'thinking', delta: answer.thinking }
  if (answer.text) yield { type: 'text', delta: answer.text }
  const toolCalls = answer.toolCalls ?? []
  for (const { id, name, input } of toolCalls) {
    yield { type: 'toolCall', id: id ?? nextCallId(), name, ...readToolInput(JSON.stringify(input)) }
  }
  const usage = { inputTokens: 0, outputTokens: 0, ...answer.usage }
  yield { type: 'finish', reason: toolCalls.length > 0 ? 'toolCalls' : 'stop', usage }
}

async function findStep(script: Script, step: number, request: ModelRequest): Promise<ScriptStep> {
  if (typeof script !== 'function') return script[step] ?? {}
  try {
    // Copies, so that what a script keeps does not change under it when the conversation goes on.
    const found: unknown = await script({ messages: [...request.messages], tools: [...request.tools], step })
    if (found === undefined || found === null) return {}
    if (typeof found !== 'object') throw new TypeError(`it gave a ${typeof found} where a step was expected`)
    return found as ScriptStep
  } catch (error) {
    throw new ModelError('other', `The script failed at step ${step}: ${describeThrown(error)}`, { cause: error })
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  try {
    await wait(ms, undefined, { signal })
  } catch {
    throwIfAborted(signal)
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ModelError('aborted', 'The model call was aborted.', { cause: signal.reason })
}
