import type { StreamMessage } from '../../../agent/index.ts'
import { HookEvent } from '../../../protocol/event-types.ts'
import type { ObservedStep } from '../../../protocol/ports.ts'
import { showLines } from '../../show-lines.ts'
import type { Paint } from '../../terminal.ts'
import { describeCall } from './describe-call.ts'
import { eventEndLines, failedOpenLine, hookEndLine, type LineStyle, nameHook, type StepOf } from './hook-lines.ts'
import type { Screen } from './screen.ts'
import { showResult } from './show-result.ts'
import type { Signs } from './signs.ts'
import { createSpeech } from './speech.ts'
import type { StatusLine } from './status-line.ts'

/** What a view is made of. */
export interface ViewParts {
  screen: Screen
  status: StatusLine
  /** Colours of the channel that lines are shown on. */
  paint: Paint
  signs: Signs
  cwd: string
  /** Every hook gets a line. */
  all: boolean
}

type MessageOf<Type extends StreamMessage['type']> = Extract<StreamMessage, { type: Type }>

const modelKey = 'model'

/** Shows a session while it happens: what the model says and calls, and what hooks make of it. */
export class RunView {
  readonly #parts: ViewParts
  readonly #style: LineStyle
  readonly #open = new Map<string, { diffShown: boolean; denial: string | null }>()
  /** Which call a firing is about. */
  readonly #firings = new Map<string, string>()
  /** Lines about failures that wait for whether they let a call through, by firing and hook. */
  readonly #failures = new Map<string, Map<string, string | null>>()
  #speech = createSpeech()

  constructor(parts: ViewParts) {
    this.#parts = parts
    this.#style = { paint: parts.paint, signs: parts.signs, all: parts.all }
  }

  /** Shows a message of the stream. */
  take(message: StreamMessage): void {
    switch (message.type) {
      case 'turn_start':
        this.#parts.status.begin(modelKey, 'Thinking')
        break
      case 'content':
        this.#speak(message.delta)
        break
      case 'thinking':
        if (this.#open.size === 0) this.#parts.status.begin(modelKey, 'Thinking')
        break
      case 'usage':
        this.#parts.status.end(modelKey)
        break
      case 'tool_use':
        this.#showCall(message)
        break
      case 'tool_result':
        this.#showResult(message)
        break
      case 'turn_end':
        this.#parts.status.clear()
        break
      case 'hook':
      case 'result':
      case 'error':
        break
    }
  }

  /** Shows a step of a hook. */
  readonly observe = (step: ObservedStep): void => {
    switch (step.type) {
      case 'eventStart':
        if (step.input.toolUseId !== undefined) this.#firings.set(step.firing, step.input.toolUseId)
        break
      case 'hookStart':
        this.#showStart(step)
        break
      case 'hookEnd':
        this.#showEnd(step)
        break
      case 'failedOpen':
        this.#failures.get(step.firing)?.set(step.hook.id, null)
        this.#line(failedOpenLine(step, this.#style))
        break
      case 'eventEnd':
        this.#showVerdict(step)
        break
      case 'hookIdle':
      case 'notice':
        break
    }
  }

  /** The change that a call would make has been shown already. */
  markDiffShown(toolUseId: string): void {
    const call = this.#open.get(toolUseId)
    if (call) call.diffShown = true
  }

  /** Ends what the model is saying. */
  endSpeech(): void {
    this.#parts.screen.speak(this.#speech.end())
    this.#parts.screen.endSpeech()
    this.#speech = createSpeech()
  }

  /** Ends the turn with the answer as a whole. */
  finishAnswer(content: string): void {
    this.#parts.screen.speak(this.#speech.end())
    this.#speech = createSpeech()
    this.#parts.status.clear()
    this.#parts.screen.finishAnswer(content)
    this.#open.clear()
  }

  #speak(delta: string): void {
    const { status, screen } = this.#parts
    status.end(modelKey)
    screen.speak(this.#speech.add(delta))
  }

  #showCall({ id, name, input }: MessageOf<'tool_use'>): void {
    const { screen, status, paint, signs, cwd } = this.#parts
    this.endSpeech()
    status.end(modelKey)
    this.#open.set(id, { diffShown: false, denial: null })
    screen.gap()
    screen.line(`${paint('cyan', signs.call)} ${paint('bold', showLines(name))} ${describeCall(input, cwd)}`.trimEnd())
    status.begin(id, showLines(name), 'later')
  }

  #showResult({ id, output, isError }: MessageOf<'tool_result'>): void {
    const { screen, status, paint, signs } = this.#parts
    const call = this.#open.get(id)
    this.#open.delete(id)
    status.end(id)
    const told = isError && call?.denial != null && String(output).includes(call.denial)
    if (!told) {
      const lines = showResult({ output, isError, diffShown: call?.diffShown ?? false }, paint)
      for (const line of lines) screen.line(`  ${paint('dim', signs.below)} ${line}`)
    }
    if (this.#open.size > 0) return
    screen.gap()
    status.begin(modelKey, 'Thinking')
  }

  #showStart({ hook, event, firing, recheck, statusMessage }: StepOf<'hookStart'>): void {
    if (hook.async) return
    const said =
      statusMessage === undefined
        ? `${event} hook ${nameHook(hook)}`
        : `${showLines(statusMessage)} (${nameHook(hook)})`
    this.#parts.status.begin(keyOf(firing, hook.id, recheck), said, statusMessage === undefined ? 'later' : 'atOnce')
  }

  #showEnd(step: StepOf<'hookEnd'>): void {
    this.#parts.status.end(keyOf(step.firing, step.hook.id, step.recheck))
    const line = hookEndLine(step, this.#style)
    if (line === undefined) return
    // What was said so far was not the last word.
    if (step.event === HookEvent.Stop && step.decision === 'deny') this.endSpeech()
    if (step.class === undefined || step.hook.async) {
      this.#line(line)
      return
    }
    const waiting = this.#failures.get(step.firing) ?? new Map<string, string | null>()
    this.#failures.set(step.firing, waiting.set(step.hook.id, line))
  }

  #showVerdict(step: StepOf<'eventEnd'>): void {
    const { firing, event, verdict } = step
    const failures = this.#failures.get(firing) ?? new Map<string, string | null>()
    this.#failures.delete(firing)
    for (const line of failures.values()) if (line !== null) this.#line(line)
    for (const line of eventEndLines(step, { ...this.#style, told: [...failures.keys()] })) this.#line(line)
    const call = this.#open.get(this.#firings.get(firing) ?? '')
    this.#firings.delete(firing)
    if (verdict.decision !== 'deny') return
    const byHook = verdict.decidedBy !== null && !verdict.decidedBy.startsWith('rule:')
    if (call && byHook) call.denial = verdict.reason
    if (event !== HookEvent.Stop || verdict.halt) return
    this.#parts.screen.gap()
    this.#parts.status.begin(modelKey, 'Thinking')
  }

  #line(text: string): void {
    this.#parts.screen.line(`  ${text}`)
  }
}

function keyOf(firing: string, hookId: string, recheck: boolean): string {
  return `${firing} ${hookId} ${recheck}`
}
