import { types } from 'node:util'
import { copyPlain, type JsonObject } from '../base/json.ts'
import type { FullInput } from '../protocol/full-input.ts'
import type { Hook } from '../protocol/hook.ts'
import type { Outcome } from '../protocol/outcome.ts'
import type { BrokenResult, RawResult } from '../protocol/raw-result.ts'
import { isRecord } from '../protocol/schema/check.ts'
import { applyAnswer } from './apply-answer.ts'
import { failedOutcome, silentOutcome, textOutcome } from './create-outcome.ts'
import { interpretProcess, keepDenyIn } from './interpret-process.ts'
import { readAnswerObject } from './read-answer.ts'

/** Says what one run meant. Total and pure: every raw result has exactly one outcome, and nothing here throws. */
export function interpret(raw: RawResult, hook: Hook, seen: FullInput): Outcome {
  const outcome = interpretKind(raw, hook, seen)
  return raw.remarks ? { ...outcome, warnings: [...raw.remarks, ...outcome.warnings] } : outcome
}

function interpretKind(raw: RawResult, hook: Hook, seen: FullInput): Outcome {
  switch (raw.kind) {
    case 'value':
      return interpretValue(raw.value, hook, seen)
    case 'process':
      return interpretProcess(raw, hook, seen)
    case 'broken':
      return interpretBroken(raw, hook)
    case 'cancelled':
      return { ...silentOutcome(), status: 'cancelled' }
  }
}

function interpretBroken(raw: BrokenResult, hook: Hook): Outcome {
  const outcome = { ...failedOutcome(raw.class, raw.message), ...(raw.hint !== undefined && { hint: raw.hint }) }
  return raw.said === undefined ? outcome : keepDenyIn(raw.said, hook, outcome)
}

function interpretValue(value: unknown, hook: Hook, seen: FullInput): Outcome {
  if (value === undefined || value === null) return silentOutcome()
  if (typeof value === 'string') return textOutcome(value, hook)
  let plain: unknown
  try {
    plain = copyPlain(value)
  } catch (error) {
    return failedOutcome('invalidOutput', `the answer is no plain data: ${(error as Error).message}`)
  }
  if (!isRecord(plain)) return textOutcome(JSON.stringify(plain), hook)
  return applyAnswer(readAnswerObject(plain as JsonObject, hook), hook, seen)
}

/** What most callbacks say most of the time: nothing, or `{action: 'continue'}`. Told apart before anything is copied. */
export function isPlainContinue(value: unknown): boolean {
  if (value === undefined || value === null) return true
  // Nothing of a callback's own code may run here: no trap, no getter.
  if (typeof value !== 'object' || types.isProxy(value)) return false
  if (Object.getOwnPropertyDescriptor(value, 'action')?.value !== 'continue') return false
  for (const key in value) if (key !== 'action') return false
  return true
}
