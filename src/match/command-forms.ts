import type { SimpleCommand } from '../shell/command-facts.ts'
import type { CommandWords } from './command-glob.ts'
import { dropGlobalOptions } from './global-options.ts'

/**
 * Every spelling under which a denied command might hide: as written, with its leading assignments, with the program's
 * bare name in place of its path, and without the global options before a subcommand.
 */
export function listCommandForms(command: SimpleCommand): CommandWords[] {
  const words: CommandWords = command.words
  if (words.length === 0) return []
  const bare = bareProgram(words)
  const forms = [words, bare, dropGlobalOptions(bare)]
  if (command.assignments.length > 0) {
    forms.push([
      ...command.assignments.map(({ name, value }) => ({
        value: value.value === null ? null : `${name}=${value.value}`,
      })),
      ...words,
    ])
  }
  return forms.filter((form, index) => forms.indexOf(form) === index)
}

function bareProgram(words: CommandWords): CommandWords {
  const program = words[0]?.value
  if (program == null) return words
  const name = program.slice(program.lastIndexOf('/') + 1).toLowerCase()
  return name === program || name === '' ? words : [{ value: name }, ...words.slice(1)]
}
