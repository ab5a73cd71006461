import { homedir } from 'node:os'
import type { Session } from '../../agent/index.ts'
import { showLines } from '../show-lines.ts'
import { readVersion } from '../version.ts'
import { TerminalQuestions } from './ask/terminal-questions.ts'
import { describeEnd, type EndOfTurn, takeTurn } from './end-of-turn.ts'
import { HookStatistics } from './hook-statistics.ts'
import { type Input, InputLine } from './input-line.ts'
import { Keyboard } from './keyboard.ts'
import { openShow, type Show } from './open-show.ts'
import { SessionControl } from './session-control.ts'
import { isSlashCommand, runSlashCommand } from './slash-commands.ts'
import { type RunCall, startSession } from './start-session.ts'
import { costOf, readTotals, showTotals } from './totals.ts'

/** Talks with whoever sits at the terminal until they have enough. Gives the exit code. */
export async function runChat(call: RunCall): Promise<number> {
  const { place, settings } = call
  const { cwd } = settings.session
  const show = openShow(call, 'stdout')
  const { view, screen, status, paint, signs } = show
  const statistics = new HookStatistics()
  const control = new SessionControl({
    atRest: () => screen.line(paint('dim', 'ctrl-c again ends the session.')),
    ending: () => status.begin('end', 'Ending the session'),
    ended: (code) => {
      if (code !== interrupted) process.exit(code)
    },
  })
  const keyboard = new Keyboard(place, {
    interrupt: control.interrupts.press,
    typing: (text) => status.typed(text),
    queued: (line) => screen.line(paint('dim', `${signs.prompt} ${showLines(line)} (waits for the end of the turn)`)),
  })
  const questions = new TerminalQuestions({
    place,
    screen,
    keyboard,
    paint,
    cwd,
    allow: (rule) => control.session?.allow(rule),
    diffShown: (id) => view.markDiffShown(id),
    cancelled: control.interrupts.press,
  })
  const run = await startSession(call, {
    observers: [statistics.observe, view.observe],
    onMessage: (message) => view.take(message),
    onAsk: questions.ask,
    onQuestion: questions.askUser,
    tell: screen.tell,
    warn: show.warn,
  })
  control.hold(run.session)
  const chat = new Chat({ call, show, session: run.session, statistics, control, keyboard })
  try {
    chat.greet()
    const { reason, code } = await chat.talk()
    status.begin('end', 'Ending the session', 'later')
    keyboard.listen()
    await run.close(reason)
    status.clear()
    chat.sayGoodbye()
    return code
  } finally {
    keyboard.rest()
    control.release()
  }
}

const interrupted = 130

interface ChatParts {
  call: RunCall
  show: Show
  session: Session
  statistics: HookStatistics
  control: SessionControl
  keyboard: Keyboard
}

type Ending = { reason: 'user_exit' | 'ctrl_c' | 'other'; code: number }

class Chat {
  readonly #parts: ChatParts
  readonly #input: InputLine

  constructor(parts: ChatParts) {
    this.#parts = parts
    const { show, call } = parts
    const prompt = show.paint('cyan', show.signs.prompt)
    this.#input = new InputLine(call.place, { prompt: `${prompt} `, more: `${show.paint('dim', show.signs.prompt)} ` })
  }

  greet(): void {
    const { session, show, call } = this.#parts
    const { paint, signs, screen } = show
    const dot = ` ${signs.dot} `
    const { cwd } = call.settings.session
    const active = session.hooks.filter(({ idle }) => idle === undefined).length
    const turns =
      session.turns === 0 ? [] : [`goes on after ${session.turns === 1 ? '1 turn' : `${session.turns} turns`}`]
    const facts = [tildify(cwd), active === 1 ? '1 hook' : `${active} hooks`, `session ${session.id}`, ...turns]
    const model = session.provider === session.model ? session.model : `${session.provider} ${session.model}`
    const head = [model, `${session.permissionMode} mode`].map((text) => showLines(text))
    screen.line([`${paint('bold', 'hookline')} ${readVersion()}`, ...head].join(dot))
    screen.line(paint('dim', facts.map((text) => showLines(text)).join(dot)))
    screen.line(paint('dim', `/help lists the commands${dot}ctrl-c interrupts${dot}ctrl-d ends`))
  }

  async talk(): Promise<Ending> {
    for (;;) {
      const input = await this.#read()
      const ending = await this.#take(input)
      if (ending) return ending
    }
  }

  sayGoodbye(): void {
    const { session, show, call } = this.#parts
    const { paint, signs, screen } = show
    const totals = readTotals(session, { price: call.settings.price, since: call.since })
    const turns = totals.turns === 1 ? '1 turn' : `${totals.turns} turns`
    screen.gap()
    screen.line(paint('dim', [turns, showTotals(totals, signs.dot)].join(` ${signs.dot} `)))
    if (totals.turns > 0) screen.line(paint('dim', `hookline run --resume ${showLines(session.id)} goes on with it.`))
  }

  async #read(): Promise<Input> {
    const { keyboard, show } = this.#parts
    const waiting = keyboard.take()
    show.screen.gap()
    if ('line' in waiting) {
      show.screen.line(`${show.paint('cyan', show.signs.prompt)} ${showLines(waiting.line)}`)
      return { kind: 'text', text: waiting.line }
    }
    const release = show.screen.hold()
    try {
      return await this.#input.read(waiting.begun)
    } finally {
      release()
    }
  }

  async #take(input: Input): Promise<Ending | undefined> {
    const { control } = this.#parts
    switch (input.kind) {
      case 'end':
        return { reason: 'user_exit', code: 0 }
      case 'interrupt':
        control.interrupts.press()
        return control.exitCode === undefined ? undefined : { reason: 'ctrl_c', code: control.exitCode }
      case 'text':
        break
    }
    const text = input.text.trimEnd()
    if (text.trim() === '') return undefined
    control.interrupts.reset()
    if (isSlashCommand(text))
      return (await this.#command(text)) === 'quit' ? { reason: 'user_exit', code: 0 } : undefined
    return this.#turn(text)
  }

  async #turn(text: string): Promise<Ending | undefined> {
    const { session, show, control, keyboard } = this.#parts
    show.screen.gap()
    const before = session.usage
    const since = performance.now()
    const end = await this.#working(() => takeTurn(session, text))
    show.view.finishAnswer(end.type === 'result' ? end.content : '')
    this.#tellEnd(end, before, since)
    if (control.interrupts.count > 0) keyboard.recall()
    if (control.exitCode !== undefined) return { reason: 'ctrl_c', code: control.exitCode }
    return end.type === 'result' && end.subtype === 'halted' ? { reason: 'other', code: 2 } : undefined
  }

  #tellEnd(end: EndOfTurn, before: Session['usage'], since: number): void {
    const { session, show, call } = this.#parts
    const { paint, signs, screen } = show
    const problem = describeEnd(end)
    const isInterrupted = end.type === 'result' && end.subtype === 'interrupted'
    if (problem !== undefined) screen.line(paint(isInterrupted ? 'yellow' : 'red', showLines(problem, '  ')))
    const { usage: after } = session
    const usage = {
      inputTokens: after.inputTokens - before.inputTokens,
      outputTokens: after.outputTokens - before.outputTokens,
    }
    const totals = { usage, costUsd: costOf(usage, call.settings.price), durationMs: performance.now() - since }
    screen.gap()
    screen.line(paint('dim', showTotals(totals, signs.dot)))
  }

  async #command(line: string): Promise<'quit' | undefined> {
    const { session, show, statistics, call } = this.#parts
    return runSlashCommand(line, {
      session,
      statistics,
      cwd: call.settings.session.cwd,
      paint: show.paint,
      line: (text) => show.screen.line(text),
      busy: (text, work) => {
        show.status.begin('command', text)
        return this.#working(work).finally(() => show.status.end('command'))
      },
    })
  }

  async #working<T>(work: () => Promise<T>): Promise<T> {
    const { keyboard, control } = this.#parts
    keyboard.listen()
    try {
      return await control.during(work)
    } finally {
      keyboard.rest()
    }
  }
}

function tildify(path: string): string {
  const home = homedir()
  return path === home || path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path
}
