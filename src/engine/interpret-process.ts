import { type AnswerReading, readAnswer } from '../base/json.ts'
import type { FailureClass } from '../protocol/failure.ts'
import type { FullInput } from '../protocol/full-input.ts'
import type { Hook } from '../protocol/hook.ts'
import type { Outcome } from '../protocol/outcome.ts'
import type { ProcessResult } from '../protocol/raw-result.ts'
import { applyAnswer, defaultReason, feedbackTo, keepDenyOnly } from './apply-answer.ts'
import { blockOutcome, failedOutcome, silentOutcome, textOutcome } from './create-outcome.ts'
import { type Answer, isDecidingField, readAnswerObject } from './read-answer.ts'

/** Says what a program meant by its exit and its output. */
export function interpretProcess(result: ProcessResult, hook: Hook, seen: FullInput): Outcome {
  const outcome = judge(result, hook, seen)
  return {
    ...outcome,
    exitCode: result.end.by === 'exit' ? result.end.code : null,
    ...(result.end.by === 'signal' && { signal: result.end.signal }),
    ...(result.leftovers.length > 0 && { leftovers: result.leftovers }),
  }
}

function judge(result: ProcessResult, hook: Hook, seen: FullInput): Outcome {
  const { end } = result
  if (end.by === 'timeout') return failed(result, hook, 'timeout', timeoutMessage(hook))
  if (end.by === 'signal') return failed(result, hook, 'signal', stderrOr(result, `hook was killed by ${end.signal}`))
  if (end.code === 0) return success(result, hook, seen)
  if (end.code === 2) return blocked(result, hook)
  const failureClass = classOfExit(end.code)
  if (failureClass === 'timeout')
    return failed(result, hook, 'timeout', stderrOr(result, 'hook ended with exit code 124, which means timeout'))
  const outcome = failed(result, hook, failureClass, stderrOr(result, `hook exited with code ${end.code}`))
  const hint = end.code === 126 ? hintFor(result.stderr.text) : undefined
  return hint === undefined ? outcome : { ...outcome, hint }
}

// A shell says what it was not allowed to start, and where: `/bin/sh: 1: ./guard.sh: Permission denied`.
function hintFor(stderr: string): string | undefined {
  const [, program] = /^[^:\n]+: (?:(?:line )?\d+: )?([^:\n]+): Permission denied$/m.exec(stderr) ?? []
  if (program === undefined) return undefined
  const word = /^[\w./~-]+$/.test(program) ? program : `'${program.replaceAll("'", "'\\''")}'`
  return `if it is a program, make it executable: chmod +x ${word}`
}

/** The failure class of an exit code that is neither success nor a block. */
export function classOfExit(code: number): FailureClass {
  if (code === 124) return 'timeout'
  if (code === 126 || code === 127) return 'spawn'
  return code > 128 && code <= 192 ? 'signal' : 'crash'
}

function timeoutMessage(hook: Hook): string {
  return `hook timed out: its timeout of ${hook.timeoutMs} ms is over`
}

function stderrOr(result: ProcessResult, otherwise: string): string {
  return result.stderr.text.trim() || otherwise
}

function failed(result: ProcessResult, hook: Hook, failureClass: FailureClass, message: string): Outcome {
  return keepDenyIn(result.stdout.text, hook, failedOutcome(failureClass, message))
}

/** A failed outcome with what counts all the same of the text beside the failure: an explicit deny, a halt, messages. */
export function keepDenyIn(text: string, hook: Hook, outcome: Outcome): Outcome {
  return withDenyOf(answersIn(readAnswer(text), hook), hook, outcome)
}

function withDenyOf(answers: Answer[], hook: Hook, outcome: Outcome): Outcome {
  for (const answer of answers) {
    const kept = keepDenyOnly(answer, hook)
    outcome.decision ??= kept.decision
    outcome.reason ??= kept.reason
    outcome.halt ??= kept.halt
    outcome.messages.push(...kept.messages)
    outcome.endsChain ||= kept.endsChain
  }
  return outcome
}

function blocked(result: ProcessResult, hook: Hook): Outcome {
  const reading = readAnswer(result.stdout.text)
  const answers = answersIn(reading, hook)
  const reason = blockReason(result, hook, { reading, answers }) ?? defaultReason(hook)
  const outcome = blockOutcome(reason, hook, feedbackTo(hook))
  for (const answer of answers) {
    outcome.halt ??= answer.halt
    outcome.messages.push(...answer.messages)
  }
  if (outcome.halt) outcome.endsChain = true
  return outcome
}

// stderr first; some scripts print their JSON there. Then what stdout says, as JSON or as text.
function blockReason(
  result: ProcessResult,
  hook: Hook,
  { reading, answers }: { reading: AnswerReading; answers: Answer[] },
): string | undefined {
  const stderr = result.stderr.text.trim()
  if (stderr !== '') return reasonInside(stderr, hook) ?? stderr
  const told = answers.map((answer) => answer.reason ?? answer.messages[0]).find((reason) => reason !== undefined)
  if (told !== undefined) return told
  return reading.kind === 'text' || reading.kind === 'broken' ? result.stdout.text.trim() || undefined : undefined
}

// An answer on stderr gives its reason under every spelling that one on stdout may use.
function reasonInside(stderr: string, hook: Hook): string | undefined {
  const reading = readAnswer(stderr)
  if (reading.kind !== 'object' || reading.noisy) return undefined
  return readAnswerObject(reading.value, hook).reason ?? undefined
}

function success(result: ProcessResult, hook: Hook, seen: FullInput): Outcome {
  const { stdout } = result
  const reading = readAnswer(stdout.text)
  switch (reading.kind) {
    case 'empty':
      return silentOutcome()
    case 'text':
      return { ...textOutcome(reading.text, hook), warnings: stdout.truncated ? ['output was truncated'] : [] }
    case 'broken':
      return broken(reading, hook, stdout.truncated)
    case 'object':
      return oneObject(reading, hook, seen, result)
    case 'objects':
      return severalObjects(reading, hook, seen, result)
  }
}

function doubtAbout(result: ProcessResult, noisy: boolean): string | undefined {
  if (noisy) return 'other text stands around the JSON answer'
  if (result.stdout.invalidUtf8) return 'the output is not valid UTF-8'
  return undefined
}

function broken(reading: AnswerReading & { kind: 'broken' }, hook: Hook, truncated: boolean): Outcome {
  const message = truncated ? `the JSON answer was truncated: ${reading.message}` : reading.message
  return withDenyOf(answersIn(reading, hook), hook, failedOutcome('invalidOutput', message))
}

function oneObject(
  reading: AnswerReading & { kind: 'object' },
  hook: Hook,
  seen: FullInput,
  result: ProcessResult,
): Outcome {
  const answer = readAnswerObject(reading.value, hook)
  if (!answer.meant && reading.noisy) return textOutcome(result.stdout.text, hook)
  const twice = Map.groupBy(reading.duplicateKeys, (path) => (decidesByKey(path, hook) ? 'deciding' : 'other'))
  answer.misfits.push(...(twice.get('deciding') ?? []).map((path) => `${path} is given twice`))
  const outcome = applyAnswer(answer, hook, seen, doubtAbout(result, reading.noisy))
  const warnings = (twice.get('other') ?? []).map((path) => `${path} is given twice; the last counts`)
  return { ...outcome, warnings: [...outcome.warnings, ...warnings] }
}

function decidesByKey(path: string, hook: Hook): boolean {
  const name = path.slice(path.lastIndexOf('.') + 1)
  return ['hookSpecificOutput', 'behavior', 'continue'].includes(name) || isDecidingField(name, hook)
}

function severalObjects(
  reading: AnswerReading & { kind: 'objects' },
  hook: Hook,
  seen: FullInput,
  result: ProcessResult,
): Outcome {
  const meant = answersIn(reading, hook)
  if (meant.length === 0) return textOutcome(result.stdout.text, hook)
  if (meant.length === 1) return applyAnswer(meant[0]!, hook, seen, 'other text stands around the JSON answer')
  const message = `${meant.length} JSON answers were printed, expected one`
  return withDenyOf(meant, hook, failedOutcome('invalidOutput', message))
}

function answersIn(reading: AnswerReading, hook: Hook): Answer[] {
  const values =
    reading.kind === 'object'
      ? [reading.value]
      : reading.kind === 'objects'
        ? reading.values
        : reading.kind === 'broken'
          ? (reading.values ?? [])
          : []
  return values.map((value) => readAnswerObject(value, hook)).filter((answer) => answer.meant)
}
