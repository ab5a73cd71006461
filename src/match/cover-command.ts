import type { CommandFacts, Redirect, SimpleCommand } from '../shell/command-facts.ts'

/** Whether something that allows covers a command's words; and, if it can, a redirect. */
export interface Coverage {
  words(command: SimpleCommand): boolean
  redirect?(redirect: Redirect, command: SimpleCommand): boolean
}

/** Whether all was understood and an allow covers every part of a command text. */
export function isCoveredWhole(facts: CommandFacts, coverage: Coverage): boolean {
  const parts = listPartsToCover(facts)
  return facts.complete && parts.length > 0 && parts.every((command) => isCovered(command, coverage))
}

/**
 * The commands an allow has to cover: all but plain wrappers, whose inner command is listed next and is covered in their
 * stead. `timeout 5 git push` is `git push`; `sudo git push` is more than that.
 */
function listPartsToCover(facts: CommandFacts): SimpleCommand[] {
  return facts.commands.filter((command, index) => !isPlainWrapper(command, facts.commands[index + 1]))
}

function isPlainWrapper(command: SimpleCommand, next: SimpleCommand | undefined): boolean {
  const [program, first] = command.words.map((word) => word.value)
  if (
    next === undefined ||
    program == null ||
    !/^(?:env|timeout|nice|nohup|time|command|stdbuf|(?:ba|da)?sh)$/.test(program)
  )
    return false
  const inside = next.via.length === command.via.length + 1 && next.via.at(-1)!.split(' ')[0] === program
  const plain = standsPlainly(command) && command.redirects.every((redirect) => isHarmlessTarget(redirect.target.value))
  if (!inside || !plain || command.words.some((word) => word.value === null)) return false
  return /sh$/.test(program)
    ? first === '-c' && command.words.length === 3
    : program !== 'env' || !first?.startsWith('-')
}

/**
 * Whether an allow covers one simple command with all that hangs on it: its words, its surroundings (run as someone else,
 * or with variables that change what it loads, it is another command), and each redirect to or from a file.
 */
function isCovered(command: SimpleCommand, coverage: Coverage): boolean {
  return (
    standsPlainly(command) &&
    command.redirects.every(
      (redirect) => isHarmlessTarget(redirect.target.value) || coverage.redirect?.(redirect, command),
    ) &&
    (command.words.length === 0 || coverage.words(command))
  )
}

function standsPlainly(command: SimpleCommand): boolean {
  return (
    command.via.every((wrapper) => plainVia.test(wrapper)) &&
    command.assignments.every(({ name }) => harmlessVariable.test(name) || !riskyVariable.test(name))
  )
}

// These devices keep nothing and reveal nothing.
function isHarmlessTarget(target: string | null): boolean {
  return target === '/dev/null' || target === '/dev/stdout' || target === '/dev/stderr'
}

// What runs a command as someone else, elsewhere, or with arguments nobody has seen is more than the command it runs.
const plainVia =
  /^(?:\$\( ?\)|\( ?\)|\{ ?\}|`|<\( ?\)|>\( ?\)|(?:sh|bash|dash|zsh|ksh) -c|env|timeout|nice|ionice|nohup|time|command|builtin|stdbuf|subshell|substitution|function\b.*)/

// Variables by which a program can be made to run, load or trust something else.
const riskyVariable =
  /^(?:LD_|DYLD_|GIT_|BASH_|NODE_|NPM_CONFIG_|npm_config_|PYTHON|PERL|RUBY|JAVA_|JDK_|_JAVA|GCONV_|SSL_|DOCKER_|KUBE|AWS_)|(?:^|_)(?:PATH|IFS|ENV|SHELL|HOME|EDITOR|VISUAL|PAGER|BROWSER|COMMAND|PROXY|OPTS|OPTIONS|FLAGS|PRELOAD|WRAPPER|ASKPASS|CONFIG|RC|PS4|SHELLOPTS|BASHOPTS|PROMPT_COMMAND)$/i
const harmlessVariable =
  /^(?:NODE_ENV|NODE_NO_WARNINGS|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|GIT_PAGER_IN_USE|GIT_TERMINAL_PROMPT)$/
