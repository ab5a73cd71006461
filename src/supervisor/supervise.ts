import { monotonicMs } from '../base/monotonic-ms.ts'
import { createReviewState, type ReviewState, type Round } from '../store/review-state.ts'
import { passOwnReviewer } from './guard.ts'
import { type HookCall, type HookEnd, HookFailure } from './hook-call.ts'
import { type HookFlags, readHookFlags } from './hook-flags.ts'
import { findIdFault, type HookInput, inputForSession, readHookInput } from './hook-input.ts'
import { findPlaces, type Places } from './places.ts'
import { appendLog, formatEntry, type LogEntry } from './review-log.ts'
import { toSection } from './session-section.ts'
import { defaultTimeoutMs, readSettings, type Settings } from './settings.ts'
import { writeAnswer } from './write-answer.ts'

/** A moment that is to be reviewed, and what a review needs to know. */
export interface ReviewCase {
  call: HookCall
  flags: HookFlags
  input: HookInput
  settings: Settings
  places: Places
  /** Milliseconds left of this call, on the monotonic clock. */
  remaining(): number
  log(entry: LogEntry): void
}

/**
 * Answers one call of the hook: whether an agent may stop, or ask its user. Never rejects; every end is an exit code with
 * what belongs on stdout and stderr. What needs no reviewer is answered without loading one.
 */
export async function supervise(call: HookCall): Promise<HookEnd> {
  try {
    return (await passOwnReviewer(call)) ?? (await decide(call, readHookFlags(call.argv)))
  } catch (error) {
    const { exitCode, message } = HookFailure.is(error) ? error : HookFailure.ofReview(describe(error))
    return { exitCode, stdout: '', stderr: `${message}\n`, outcome: 'unverified', reason: message }
  }
}

async function decide(call: HookCall, flags: HookFlags): Promise<HookEnd> {
  const supervisorId = readSupervisorId(call)
  const started = monotonicMs()
  const places = findPlaces(call.env, call.cwd)
  // Read first for its timeout, which reading the input falls under; its faults are told after those of the input.
  const code = call.session && toSection(call.session.options)
  const reading = await readSettings(places.settings, code).catch((error: unknown) => error as Error)
  const timeoutMs = reading instanceof Error ? defaultTimeoutMs : reading.timeoutMs
  const remaining = (): number => timeoutMs - (monotonicMs() - started)
  const arriving = readInput(call, flags, remaining())
  const state = createReviewState(places)
  // While the input is on its way.
  state.warm()
  const input = await arriving
  if (reading instanceof Error) throw reading
  const log = (entry: LogEntry): void => {
    const line = formatEntry(entry)
    appendLog(places.log, line, places.inside)
    if (flags.debug) call.tell(line)
  }
  return answerInput({ call, flags, input, settings: reading, places, remaining, log }, { supervisorId, state })
}

function readSupervisorId({ env, session }: HookCall): string {
  const id = env['CCC_SUPERVISOR_ID'] || session?.id
  if (!id) throw HookFailure.ofReview('CCC_SUPERVISOR_ID is not set; it names the supervised session')
  const fault = findIdFault(id, 'CCC_SUPERVISOR_ID')
  // A fault of the environment, not of the input: the agent must not be kept from stopping by it.
  if (fault !== undefined) throw HookFailure.ofReview(fault)
  return id
}

async function readInput(call: HookCall, flags: HookFlags, ms: number): Promise<HookInput> {
  if (flags.sessionId !== undefined) return inputForSession(flags.sessionId)
  const { bytes, timedOut } = await call.readStdin({ ms })
  if (timedOut) throw HookFailure.ofTime()
  return readHookInput(bytes)
}

async function answerInput(
  one: ReviewCase,
  { supervisorId, state }: { supervisorId: string; state: ReviewState },
): Promise<HookEnd> {
  const { flags, input, settings, log } = one
  for (const word of flags.ignored) log({ level: 'WARN', message: 'unknown flag ignored', fields: { flag: word } })
  for (const key of settings.unknown) log({ level: 'WARN', message: 'unknown setting ignored', fields: { key } })
  if (flags.explain) {
    const { explainReview } = await import('./explain-review.ts')
    return { exitCode: 0, stdout: await explainReview(one), stderr: '' }
  }
  const refusal = await findRecursion(one)
  const round = await takeRound(state, one, { supervisorId, refusal })
  const fields = { event: input.event, record: round.record }
  if (round.kind === 'off') {
    log({ level: 'INFO', message: 'supervisor mode is off', fields })
    return answer(input.event, 'off', 'supervisor mode disabled')
  }
  if (round.kind === 'capped') {
    log({ level: 'INFO', message: 'stop capped', fields: { ...fields, why: round.why } })
    return answer(input.event, 'capped', `not reviewed${refusal === undefined ? ' any more' : ''}: ${round.why}`)
  }
  const signal = one.call.prepare?.()
  const { review } = await import('./review.ts')
  return review(one, { state, record: round.record, round: round.round, signal })
}

// To keep an agent working that hooks have started without end would keep the loop going. A session in this process knows by itself.
async function findRecursion({ call, input }: ReviewCase): Promise<string | undefined> {
  if (call.session || call.env['HOOKLINE_LINEAGE'] === undefined) return undefined
  const { enterLineage } = await import('../store/enter-lineage.ts')
  return enterLineage({ env: call.env, sessionId: input.sessionId, isAgent: false })?.above?.refusal
}

// A state that cannot be read says nothing about how many reviews there were: neither "go on" nor "enough".
async function takeRound(
  state: ReviewState,
  one: ReviewCase,
  { supervisorId, refusal }: { supervisorId: string; refusal: string | undefined },
): Promise<Round> {
  const { input, settings, places } = one
  const promptId = settings.resetOnUserPrompt ? await findPromptId(input, one.call) : undefined
  try {
    return state.takeRound({
      supervisorId,
      sessionId: input.sessionId,
      event: input.event,
      limits: settings.limits,
      ...(promptId !== undefined && { promptId }),
      ...(refusal !== undefined && { refusal }),
    })
  } catch (error) {
    one.log({ level: 'ERROR', message: 'state unusable, stop unverified', fields: { why: describe(error) } })
    throw HookFailure.ofReview(
      `the state of reviews cannot be used, so nothing was verified: ${describe(error)}; mend or remove ${places.state}`,
    )
  }
}

async function findPromptId(
  { promptId, transcriptPath }: HookInput,
  { session }: HookCall,
): Promise<string | undefined> {
  if (promptId !== undefined) return promptId
  if (transcriptPath === undefined) return session?.promptId()
  const { readTranscript } = await import('./transcript.ts')
  return readTranscript(transcriptPath).lastPromptId ?? session?.promptId()
}

// Whoever is not reviewed may stop.
function answer(event: HookInput['event'], outcome: 'off' | 'capped', reason: string): HookEnd {
  return { exitCode: 0, stdout: writeAnswer(event, { allow: true, reason }), stderr: '', outcome, reason }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
