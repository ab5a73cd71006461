import { describeError, printError } from '../print-error.ts'
import type { Terminal } from '../terminal.ts'
import { describeFailedStart } from './output/stream-lines.ts'

/** Tells programs in their own form that a session did not begin, and people on stderr. Gives the exit code. */
export function tellFailedStart(error: unknown, format: 'json' | 'stream-json', terminal: Terminal): number {
  const isStream = format === 'stream-json'
  printError(error, { terminal, json: !isStream })
  if (isStream) terminal.print(JSON.stringify(describeFailedStart(describeError(error))))
  return 1
}

/** The form that arguments ask for which could not be taken apart; undefined for people. */
export function guessFormat(argv: readonly string[]): 'json' | 'stream-json' | undefined {
  const given = argv.map((word, index) => (word === '--output-format' ? `${word}=${argv[index + 1]}` : word))
  if (given.includes('--output-format=stream-json')) return 'stream-json'
  return given.includes('--output-format=json') || given.includes('--json') ? 'json' : undefined
}
