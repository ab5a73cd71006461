import { showLines } from '../show-lines.ts'
import type { Paint } from '../terminal.ts'
import type { RunPlace } from './run-place.ts'
import type { RunCall, StartedSession } from './start-session.ts'
import { RunView } from './view/run-view.ts'
import { createLiveScreen, createPlainScreen, type Screen } from './view/screen.ts'
import { chooseSigns, type Signs } from './view/signs.ts'
import { createStatusLine, type StatusLine } from './view/status-line.ts'

/** Everything that shows a run to people. */
export interface Show {
  screen: Screen
  status: StatusLine
  view: RunView
  paint: Paint
  signs: Signs
  warn(text: string): void
}

/** Opens the view of a run: live where somebody looks on, plain where nobody does. `lines` is the channel for all but the answer. */
export function openShow({ terminal, place, settings }: RunCall, lines: 'stdout' | 'stderr'): Show {
  const paint = terminal.paint[lines]
  const signs = chooseSigns(place)
  const screen = place.attended ? createLiveScreen(terminal, place, lines) : createPlainScreen(terminal, place)
  const status = createStatusLine(screen, place)
  const { cwd } = settings.session
  const view = new RunView({ screen, status, paint, signs, cwd, all: settings.debug })
  return {
    screen,
    status,
    view,
    paint,
    signs,
    warn: (text) => screen.line(`${paint('yellow', 'warning:')} ${showLines(text, '  ')}`),
  }
}

/** How a run without anybody exits when it went well, but hooks of the project were left out because nobody approved them. */
export const untrustedExitCode = 5

/** The exit code of a run in view of hooks that were left out. */
export function countUntrusted(
  code: number,
  { untrusted }: Pick<StartedSession, 'untrusted'>,
  { attended }: Pick<RunPlace, 'attended'>,
): number {
  return code === 0 && untrusted > 0 && !attended ? untrustedExitCode : code
}
