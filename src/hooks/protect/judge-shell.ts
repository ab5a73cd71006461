import { fillArguments } from '../../match/guards/fill-arguments.ts'
import { locateWord } from '../../match/locate-word.ts'
import { readCommand } from '../../match/read-command.ts'
import { showText } from '../../match/show-text.ts'
import type { CommandFacts, ShellProblem, SimpleCommand } from '../../shell/index.ts'
import type { CallSite } from './call-site.ts'
import { ask, deny, type Finding, strictestFinding } from './finding.ts'
import { judgeCode, judgeFedCode } from './judge-code.ts'
import { judgeOwnProgram } from './judge-own-program.ts'
import { judgeWords } from './judge-words.ts'

/**
 * Judges a shell text: what any of its commands would write, wherever it stands, as far as the text tells. What cannot be read in
 * full is asked about when it names something protected, and else left alone: this guard is about its own places only.
 */
export function judgeShell(text: unknown, site: CallSite): Finding | null {
  if (typeof text !== 'string') return null
  const facts = readCommand({ toolName: 'Bash', toolInput: { command: text } })
  if (facts === null) return null
  const isNamed = site.places.isNamedIn(text)
  return strictestFinding(judgeAll(facts, { text, isNamed }, site))
}

interface Whole {
  text: string
  /** Whether the text names something protected anywhere. */
  isNamed: boolean
}

function* judgeAll(facts: CommandFacts, whole: Whole, site: CallSite): Generator<Finding | null> {
  for (const command of [...facts.commands, ...fillArguments(facts.commands)]) {
    yield judgeRedirects(command, whole, site)
    yield judgeOwnProgram(command)
    yield judgeWords(command, whole, site)
    yield judgeCode(command, site)
  }
  if (!whole.isNamed) return
  yield judgeFedCode(facts.commands, whole.text, site)
  const problem = facts.problems.find((found) => !isRead(found))
  if (problem === undefined) return
  const why = `${showText(problem.message)}, and it names what hooks are made of`
  yield problem.kind === 'budget' ? deny(`cannot be read in full: ${why}`) : ask(`cannot be read in full: ${why}`)
}

// Code of other languages has been looked at, and to run a file is not to write it.
function isRead({ kind, message }: ShellProblem): boolean {
  return (
    kind === 'opaque' &&
    / runs (?:code of its own language|a program that may run commands|a file inside this shell|what it reads from its input)$/.test(
      message,
    )
  )
}

function judgeRedirects(command: SimpleCommand, { isNamed }: Whole, site: CallSite): Finding | null {
  return strictestFinding(
    command.redirects.map(({ kind, target }) => {
      if (kind === 'read') return null
      const path = target.glob ? null : locateWord(target, command)
      if (path !== null) return site.judgeWrite(path)
      const name = (target.value ?? target.raw.replace(/["']/g, '')).split('/').at(-1)!
      return isNamed || site.places.isName(name) ? ask(`writes ${showText(target.raw)}`) : null
    }),
  )
}
