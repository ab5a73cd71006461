import type { ParsedScript } from 'unbash'
import { Analysis, type Foreknowledge } from './analysis.ts'
import type { CommandFacts } from './command-facts.ts'
import type { Context, Walkers } from './context.ts'
import { expandSingle } from './expand-word.ts'
import { parseText } from './parse-text.ts'
import { runCommand } from './run-command.ts'
import { type Ends, stayIn } from './track-directory.ts'
import { Variables } from './variables.ts'
import { walkScript } from './walk-script.ts'

type ParsedText = ReturnType<typeof parseText>

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
  // To Bash a carriage return is an ordinary character, to others it ends the command: what they would run is listed as well.
  const texts = text.includes('\r') ? [text, text.replaceAll('\r', '\n')] : [text]
  const readings = texts.map(parseSafely)
  let before: Foreknowledge = { unstable: new Set(), resolveNothing: false, loopsMove: false }
  for (let pass = 0; ; pass++) {
    const analysis = new Analysis(before)
    reportOddities(text, analysis)
    for (const [index, reading] of readings.entries()) {
      walkSafely(reading, { ...startContext(analysis), located: index === 0 })
    }
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

function reportOddities(text: string, analysis: Analysis): void {
  if (text.length > TEXT_LIMIT) analysis.report({ kind: 'budget', message: 'the text is longer than 1 MiB' })
  const cr = text.indexOf('\r')
  if (cr !== -1) analysis.report({ kind: 'syntax', message: 'a carriage return', at: cr })
  const nul = text.indexOf('\0')
  if (nul !== -1) analysis.report({ kind: 'syntax', message: 'a NUL character', at: nul })
  reportLastBackslash(text, analysis)
}

/** Bash joins the line with whatever comes next, which is not in this text. */
function reportLastBackslash(text: string, analysis: Analysis): void {
  if (/\\\n?$/.test(text.slice(-2)) && /(?:^|[^\\])(?:\\\\)*\\\n?$/.test(text.slice(-1000))) {
    analysis.report({ kind: 'syntax', message: 'a backslash at the very end' })
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
  reportLastBackslash(text, context.analysis)
  return walkParsed(parseText(text, context.analysis.parseBudget), { ...context, located: false })
}

function walkParsed({ scripts, whole }: ParsedText, context: Context): Ends {
  if (!whole) context.analysis.report({ kind: 'budget', message: 'too many brackets to be read as a whole' })
  const ends = scripts.map((script) => walkScript(script, whole ? context : { ...context, located: false, cwd: null }))
  return ends.length === 1 && ends[0] ? ends[0] : stayIn(null)
}

/** A failure of the parser or a stack that is too deep is a text not understood, never an error for the caller. */
function walkSafely(parsed: ParsedText, context: Context): void {
  try {
    walkParsed(parsed, context)
  } catch (error) {
    const message =
      error instanceof RangeError ? 'the text is nested too deeply' : `the text cannot be read: ${String(error)}`
    context.analysis.report({ kind: error instanceof RangeError ? 'depth' : 'syntax', message })
  }
}

function parseSafely(text: string): ParsedText {
  try {
    return parseText(text)
  } catch (error) {
    const script: ParsedScript = {
      type: 'Script',
      pos: 0,
      end: 0,
      shebang: undefined,
      commands: [],
      errors: [{ message: String(error), pos: 0 }],
    }
    return { scripts: [script], whole: true }
  }
}
