import type { JsonObject } from '../base/json.ts'
import { actionWords, answerSpellings, topLevelFields } from '../protocol/answer-spellings.ts'
import { type Decision, decisionWords, strictestDecision } from '../protocol/decision.ts'
import { eventDefinition } from '../protocol/event-types.ts'
import type { Hook } from '../protocol/hook.ts'
import { describe, isRecord } from '../protocol/schema/check.ts'

/** What an answer object says, spelling by spelling, before the event's powers are considered. */
export interface Answer {
  decision: Decision | null
  reason: string | null
  halt: { reason: string } | null
  input: unknown
  output: { value: unknown } | null
  prompt: string | null
  context: string[]
  messages: string[]
  env: Record<string, string>
  action: (typeof actionWords)[number] | null
  suppressOutput: boolean
  /** What does not fit, each naming its field. An answer with any of these is invalid, but its deny still counts. */
  misfits: string[]
  /** Fields nobody knows: told, not held against the answer. */
  unknown: string[]
  /** True when at least one field is known. */
  meant: boolean
}

/** Reads one answer object in every spelling the documents use, at top level and inside `hookSpecificOutput`. Never throws. */
export function readAnswerObject(object: JsonObject, hook: Hook): Answer {
  const answer = createAnswer()
  readTopLevel(object, hook, answer)
  const top: Ruling = { decision: answer.decision, reason: answer.reason }
  Object.assign(answer, { decision: null, reason: null })
  const specific = object['hookSpecificOutput']
  if (isRecord(specific)) readSpecific(specific, hook, answer)
  else if (specific !== undefined && specific !== null)
    answer.misfits.push(misfit('hookSpecificOutput', specific, 'an object'))
  return Object.assign(answer, chooseRuling(top, { decision: answer.decision, reason: answer.reason }))
}

type Ruling = Pick<Answer, 'decision' | 'reason'>

// The strictest wins, and the words that stand beside it come first.
function chooseRuling(top: Ruling, inner: Ruling): Ruling {
  const decision = strictestDecision(top.decision, inner.decision)
  const [first, second] = top.decision === decision ? [top, inner] : [inner, top]
  return { decision, reason: first.reason ?? second.reason }
}

function createAnswer(): Answer {
  return {
    decision: null,
    reason: null,
    halt: null,
    input: undefined,
    output: null,
    prompt: null,
    context: [],
    messages: [],
    env: {},
    action: null,
    suppressOutput: false,
    misfits: [],
    unknown: [],
    meant: false,
  }
}

function readTopLevel(object: JsonObject, hook: Hook, answer: Answer): void {
  for (const [name, value] of Object.entries(object)) {
    if (isKnownAtTop(name, hook)) answer.meant = true
    else answer.unknown.push(name)
    if (value === null || value === undefined) continue
    if (name === 'continue') readTopContinue(object, hook, answer)
    else if (name === 'systemMessage') readText(name, value, answer, (text) => void answer.messages.push(text))
    else if (name === 'suppressOutput') readFlag(name, value, answer, (on) => (answer.suppressOutput = on))
    else if (name === 'stopReason') readText(name, value, answer, () => {})
    else if (name === 'action') readAction(value, answer)
    else if (name === 'hookEventName') checkEventName(value, hook, answer)
    else readField(name, value, hook, answer)
  }
}

function isKnownAtTop(name: string, hook: Hook): boolean {
  return (
    Object.hasOwn(answerSpellings, name) ||
    (topLevelFields as readonly string[]).includes(name) ||
    name === 'hookEventName' ||
    name === 'action' ||
    Object.hasOwn(eventDefinition(hook.event).output, name)
  )
}

// At top level `continue: false` halts everything, whatever the event means by `continue` inside hookSpecificOutput;
// `continue: true` keeps working only where the event's own switch does and a reason says what for.
function readTopContinue(object: JsonObject, hook: Hook, answer: Answer): void {
  const value = object['continue']
  if (typeof value !== 'boolean') {
    answer.misfits.push(misfit('continue', value, 'true or false'))
    return
  }
  const stopReason = object['stopReason']
  if (!value)
    answer.halt = {
      reason: typeof stopReason === 'string' && stopReason.trim() !== '' ? stopReason : 'A hook stopped the session.',
    }
  else if (blockingValue('continue', hook) === true && typeof object['continueReason'] === 'string')
    decide(answer, 'deny')
}

function readSpecific(specific: Record<string, unknown>, hook: Hook, answer: Answer): void {
  for (const [name, value] of Object.entries(specific)) {
    const known =
      Object.hasOwn(answerSpellings, name) || name === 'hookEventName' || blockingValue(name, hook) !== undefined
    if (known) answer.meant = true
    else answer.unknown.push(`hookSpecificOutput.${name}`)
    if (value === null || value === undefined) continue
    if (name === 'hookEventName') checkEventName(value, hook, answer)
    else readField(name, value, hook, answer)
  }
}

function readField(name: string, value: unknown, hook: Hook, answer: Answer): void {
  const blocks = blockingValue(name, hook)
  if (blocks !== undefined) {
    readFlag(name, value, answer, (on) => {
      if (on === blocks) decide(answer, 'deny')
    })
    return
  }
  if (!Object.hasOwn(answerSpellings, name)) return
  switch (answerSpellings[name]!) {
    case 'decision':
      readDecision(name, value, hook, answer)
      return
    case 'reason':
      readText(name, value, answer, (text) => (answer.reason ??= text.trim() === '' ? null : text))
      return
    case 'input':
      answer.input = value
      return
    case 'output':
      answer.output = { value }
      return
    case 'prompt':
      readText(name, value, answer, (text) => (answer.prompt = text))
      return
    case 'context':
      readText(name, value, answer, (text) => void (text.trim() === '' || answer.context.push(text)))
      return
    case 'env':
      readEnv(name, value, answer)
      return
  }
}

/** The value with which an event's own switch blocks; undefined when the name is no switch of the event. */
function blockingValue(name: string, hook: Hook): boolean | undefined {
  const output = eventDefinition(hook.event).output
  const means = Object.hasOwn(output, name) ? output[name]!.means : undefined
  return typeof means === 'object' ? means.blocksWhen : undefined
}

/** Whether a field by itself decides: a decision under any spelling, or a switch of the event. */
export function isDecidingField(name: string, hook: Hook): boolean {
  const spelt = Object.hasOwn(answerSpellings, name) ? answerSpellings[name] : undefined
  return spelt === 'decision' || blockingValue(name, hook) !== undefined
}

function readDecision(name: string, value: unknown, hook: Hook, answer: Answer): void {
  const word = isRecord(value) ? value['behavior'] : value
  const message = isRecord(value) ? (value['message'] ?? value['reason']) : undefined
  if (typeof message === 'string' && message !== '') answer.reason ??= message
  if (isRecord(value) && isRecord(value['updatedInput'])) answer.input ??= value['updatedInput']
  if (isRecord(value) && word === 'async') return // an older spelling of "no opinion yet"
  if (typeof word === 'string' && Object.hasOwn(decisionWords, word)) {
    const decision = decisionWords[word]!
    const isPlain = name === 'decision'
    if (decision === 'allow' && isPlain && hook.dialect.plainAllow === 'noOpinion') return
    decide(answer, decision)
  } else answer.misfits.push(misfit(name, word ?? value, 'allow, approve, deny, block or ask'))
}

function decide(answer: Answer, decision: Decision): void {
  answer.decision = strictestDecision(answer.decision, decision)
}

function readAction(value: unknown, answer: Answer): void {
  const word = actionWords.find((known) => known === value)
  if (word) answer.action = word
  else answer.misfits.push(misfit('action', value, actionWords.join(', ')))
}

function checkEventName(value: unknown, hook: Hook, answer: Answer): void {
  const names = [hook.event, hook.dialect.eventName(hook.event), ...(eventDefinition(hook.event).aliases ?? [])]
  if (!names.includes(value as string)) answer.misfits.push(misfit('hookEventName', value, `"${hook.event}"`))
}

function readText(name: string, value: unknown, answer: Answer, take: (text: string) => void): void {
  if (typeof value === 'string') take(value)
  else answer.misfits.push(misfit(name, value, 'text'))
}

function readFlag(name: string, value: unknown, answer: Answer, take: (on: boolean) => void): void {
  if (typeof value === 'boolean') take(value)
  else answer.misfits.push(misfit(name, value, 'true or false'))
}

function readEnv(name: string, value: unknown, answer: Answer): void {
  if (!isRecord(value)) {
    answer.misfits.push(misfit(name, value, 'an object of text values'))
    return
  }
  for (const [key, item] of Object.entries(value)) {
    if (typeof item === 'string') answer.env[key] = item
    else answer.misfits.push(misfit(`${name}.${key}`, item, 'text'))
  }
}

function misfit(name: string, value: unknown, expected: string): string {
  return `${name} is ${describe(value)}, expected ${expected}`
}
