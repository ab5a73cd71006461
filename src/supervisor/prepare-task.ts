import { statSync } from 'node:fs'
import { readReviewPrompt } from './review-prompt.ts'
import type { ReviewTask } from './reviewer.ts'
import type { ReviewCase } from './supervise.ts'

/** What the reviewer of a case is told. Throws when the prompt cannot be read. */
export function prepareTask(one: ReviewCase, round: number): ReviewTask & { promptSource: string } {
  const { call, input, settings, places } = one
  const { session } = call
  const own = session?.options.prompt
  const prompt = own === undefined ? readReviewPrompt(places.prompt) : { text: own, source: 'code' }
  return {
    input,
    prompt: prompt.text,
    promptSource: prompt.source,
    ...(session && { session: { history: () => session.history(), pending: session.pending() } }),
    round,
    maxRounds: settings.limits.rounds,
    cwd: isFolder(input.cwd) ? input.cwd : call.cwd,
    env: call.env,
  }
}

function isFolder(path: string | undefined): path is string {
  try {
    return path !== undefined && (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)
  } catch {
    return false
  }
}
