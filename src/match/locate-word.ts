import type { SimpleCommand, Word } from '../shell/command-facts.ts'

/**
 * Where a word of a command points, read from the call's directory: absolute, `~/…`, or relative. Null when only a running
 * shell could tell: an unknown word, another user's home, or a relative path after a `cd` to an unknown place.
 */
export function locateWord(word: Word, command: SimpleCommand): string | null {
  const value = word.value
  if (value === null) return null
  if (standsForHome(word)) return value === '~' || value.startsWith('~/') ? value : null
  if (value.startsWith('/')) return value
  if (command.cwd === null || /^~[^/]/.test(command.cwd)) return null
  // Not `join`, which would take `link/..` for nothing.
  if (command.cwd === '.') return value.startsWith('~') ? `./${value}` : value
  return `${command.cwd}/${value}`
}

/** Whether a word begins with a home directory, and not with a `~` that someone quoted. */
export function standsForHome(word: Word): boolean {
  return word.home === true || (word.value?.startsWith('~') === true && /^["']*\$\{?HOME\b/.test(word.raw))
}
