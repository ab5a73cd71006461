import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { formatPlace, HookError } from '../../base/errors.ts'
import { readFileText } from '../../config/read-file-text.ts'
import { type Converted, convertConfig, type FidelityEntry } from '../../dialects/convert/convert-config.ts'
import { dialects } from '../../dialects/index.ts'
import type { DialectName } from '../../protocol/dialect.ts'
import { type CommandCall, defineCommand } from '../command.ts'
import { openForReplacing, replaceFile } from '../install/replace-file.ts'
import { showLines } from '../show-lines.ts'
import type { Terminal } from '../terminal.ts'

const names = Object.keys(dialects) as DialectName[]

const flags = {
  from: { type: 'text', choices: names, about: 'The dialect of the file.' },
  to: { type: 'text', choices: names, about: 'The dialect to convert it to.' },
  into: {
    type: 'text',
    value: 'FILE',
    about: 'Add the hooks to this file; what stands there stays. The text is printed all the same.',
  },
} as const

export default defineCommand({
  usage: '--from D --to D [FILE|-]',
  flags,
  maxArguments: 1,
  examples: [
    'convert --from claude --to blade .claude/settings.json',
    'convert --from kimi --to claude ~/.kimi/config.toml --into .claude/settings.json',
  ],
  run: convert,
})

type ConvertCall = CommandCall<typeof flags>

/** Something was left out: the hooks that were written are not all there were. */
const exitImpossible = 3

async function convert({ flags, arguments: [given], terminal }: ConvertCall): Promise<number> {
  const { from, to, into } = flags
  if (from === undefined || to === undefined) {
    throw new HookError('USAGE', `--${from === undefined ? 'from' : 'to'} is missing`, {
      hint: `Write convert --from D --to D FILE, with two of ${names.join(', ')}.`,
    })
  }
  if (given === undefined && process.stdin.isTTY) {
    throw new HookError('USAGE', 'there is nothing to convert', {
      hint: `Write convert --from ${from} --to ${to} FILE, or pipe a file in.`,
    })
  }
  const file = given ?? '-'
  const source = file === '-' ? { text: readStdin() } : await readSource(resolve(file))
  const target = into === undefined ? undefined : openForReplacing(resolve(into), dirname(resolve(into)))
  const converted = convertConfig({
    source,
    file: file === '-' ? 'stdin' : file,
    from,
    to,
    ...(into !== undefined && { into: { text: target?.text ?? '', file: into } }),
  })
  if (target && converted.text !== target.text) replaceFile(target, converted.text)
  if (flags.json) terminal.print(JSON.stringify({ version: 1, from, to, ...converted }, null, 2))
  else print(converted, terminal)
  return converted.report.some(({ fidelity }) => fidelity === 'impossible') ? exitImpossible : 0
}

async function readSource(file: string): Promise<{ text: string } | { value: unknown }> {
  const { text, stats } = readFileText(file)
  if (!/\.m?[jt]s$/i.test(file)) return { text }
  const { readFileModule } = await import('../../config/read-file-module.ts')
  return { value: await readFileModule(file, stats) }
}

function readStdin(): string {
  const refuse = (why: string): HookError =>
    new HookError('USAGE', `stdin ${why}`, { hint: 'Give a file, or pipe one in.' })
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(0))
  } catch (error) {
    throw refuse(`cannot be read: ${(error as Error).message}`)
  }
  // A program before the pipe that failed is no configuration without hooks.
  if (text.trim() === '') throw refuse('is empty')
  return text
}

function print({ text, report, notes }: Converted, terminal: Terminal): void {
  terminal.write('stdout', text)
  for (const row of report) terminal.tell(formatRow(row, terminal))
  const counts = (['honoured', 'weakened', 'impossible'] as const).map(
    (word) => `${report.filter(({ fidelity }) => fidelity === word).length} ${word}`,
  )
  terminal.tell(counts.join(', '))
  for (const note of notes) terminal.tell(`note: ${note}`)
}

const styles = { honoured: 'green', weakened: 'yellow', impossible: 'red' } as const

function formatRow({ place, event, runs, fidelity, how = [], why }: FidelityEntry, terminal: Terminal): string {
  const head = `${formatPlace(place)} ${event}${runs === undefined ? '' : ` (${runs})`}`
  const details = why === undefined ? how : [why]
  const lines = [
    `${showLines(head)}: ${terminal.paint.stderr(styles[fidelity], fidelity)}`,
    ...details.map((text) => `  ${showLines(text)}`),
  ]
  return lines.join('\n')
}
