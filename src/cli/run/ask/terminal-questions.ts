import type { Ask, PermissionResult, Question } from '../../../hooks/permission-types.ts'
import { isRecord } from '../../../protocol/schema/check.ts'
import { showLines } from '../../show-lines.ts'
import type { Paint } from '../../terminal.ts'
import type { Keyboard } from '../keyboard.ts'
import type { RunPlace } from '../run-place.ts'
import { describeCall, longestInLine } from '../view/describe-call.ts'
import type { Screen } from '../view/screen.ts'
import { showDiff } from '../view/show-diff.ts'
import { askUser } from './ask-user.ts'
import { type Choice, type Menu, openMenu } from './menu.ts'
import { previewChange } from './preview-change.ts'
import { proposeRules } from './propose-rules.ts'

/** What questions at the terminal need. */
export interface QuestionParts {
  place: RunPlace
  screen: Screen
  keyboard: Keyboard
  paint: Paint
  cwd: string
  /** Lets calls under a rule run from now on. */
  allow(rule: string): void
  /** A change was shown with the question. */
  diffShown(toolUseId: string): void
  /** Whoever was asked wants out. */
  cancelled(): void
}

/** Milliseconds without a key before a question appears. */
const settleMs = 400
const mostInputLines = 200

/** Puts questions to whoever sits at the terminal, one at a time. While one is open nothing else is shown. */
export class TerminalQuestions {
  readonly #parts: QuestionParts
  #last: Promise<unknown> = Promise.resolve()
  #menu: Promise<Menu> | undefined

  constructor(parts: QuestionParts) {
    this.#parts = parts
  }

  /** Asks whether a tool call may run. */
  readonly ask: Ask = (question) =>
    this.#oneAtATime(question.signal, async (menu) => this.#askPermission(question, menu))

  /** Answers AskUserQuestion: the answers by question, or null when nobody wants to answer. */
  readonly askUser = (questions: readonly unknown[], signal: AbortSignal): Promise<unknown> =>
    this.#oneAtATime(signal, async (menu) => {
      const answers = await askUser(questions.filter(isRecord), menu, signal)
      if (answers === null && !signal.aborted) this.#parts.cancelled()
      return answers
    })

  #oneAtATime<T>(signal: AbortSignal, put: (menu: Menu) => Promise<T>): Promise<T> {
    const turn = this.#last.then(async () => {
      signal.throwIfAborted()
      const { keyboard, screen, place } = this.#parts
      this.#menu ??= openMenu(place)
      const menu = await this.#menu
      await keyboard.settle(settleMs)
      signal.throwIfAborted()
      keyboard.rest()
      const release = screen.hold()
      try {
        return await put(menu)
      } finally {
        release()
        keyboard.listen()
      }
    })
    this.#last = turn.catch(() => undefined)
    return turn
  }

  async #askPermission(question: Question, menu: Menu): Promise<PermissionResult> {
    this.#preview(question)
    const { signal, toolName } = question
    const rules = question.askedBy === null ? proposeRules({ ...question, cwd: this.#parts.cwd }) : null
    // What would run, not what the model asked for: hooks may have rewritten it.
    const call = `${showLines(toolName)} ${describeCall(question.input, this.#parts.cwd)}`.trimEnd()
    const message = `Run ${call}?\n${this.#parts.paint('dim', showLines(question.reason.trim()))}`
    const answer = await menu.choose(message, listChoices(rules), signal)
    switch (answer) {
      case 'once':
        return { behavior: 'allow' }
      case 'always':
        for (const rule of rules ?? []) this.#parts.allow(rule)
        return { behavior: 'allow' }
      case 'deny':
        return this.#refuse(menu, signal)
      case undefined:
        this.#leave(signal)
        return { behavior: 'deny', message: 'The user interrupted instead of answering.', interrupt: true }
    }
  }

  async #refuse(menu: Menu, signal: AbortSignal): Promise<PermissionResult> {
    const why = await menu.ask('Why not? The model will read it', { placeholder: 'enter: no reason', signal })
    if (why === undefined) {
      this.#leave(signal)
      return { behavior: 'deny', interrupt: true }
    }
    return why.trim() === '' ? { behavior: 'deny' } : { behavior: 'deny', message: `The user refused: ${why.trim()}` }
  }

  // Either whoever sits here wants out, or the question is over: the turn was interrupted, or somebody else has answered.
  #leave(signal: AbortSignal): void {
    const { cancelled, screen, paint } = this.#parts
    if (signal.aborted) screen.line(paint('dim', '  This question is over.'))
    else cancelled()
  }

  // What the line above had no room for.
  #preview({ toolName, input, toolUseId }: Question): void {
    const { paint, cwd, place, diffShown } = this.#parts
    const change = previewChange({ toolName, input }, cwd)
    const lines = change
      ? showDiff(change.before, change.after, { paint, most: mostInputLines }).lines
      : showLongInput(input, paint)
    if (change) diffShown(toolUseId)
    for (const line of lines) place.output.write(`    ${line}\n`)
  }
}

// Nobody can agree to what they have not seen.
function showLongInput(input: Readonly<Record<string, unknown>>, paint: Paint): string[] {
  const { command } = input
  const text = typeof command === 'string' ? command.trim() : JSON.stringify(input, null, 2)
  const isShort = typeof command === 'string' ? !text.includes('\n') : JSON.stringify(input).length <= longestInLine
  if (isShort && text.length <= longestInLine) return []
  const lines = text.split('\n')
  const shown = lines.slice(0, mostInputLines).map((line) => showLines(line))
  const left = lines.length - shown.length
  return left === 0 ? shown : [...shown, paint('yellow', `… ${left} more lines are not shown`)]
}

function listChoices(rules: readonly string[] | null): Choice<'once' | 'always' | 'deny'>[] {
  const always = rules && { value: 'always' as const, label: `Always in this session: ${showLines(rules.join(', '))}` }
  return [
    { value: 'once', label: 'Allow once' },
    ...(always ? [always] : []),
    { value: 'deny', label: 'Deny', hint: 'and say why' },
  ]
}
