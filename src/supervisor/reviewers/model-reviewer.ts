import type { ModelProvider, ModelRequest } from '../../models/index.ts'
import { describeMoment } from '../describe-moment.ts'
import { HookFailure } from '../hook-call.ts'
import type { Reviewer, ReviewReply, ReviewTask, ReviewTools } from '../reviewer.ts'
import { readTranscript, type TranscriptReading } from '../transcript.ts'
import { readWorkTreeDiff } from '../work-tree.ts'

/** A reviewer that is a model: it reads the end of the transcript, the diff of the work tree and the question. */
export function createModelReviewer(provider: ModelProvider, model: string = provider.defaultModel): Reviewer {
  return {
    type: 'model',
    review: (task, tools) => askModel(provider, model, { task, tools }),
    async explain(task, tools) {
      const { request, transcript } = await prepare(model, { task, tools })
      const { messages, system } = request
      return { provider: provider.type, model, system, messages, transcript: describeReading(transcript) }
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
  const { request, transcript } = await prepare(model, work)
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
  const evidence = { provider: provider.type, model, finish, transcript: describeReading(transcript) }
  return { text, tokens, informed: transcript.state === 'read', evidence }
}

async function prepare(
  model: string,
  { task, tools }: Work,
): Promise<{ request: ModelRequest; transcript: TranscriptReading }> {
  const { input, prompt, cwd } = task
  const transcript = readTranscript(input.transcriptPath)
  const diff = input.cwd === undefined ? null : await readWorkTreeDiff(cwd, tools)
  const parts = [
    describeMoment(input),
    section('What the agent was asked and did', transcript.text ?? `(the transcript is ${transcript.state})`),
    section('Changes in the work tree', diff ?? '(not known: no Git work tree)'),
  ]
  const request: ModelRequest = {
    model,
    system: prompt,
    messages: [{ role: 'user', content: [{ type: 'text', text: parts.join('\n\n') }] }],
    tools: [],
    maxOutputTokens: 8192,
    answerSchema,
  }
  return { request, transcript }
}

function section(title: string, text: string): string {
  return `## ${title}\n\n${text}`
}

function describeReading({ state, bytes, read, skipped }: TranscriptReading): Record<string, unknown> {
  return { state, bytes, read, skipped }
}
