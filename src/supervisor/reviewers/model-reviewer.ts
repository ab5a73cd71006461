import type { ModelProvider, ModelRequest } from '../../models/index.ts'
import { type DescribedWork, describeWork } from '../describe-work.ts'
import { HookFailure } from '../hook-call.ts'
import type { Reviewer, ReviewReply, ReviewTask, ReviewTools } from '../reviewer.ts'

/** A reviewer that is a model: it reads the end of the transcript, the diff of the work tree and the question. */
export function createModelReviewer(provider: ModelProvider, model: string = provider.defaultModel): Reviewer {
  return {
    type: 'model',
    review: (task, tools) => askModel(provider, model, { task, tools }),
    async explain(task, tools) {
      const { request, work } = await prepare(model, { task, tools })
      const { messages, system } = request
      return { provider: provider.type, model, system, messages, transcript: work.transcript }
    },
  }
}

interface Work {
  task: ReviewTask
  tools: ReviewTools
}

const answerSchema = {
  type: 'object',
  properties: { allow_stop: { type: 'boolean' }, feedback: { type: 'string' } },
  required: ['allow_stop', 'feedback'],
  additionalProperties: false,
}

async function askModel(provider: ModelProvider, model: string, work: Work): Promise<ReviewReply> {
  const { request, work: seen } = await prepare(model, work)
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), Math.max(1, Math.min(work.tools.remaining(), 2 ** 31 - 1)))
  const signal = AbortSignal.any([stop.signal, work.tools.signal])
  let text = ''
  let tokens = 0
  let finish: string | undefined
  try {
    for await (const event of provider.stream({ ...request, signal })) {
      if (event.type === 'text') text += event.delta
      if (event.type === 'finish') {
        tokens = event.usage.inputTokens + event.usage.outputTokens
        finish = event.reason
      }
    }
  } catch (error) {
    if (stop.signal.aborted) throw HookFailure.ofTime()
    throw error
  } finally {
    clearTimeout(timer)
  }
  const evidence = { provider: provider.type, model, finish, transcript: seen.transcript }
  return { text, tokens, informed: seen.informed, evidence }
}

async function prepare(model: string, { task, tools }: Work): Promise<{ request: ModelRequest; work: DescribedWork }> {
  const work = await describeWork(task, tools)
  const request: ModelRequest = {
    model,
    system: task.prompt,
    messages: [{ role: 'user', content: [{ type: 'text', text: work.text }] }],
    tools: [],
    maxOutputTokens: 8192,
    temperature: 0,
    answerSchema,
  }
  return { request, work }
}
