import type { ToolCall } from '../../match/index.ts'
import { isShellTool, nativeToolName } from '../../match/tool-names.ts'

// They write no file, or none that they are told to.
const harmlessTools = new Set(
  'Read Glob Grep LS NotebookRead TodoRead TodoWrite TaskList TaskGet TaskCreate TaskUpdate TaskOutput TaskStop Task Agent WebFetch WebSearch AskUserQuestion BashOutput KillShell ExitPlanMode EnterPlanMode Skill ToolSearch'.split(
    ' ',
  ),
)

/** Whether a tool of this name changes no file, whatever it is given. */
export function isHarmlessTool(toolName: string): boolean {
  return harmlessTools.has(nativeToolName(toolName))
}

/**
 * Whether a call certainly changes no file: the tool never does, or it is a shell that runs one plain command of a program that
 * only reads. False says nothing.
 */
export function isHarmlessCall({ toolName, toolInput }: ToolCall): boolean {
  if (isHarmlessTool(toolName)) return true
  if (!isShellTool(nativeToolName(toolName))) return false
  const { command } = toolInput
  return command === undefined || (typeof command === 'string' && isPlainReading(command))
}

/** Programs that write no file, whatever their arguments are. */
export const readers: ReadonlySet<string> = new Set(
  'basename cat cmp cut date df dirname du echo egrep false fgrep grep head id ls nl pwd realpath stat tail tr true wc which whoami'.split(
    ' ',
  ),
)
export const gitReaders: ReadonlySet<string> = new Set('diff log ls-files rev-parse show status'.split(' '))

// Nothing in it that a shell would read as more than words between blanks.
const plainWords = /^[\w ./:=@%+,-]*$/

function isPlainReading(command: string): boolean {
  if (!plainWords.test(command)) return false
  const [program = '', ...words] = command.trim().split(/ +/)
  if (readers.has(program)) return true
  // By `--output`, of which a beginning may do, some write what they show.
  return program === 'git' && gitReaders.has(words[0] ?? '') && !words.some((word) => /^--?o(?!neline$)/.test(word))
}
