import { showLines } from '../show-lines.ts'
import { createHeadlessAsk } from './ask/headless-ask.ts'
import { TerminalQuestions } from './ask/terminal-questions.ts'
import { describeEnd, endReasonOf, exitCodeOf, takeTurn } from './end-of-turn.ts'
import { Keyboard } from './keyboard.ts'
import { countUntrusted, openShow } from './open-show.ts'
import { SessionControl } from './session-control.ts'
import { type RunCall, startSession } from './start-session.ts'
import { readTotals, showTotals } from './totals.ts'

/** Runs one prompt and shows it: the answer on stdout, everything else on stderr. Gives the exit code. */
export async function runOnce(call: RunCall, prompt: string): Promise<number> {
  const { place, settings, since } = call
  const { cwd } = settings.session
  const show = openShow(call, 'stderr')
  const { view, screen, status, paint, signs } = show
  const control = new SessionControl()
  const { press } = control.interrupts
  const keyboard = new Keyboard(place, { interrupt: press, typing: () => {}, queued: () => {} })
  const questions = new TerminalQuestions({
    place,
    screen,
    keyboard,
    paint,
    cwd,
    allow: (rule) => control.session?.allow(rule),
    diffShown: (id) => view.markDiffShown(id),
    cancelled: press,
  })
  try {
    const run = await startSession(call, {
      observers: [view.observe],
      onMessage: (message) => view.take(message),
      onAsk: place.attended ? questions.ask : createHeadlessAsk(cwd),
      ...(place.attended && { onQuestion: questions.askUser }),
      tell: screen.tell,
      warn: show.warn,
    })
    control.hold(run.session)
    keyboard.listen()
    const end = await control.during(() => takeTurn(run.session, prompt))
    view.finishAnswer(end.type === 'result' ? end.content : '')
    const problem = describeEnd(end)
    if (problem !== undefined) screen.line(paint('red', showLines(problem, '  ')))
    await run.close(endReasonOf(end))
    status.clear()
    screen.line(paint('dim', showTotals(readTotals(run.session, { price: settings.price, since }), signs.dot)))
    return control.exitCode ?? countUntrusted(exitCodeOf(end), run, place)
  } finally {
    keyboard.rest()
    control.release()
  }
}
