import type { ShellProblem, Word } from '../../shell/command-facts.ts'
import type { CommandView } from './command-view.ts'
import { isDangerousAwk, isDangerousCode } from './inline-code.ts'

/**
 * Whether a reason why a command counts as not understood in full is harmless here, because a rule of the pack looks at
 * that very thing, or because it is no more than running a script by its name would be. In doubt it is not excused.
 */
export function excuseProblem(
  problem: ShellProblem,
  { all, text }: { all: readonly CommandView[]; text: string },
): boolean {
  if (problem.kind === 'dynamic') return excuseDynamic(problem.message, { all, text })
  if (problem.kind !== 'opaque') return false
  const variable = /^(\w+) changes what other commands run$/.exec(problem.message)
  if (variable !== null) return listAssigned(variable[1]!, all).every((value) => isUsualValue(variable[1]!, value))
  const [, program, what] = /^(\S+) runs (.*)$/s.exec(problem.message) ?? []
  const runs = all.filter((command) => command.program === program)
  return program !== undefined && runs.length > 0 && runs.every((command) => excuseRun(command, { what: what!, text }))
}

function excuseDynamic(message: string, { all, text }: { all: readonly CommandView[]; text: string }): boolean {
  // A shell without `[[` fails there and so never gets behind the `&&`.
  if (message.startsWith('&& inside [[ ]]')) return true
  return excuseArithmetic(message, text) || excuseExport(message, all) || excuseSetUp(message, all)
}

// `$((n + 1))` evaluates what `n` holds; that is only a danger when some text here could be evaluated.
function excuseArithmetic(message: string, text: string): boolean {
  return message.startsWith('arithmetic on a variable') && !/\[[^\]]*(?:\$\(|`)/.test(text.replace(/["'\\]/g, ''))
}

// `export A=$(…)`: what it does to other commands is reported of the variable itself.
function excuseExport(message: string, all: readonly CommandView[]): boolean {
  const program = /^what (export|declare|typeset|readonly|local) runs depends on /.exec(message)?.[1]
  const unknown = all
    .filter((command) => command.program === program)
    .flatMap((command) => command.args.filter((word) => word.value === null))
  return program !== undefined && unknown.length > 0 && unknown.every((word) => /^[A-Za-z_]\w*=/.test(word.raw))
}

const setUp =
  /^\$\((?:ssh-agent|direnv|opam|pyenv|rbenv|nodenv|fnm|brew|starship|zoxide|mise|asdf|luarocks|dircolors)\b[\w\s=/.-]*\)$/

// `eval "$(ssh-agent -s)"` and its like: the documented way in which such tools set up a shell.
function excuseSetUp(message: string, all: readonly CommandView[]): boolean {
  if (!/^the code in .* is put together at run time$|^the command name `\$_` is only known/s.test(message)) return false
  const runners = all.filter((command) => command.open && /^(?:eval|source|\.|xargs|.*sh)$/.test(command.program ?? ''))
  const nameless = all.filter((command) => command.program === null && command.command.words.length > 0)
  return (
    runners.length > 0 &&
    runners.every(
      ({ program, args }) =>
        program === 'eval' && setUp.test(args.map((word) => word.raw.replace(/["']/g, '')).join(' ')),
    ) &&
    nameless.every(({ command }) => command.via.at(-1) === 'eval')
  )
}

function excuseRun(command: CommandView, { what, text }: { what: string; text: string }): boolean {
  if (command.has('--version', '--help', '-V') || command.command.words[1]?.value === '-v') return true
  // The rule about inline code has read it.
  if (what === 'code of its own language') return !command.open
  if (what === 'a program that may run commands')
    return command.args.every((word) => word.value !== null && !isDangerousAwk(word.value))
  if (what === 'a file inside this shell') return isScript(command.operands[0])
  return what === 'what it reads from its input' && isReadableInput(command, text)
}

// To source a file by its name is as good or bad as to run it.
function isScript(word: Word | undefined): boolean {
  return word?.value != null && !word.glob && !/^\/(?:dev|proc)\//.test(word.value)
}

// A here-document stands in the text, so what an interpreter reads can be looked at.
function isReadableInput(command: CommandView, text: string): boolean {
  const shell = /^(?:ba|da|z|k|a)?sh$|^fish$/.test(command.program ?? '')
  return (
    !shell &&
    !command.open &&
    /<<-?\s*['"\\]?\w/.test(text) &&
    !isDangerousCode(text) &&
    !/\.env\b|\.ssh\b|\.aws\b|shadow|credential|netrc|npmrc|id_rsa|id_ed25519/.test(text)
  )
}

function listAssigned(name: string, all: readonly CommandView[]): Word[] {
  return all.flatMap(({ command }) => [
    ...command.assignments.filter((assignment) => assignment.name === name).map((assignment) => assignment.value),
    ...command.words
      .filter((word) => word.raw.startsWith(`${name}=`))
      .map((word) => ({
        ...word,
        value: word.value?.slice(name.length + 1) ?? null,
        raw: word.raw.slice(name.length + 1),
      })),
  ])
}

const usual: Readonly<Record<string, RegExp>> = {
  NODE_OPTIONS:
    /^(?:--(?:max-old-space-size(?:=\d+)?|no-warnings|no-deprecation|enable-source-maps|trace-\w+|experimental-(?!loader)[\w-]+|unhandled-rejections=\w+|inspect(?:-brk)?(?:=[\w.:]+)?)\s*)+$/,
  PYTHONPATH: /^(?!\/tmp|\/dev|\/var)[\w./:-]*$/,
  NODE_PATH: /^(?!\/tmp|\/dev|\/var)[\w./:-]*$/,
  PYTHONWARNINGS: /^[\w:.]*$/,
  CC: /^(?:ccache )?(?:gcc|clang|cc|tcc)(?:-\d+)?$/,
  CXX: /^(?:ccache )?(?:g\+\+|clang\+\+|c\+\+)(?:-\d+)?$/,
  RUSTFLAGS: /^(?!.*(?:linker|link-arg))[\w =.,"-]*$/,
  GOFLAGS: /^(?!.*(?:toolexec|exec))[\w =.,-]*$/,
  GOTOOLCHAIN: /^(?:local|auto|go[\d.]+)$/,
  MAKEFLAGS: /^(?:-j\d*|--no-print-directory|-[ks]|\s)*$/,
  // Words split by it would be unknown words, which are a problem of their own.
  IFS: /^[\s\S]*$/,
}
const usualTool = /^(?:cat|less|more|true|:|vi|vim|nvim|nano|emacs|code --wait|)$/

function isUsualValue(name: string, word: Word): boolean {
  const value = word.value
  if (name === 'PATH') return isUsualPath(word.raw.replace(/["']/g, ''))
  if (name === 'IFS') return true
  if (value === null)
    return (
      (name === 'PYTHONPATH' || name === 'NODE_PATH') &&
      /^\$\{?PWD\}?[\w./:-]*(?:\$\{?\w+\}?)?$/.test(word.raw.replace(/["']/g, ''))
    )
  if (/(?:PAGER|EDITOR|VISUAL)$/.test(name)) return usualTool.test(value)
  return Object.hasOwn(usual, name) && usual[name]!.test(value)
}

// The old path with directories of the project, of the home or of the system beside it.
function isUsualPath(raw: string): boolean {
  const entries = raw.split(':')
  const known =
    /^(?:\$\{?(?:PWD|HOME|VIRTUAL_ENV|GOPATH|PNPM_HOME|BUN_INSTALL|CARGO_HOME)\}?|~|\$\((?:pwd|go env GOPATH|npm prefix -g|npm bin|yarn global bin)\)|\.|\/usr|\/opt|\/home\/\w+)\/[\w./@-]+$/
  return (
    entries.some((entry) => /^\$\{?PATH\}?$/.test(entry)) &&
    entries.every((entry) => /^\$\{?PATH\}?$/.test(entry) || known.test(entry))
  )
}
