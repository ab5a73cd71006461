import { createHash } from 'node:crypto'
import { monotonicMs } from '../base/monotonic-ms.ts'
import { createRedactor, type Redactor } from '../base/redact.ts'
import { type CommandRunner, createCommandRunner } from '../handlers/command/index.ts'
import type { ReviewEnd, ReviewState } from '../store/review-state.ts'
import { chooseReviewer } from './choose-reviewer.ts'
import { type HookEnd, HookFailure } from './hook-call.ts'
import { parseReview, type ReviewAnswer } from './parse-review.ts'
import { prepareTask } from './prepare-task.ts'
import type { ReviewReply, ReviewTools } from './reviewer.ts'
import type { ReviewCase } from './supervise.ts'
import { digestWorkTree } from './work-tree.ts'
import { writeAnswer } from './write-answer.ts'

/** A review that has been counted. */
export interface CountedReview {
  state: ReviewState
  record: number
  round: number
  signal: AbortSignal | undefined
}

/**
 * Has a moment reviewed, and records how it ended. Rejects with an error when there is no answer; the record then says so, and
 * nothing that the reviewer started is left.
 */
export async function review(one: ReviewCase, counted: CountedReview): Promise<HookEnd> {
  const started = monotonicMs()
  const { env, session } = one.call
  let made: Redactor | undefined
  const redactor = (): Redactor => {
    made ??= createRedactor({ env, secrets: session?.secrets ?? [] })
    return made
  }
  const evidence: Record<string, unknown> = {}
  const runner = createCommandRunner({ mode: 'direct' })
  let closing: Promise<void> | undefined
  const end = (ended: Pick<ReviewEnd, 'outcome' | 'reason'> & { tokens?: number }): void => {
    const ms = monotonicMs() - started
    const { outcome, tokens = 0 } = ended
    const reason = redactor().text(ended.reason)
    counted.state.endReview(counted.record, { outcome, reason, evidence: redactor().value(evidence), ms, tokens })
    const fields = { event: one.input.event, record: counted.record, round: counted.round, outcome, ms: Math.round(ms) }
    one.log({ level: 'INFO', message: 'review ended', fields: { ...fields, reason: reason.slice(0, longestLogged) } })
  }
  try {
    const running = runReview(one, counted, { evidence, runner })
    // What looks for secrets takes a moment to load, which passes while the reviewer works.
    setImmediate(() => redactor().text('password: none'))
    const { reply, tree } = await running
    closing = runner.close()
    const verdict = judge(one, { counted, reply, tree, evidence })
    return settle(one, verdict, () => end({ ...verdict.ended, tokens: reply.tokens }))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    end({ outcome: 'unverified', reason: why })
    if (HookFailure.is(error)) throw error
    throw HookFailure.ofReview(redactor().text(why))
  } finally {
    await (closing ?? runner.close())
  }
}

const longestLogged = 2000

interface ReviewRun {
  reply: ReviewReply
  /** The digest of the work tree that was reviewed. */
  tree: string | null
}

async function runReview(
  one: ReviewCase,
  { round, signal = new AbortController().signal }: CountedReview,
  { evidence, runner }: { evidence: Record<string, unknown>; runner: CommandRunner },
): Promise<ReviewRun> {
  const { call, flags, settings, input } = one
  const tools: ReviewTools = { runner, remaining: one.remaining, signal }
  const reviewer = await chooseReviewer(flags.reviewer, settings.reviewer, call)
  // What watches over programs starts while the task is written.
  if (reviewer.type !== 'model') void runner.warm()
  const task = prepareTask(one, round)
  Object.assign(evidence, { reviewer: reviewer.type, prompt: task.promptSource })
  one.log({
    level: 'INFO',
    message: 'review started',
    fields: { event: input.event, round, reviewer: reviewer.type },
  })
  const looksForProgress = input.cwd !== undefined && settings.noProgressLimit > 0
  const [reply, tree] = await Promise.all([
    reviewer.review(task, tools),
    looksForProgress ? digestWorkTree(task.cwd, tools) : null,
  ])
  Object.assign(evidence, reply.evidence, tree !== null && { tree })
  return { reply, tree }
}

interface Judgement {
  allow: boolean
  reason: string
  ended: Pick<ReviewEnd, 'outcome' | 'reason'>
}

function judge(
  { input, settings }: ReviewCase,
  facts: ReviewRun & { counted: CountedReview; evidence: Record<string, unknown> },
): Judgement {
  const { counted, reply, tree, evidence } = facts
  const answer = parseReview(reply.text)
  Object.assign(evidence, { reading: answer.reading, informed: reply.informed })
  const reason = cut(answer.feedback || defaultReason(answer))
  if (answer.allow) {
    counted.state.countSame(input.sessionId, null)
    return { allow: true, reason, ended: { outcome: reply.informed ? 'approved' : 'unverified', reason } }
  }
  const mark = tree === null ? null : createHash('sha256').update(`${tree}\0${reason}`).digest('hex')
  const same = counted.state.countSame(input.sessionId, mark)
  if (mark === null || settings.noProgressLimit === 0 || same < settings.noProgressLimit)
    return { allow: false, reason, ended: { outcome: 'refused', reason } }
  evidence['noProgress'] = same
  const why = `not verified: the work tree has not changed over ${same} reviews with the same feedback: ${reason}`
  return { allow: true, reason: why, ended: { outcome: 'unverified', reason: why } }
}

function defaultReason({ allow }: ReviewAnswer): string {
  return allow ? 'The reviewer found nothing left to do' : 'Please continue completing the task'
}

const longestReason = 100_000

function cut(text: string): string {
  return text.length <= longestReason ? text : `${text.slice(0, longestReason)}\n(… cut …)`
}

// A yes that cannot be recorded is none; a no keeps its effect whatever happens to the record.
function settle({ input, log }: ReviewCase, { allow, reason, ended }: Judgement, record: () => void): HookEnd {
  try {
    record()
  } catch (error) {
    if (allow) throw error
    log({ level: 'ERROR', message: 'refusal not recorded', fields: { why: (error as Error).message } })
  }
  const { outcome } = ended
  return { exitCode: 0, stdout: writeAnswer(input.event, { allow, reason }), stderr: '', outcome, reason }
}
