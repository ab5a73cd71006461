import type { SimpleCommand } from '../shell/command-facts.ts'
import type { CommandWords } from './command-glob.ts'
import { dropGlobalOptions } from './global-options.ts'

/** The words of a command as the shell would pass them. */
export function listWords(command: SimpleCommand): CommandWords {
  return command.words.map((word) => word.value)
}

/**
 * Every spelling under which a denied command might hide: as written, with its leading assignments, with the program's
 * bare name in place of its path, and without the global options before a subcommand.
 */
export function listCommandForms(command: SimpleCommand): CommandWords[] {
  const words = listWords(command)
  if (words.length === 0) return []
  const bare = bareProgram(words)
  const forms = [words, bare, dropGlobalOptions(bare)]
  if (command.assignments.length > 0) {
    forms.push([
      ...command.assignments.map(({ name, value }) => (value.value === null ? null : `${name}=${value.value}`)),
      ...words,
    ])
  }
  return forms.filter((form, index) => forms.indexOf(form) === index)
}

function bareProgram(words: CommandWords): CommandWords {
  const program = words[0]
  if (typeof program !== 'string') return words
  const name = program.slice(program.lastIndexOf('/') + 1).toLowerCase()
  return name === program || name === '' ? words : [name, ...words.slice(1)]
}

// What runs a command as someone else, elsewhere, or with arguments nobody has seen is more than the command it runs.
const plainVia =
  /^(?:\$\( ?\)|\( ?\)|\{ ?\}|`|<\( ?\)|>\( ?\)|(?:sh|bash|dash|zsh|ksh) -c|env|timeout|nice|ionice|nohup|time|command|builtin|stdbuf|subshell|substitution|function\b.*)/

// Variables by which a program can be made to run, load or trust something else.
const riskyVariable =
  /^(?:LD_|DYLD_|GIT_|BASH_|NODE_|NPM_CONFIG_|npm_config_|PYTHON|PERL|RUBY|JAVA_|JDK_|_JAVA|GCONV_|SSL_|DOCKER_|KUBE|AWS_)|(?:^|_)(?:PATH|IFS|ENV|SHELL|HOME|EDITOR|VISUAL|PAGER|BROWSER|COMMAND|PROXY|OPTS|OPTIONS|FLAGS|PRELOAD|WRAPPER|ASKPASS|CONFIG|RC|PS4|SHELLOPTS|BASHOPTS|PROMPT_COMMAND)$/i
const harmlessVariable =
  /^(?:NODE_ENV|NODE_NO_WARNINGS|PYTHONUNBUFFERED|PYTHONDONTWRITEBYTECODE|GIT_PAGER_IN_USE|GIT_TERMINAL_PROMPT)$/

/** Whether the surroundings of a command leave it what its words say; if not, an allow for those words does not cover it. */
export function standsPlainly(command: SimpleCommand): boolean {
  return (
    command.via.every((wrapper) => plainVia.test(wrapper)) &&
    command.assignments.every(({ name }) => harmlessVariable.test(name) || !riskyVariable.test(name))
  )
}
