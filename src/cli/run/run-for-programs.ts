import type { Observer } from '../../protocol/ports.ts'
import { createHeadlessAsk } from './ask/headless-ask.ts'
import { endReasonOf, exitCodeOf, takeTurn } from './end-of-turn.ts'
import { countUntrusted, openShow } from './open-show.ts'
import { RunReport } from './output/run-report.ts'
import { describeInit, StreamLines } from './output/stream-lines.ts'
import { SessionControl } from './session-control.ts'
import { type RunCall, startSession } from './start-session.ts'
import { tellFailedStart } from './tell-failed-start.ts'
import { readTotals, type Totals } from './totals.ts'
import { failedOpenLine } from './view/hook-lines.ts'

/** Runs one prompt for a program: JSON on stdout, and on stderr only what is alarming. Gives the exit code. */
export async function runForPrograms(call: RunCall, prompt: string): Promise<number> {
  const control = new SessionControl()
  try {
    // Whoever reads JSON is a program, even at a terminal.
    const place = { ...call.place, attended: false, lively: false }
    return await runPrompt({ ...call, place }, { prompt, control })
  } catch (error) {
    return tellFailedStart(error, call.settings.format === 'stream-json' ? 'stream-json' : 'json', call.terminal)
  } finally {
    control.release()
  }
}

async function runPrompt(
  call: RunCall,
  { prompt, control }: { prompt: string; control: SessionControl },
): Promise<number> {
  const { settings, since, terminal, place } = call
  const { cwd, permissionMode = 'default' } = settings.session
  const { paint, signs, warn } = openShow(call, 'stderr')
  const totals = (): Totals => readTotals(control.session!, { price: settings.price, since })
  const report = new RunReport()
  const lines = new StreamLines(terminal.print, totals)
  const isStream = settings.format === 'stream-json'
  const alarm: Observer = (step) => {
    if (step.type === 'failedOpen') terminal.tell(failedOpenLine(step, { paint, signs, all: false }))
  }
  const run = await startSession(call, {
    observers: [report.observe, alarm],
    onMessage: (message) => (isStream ? lines : report).take(message),
    onAsk: createHeadlessAsk(cwd),
    tell: terminal.tell,
    warn,
  })
  const { session, notices } = run
  const { provider } = session
  control.hold(session)
  if (isStream) lines.begin(describeInit(session, { cwd, provider, permissionMode, notices }))
  const end = await control.during(() => takeTurn(session, prompt))
  await run.close(endReasonOf(end))
  const exitCode = control.exitCode ?? countUntrusted(exitCodeOf(end), run, place)
  if (!isStream) {
    const result = report.write(end, { session, totals: totals(), notices, exitCode })
    terminal.print(JSON.stringify(result, null, 2))
  }
  return exitCode
}
