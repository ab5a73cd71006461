import { parse } from 'unbash'
import { Analysis, type Foreknowledge } from './analysis.ts'
import type { CommandFacts } from './command-facts.ts'
import type { Context, Walkers } from './context.ts'
import { expandSingle } from './expand-word.ts'
import { runCommand } from './run-command.ts'
import { type Ends, stayIn } from './track-directory.ts'
import { Variables } from './variables.ts'
import { walkScript } from './walk-script.ts'

const TEXT_LIMIT = 1024 * 1024
/** Past this nothing is listed: no operating system passes so long a text to a shell. */
const TEXT_STOP = 4 * TEXT_LIMIT

/**
 * Reads a shell command as data: every simple command it may run, with the words as the shell would expand them.
 *
 * Bash is the reference; where a POSIX shell reads a text otherwise, its reading is listed too or a problem says so. What is
 * not static, cannot be parsed or exceeds the budget makes `complete` false, and everything found is listed all the same.
 * Never throws, runs nothing, reads no file; the time it takes grows with the length of the text.
 */
export function parseCommand(text: string): CommandFacts {
  if (text.length > TEXT_STOP) {
    return { complete: false, commands: [], problems: [{ kind: 'budget', message: 'the text is too long to be read' }] }
  }
  let before: Foreknowledge = { unstable: new Set(), resolveNothing: false, loopsMove: false }
  for (let pass = 0; ; pass++) {
    const analysis = new Analysis(before)
    analyse(text, analysis)
    const unstable = [...analysis.unstable].some((name) => analysis.resolved.has(name))
    const moved = analysis.loopMoved && !before.loopsMove
    if ((!unstable && !moved) || pass === 2) return analysis.finish()
    before = {
      unstable: new Set([...before.unstable, ...analysis.unstable]),
      resolveNothing: pass === 1,
      loopsMove: before.loopsMove || moved,
    }
  }
}

function analyse(text: string, analysis: Analysis): void {
  if (text.length > TEXT_LIMIT) analysis.report({ kind: 'budget', message: 'the text is longer than 1 MiB' })
  reportOddities(text, analysis)
  walkSafely(text, startContext(analysis))
  if (!text.includes('\r')) return
  // To Bash a carriage return is an ordinary character, to others it ends the command: what they would run is listed as well.
  analysis.report({ kind: 'syntax', message: 'a carriage return', at: text.indexOf('\r') })
  walkSafely(text.replaceAll('\r', '\n'), { ...startContext(analysis), located: false })
}

function reportOddities(text: string, analysis: Analysis): void {
  const nul = text.indexOf('\0')
  if (nul !== -1) analysis.report({ kind: 'syntax', message: 'a NUL character', at: nul })
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(text.slice(-1000))) {
    analysis.report({ kind: 'syntax', message: 'a backslash at the very end', at: text.length - 1 })
  }
}

function startContext(analysis: Analysis): Context {
  return {
    analysis,
    variables: new Variables(analysis),
    walk: WALKERS,
    via: [],
    depth: 0,
    cwd: '.',
    straight: true,
    deferred: false,
    input: null,
    located: true,
  }
}

const WALKERS: Walkers = { script: walkScript, text: walkText, single: expandSingle, command: runCommand }

function walkText(text: string, context: Context): Ends {
  if (!context.analysis.mayEnter(context.depth, text.length)) return stayIn(null)
  return walkScript(parse(text), { ...context, located: false })
}

/** A failure of the parser or a stack that is too deep is a text not understood, never an error for the caller. */
function walkSafely(text: string, context: Context): void {
  try {
    walkScript(parse(text), context)
  } catch (error) {
    const message =
      error instanceof RangeError ? 'the text is nested too deeply' : `the text cannot be read: ${String(error)}`
    context.analysis.report({ kind: error instanceof RangeError ? 'depth' : 'syntax', message })
  }
}
