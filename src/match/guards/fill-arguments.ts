import type { SimpleCommand, Word } from '../../shell/command-facts.ts'

const maxPrinters = 20
const maxFilled = 200

/**
 * What commands behind `xargs` would be if they got the words that an `echo` or `printf` of the same text prints:
 * `echo / | xargs rm -rf` also counts as `rm -rf /`. Meant beside the commands as they were read, not in their place.
 */
export function fillArguments(commands: readonly SimpleCommand[]): SimpleCommand[] {
  const fed = commands.filter((command) => command.words.some(isFed))
  if (fed.length === 0) return []
  const printers = commands
    .filter((command) => /^(?:echo|printf)$/.test(command.words[0]?.value ?? ''))
    .slice(0, maxPrinters)
  const printed = printers.map(listPrinted).filter((words) => words.length > 0)
  return fed.slice(0, maxFilled / maxPrinters).flatMap((command) => printed.map((words) => fill(command, words)))
}

function isFed(word: Word): boolean {
  return word.value === null && (word.raw === '' || word.raw === '{}')
}

function listPrinted(command: SimpleCommand): Word[] {
  return command.words
    .slice(1)
    .flatMap((word) => word.value?.split(/\s+|\\n/) ?? [])
    .filter((value) => value !== '' && !/^-[neE]+$/.test(value) && value !== '%s')
    .map((value) => ({ value, raw: value, ...(value.startsWith('~') ? { home: true as const } : {}) }))
}

function fill(command: SimpleCommand, words: readonly Word[]): SimpleCommand {
  return { ...command, words: command.words.flatMap((word) => (isFed(word) ? words : [word])) }
}
