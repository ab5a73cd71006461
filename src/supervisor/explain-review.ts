import { createCommandRunner } from '../handlers/command/index.ts'
import { createReviewState } from '../store/review-state.ts'
import { chooseReviewer } from './choose-reviewer.ts'
import { prepareTask } from './prepare-task.ts'
import type { ReviewCase } from './supervise.ts'

/** What a review of this case would send, to whom, as JSON. Counts nothing and asks nobody. Rejects when there is no reviewer. */
export async function explainReview(one: ReviewCase): Promise<string> {
  const { call, flags, settings, input, places } = one
  const runner = createCommandRunner({ mode: 'direct' })
  const state = createReviewState(places)
  try {
    const reviewer = await chooseReviewer(flags.reviewer, settings.reviewer, call)
    const made = state.list({ sessionId: input.sessionId, limit: 100 }).find((record) => record.round > 0)?.round ?? 0
    const task = prepareTask(one, made + 1)
    const tools = { runner, remaining: one.remaining, signal: new AbortController().signal }
    const sends = await reviewer.explain(task, tools)
    const { limits, timeoutMs } = settings
    return `${JSON.stringify(
      { version: 1, event: input.event, reviewer: reviewer.type, prompt: task.promptSource, limits, timeoutMs, sends },
      null,
      2,
    )}\n`
  } finally {
    state.close()
    await runner.close()
  }
}
