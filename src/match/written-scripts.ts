import type { SimpleCommand } from '../shell/command-facts.ts'
import { listTouchedPathsOf } from './touched-command.ts'

const shells = /^(?:ba|da|z|k|a)?sh$|^source$|^\.$/
const maxScripts = 20

/**
 * Shell texts that a command writes to a file and runs from there, as far as they stand in the command itself: what
 * `echo` and `printf` print, here-documents and here-strings. Empty when nothing that was written is run.
 */
export function listWrittenScripts(commands: readonly SimpleCommand[], text: string): string[] {
  if (!/>|tee|<</.test(text)) return []
  const written = new Set(commands.flatMap(listWritten))
  if (written.size === 0 || !commands.some((command) => runsOneOf(command, written))) return []
  const printed = commands.filter((command) => /^(?:echo|printf)$/.test(nameOf(command))).map(joinPrinted)
  return [...printed, ...listHereTexts(text)].filter((script) => script.trim() !== '').slice(0, maxScripts)
}

function listWritten(command: SimpleCommand): string[] {
  const writes = listTouchedPathsOf(command).filter(({ access, path }) => access === 'write' && path !== null)
  return writes.map(({ path }) => baseName(path!))
}

function nameOf(command: SimpleCommand): string {
  return baseName(command.words[0]?.value ?? '')
}

function runsOneOf(command: SimpleCommand, written: ReadonlySet<string>): boolean {
  const byShell = shells.test(nameOf(command))
  const run = byShell ? command.words.slice(1).find((word) => !word.value?.startsWith('-')) : command.words[0]
  const value = run?.value ?? ''
  return (byShell || value.includes('/')) && written.has(baseName(value))
}

function joinPrinted(command: SimpleCommand): string {
  const values = command.words.slice(1).map((word) => word.value ?? '')
  const shown = values.filter((value) => !/^-[neE]+$|^%s(?:\\n)?$/.test(value))
  return shown.join(' ').replaceAll('\\n', '\n')
}

function listHereTexts(text: string): string[] {
  const documents = [...text.matchAll(/<<-?[ \t]*(["']?)(\w+)\1[^\n]*\n([\s\S]*?)\n[ \t]*\2(?=\n|$)/g)].map(
    (found) => found[3]!,
  )
  const strings = [...text.matchAll(/<<<[ \t]*(["'])([\s\S]*?)\1/g)].map((found) => found[2]!)
  return [...documents, ...strings]
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
