import { isUtf8 } from 'node:buffer'
import { readFileSync, readSync } from 'node:fs'
import { HookError, type Place } from '../../base/errors.ts'
import { parseJson } from '../../base/json.ts'
import { nearestName } from '../../base/names.ts'
import { findEvent } from '../../dialects/event-name-hint.ts'
import { readWireEvent, type WireEvent } from '../../dialects/wire-in.ts'
import { eventNames } from '../../protocol/event-types.ts'
import { isRecord } from '../../protocol/schema/check.ts'

/**
 * Reads the event that `--event` names. Throws `USAGE` when there is none to read, `EVENT_INVALID_INPUT` for text that is no
 * event, and `EVENT_UNKNOWN` for a name that looks misspelt; any other name is an event that is not hosted.
 */
export async function readEvent(source: string | undefined): Promise<WireEvent> {
  if (source === undefined) {
    throw new HookError('USAGE', '--event is missing', { hint: 'Write --event FILE, or --event - to read stdin.' })
  }
  const file = source === '-' ? 'stdin' : source
  const text = decode(source === '-' ? await readStdin() : readEventFile(source), file)
  const { value, duplicateKeys } = parseText(text, file)
  const event = readValue(value, file)
  event.warnings.push(...duplicateKeys.map((key) => `the event has ${key} twice; the last one counts`))
  return event
}

// Unlike a configuration, an event may come through a pipe: `--event <(command)`.
function readEventFile(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why = code === 'ENOENT' ? 'there is no such file' : code === 'EISDIR' ? 'it is a directory' : message
    throw new HookError('USAGE', `--event ${path} cannot be read: ${why}`, {
      hint: 'Give a JSON file, or - to read stdin.',
    })
  }
}

const chunkSize = 64 * 1024

// Reading without a stream starts sooner; a stdin that will not be waited for is left to one.
async function readStdin(): Promise<Buffer> {
  const chunks: Buffer[] = []
  try {
    for (;;) {
      const chunk = Buffer.allocUnsafe(chunkSize)
      const count = readSync(0, chunk, 0, chunkSize, null)
      if (count === 0) return Buffer.concat(chunks)
      chunks.push(chunk.subarray(0, count))
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'EAGAIN') throw new HookError('USAGE', `stdin cannot be read: ${message}`)
  }
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function decode(bytes: Buffer, file: string): string {
  if (!isUtf8(bytes)) throw invalid('the event is not UTF-8', { file })
  return bytes.toString('utf8').replace(/^\ufeff/, '')
}

// What an agent sends is its own affair: a call must not get past its guards by being nested more deeply than answers may be.
const deepestEvent = 1000

const eventHint = 'Give one JSON object with the name of the event under hook_event_name and its fields beside it.'

function parseText(text: string, file: string): ReturnType<typeof parseJson> {
  if (text.trim() === '') throw invalid('the event is empty', { file }, eventHint)
  try {
    return parseJson(text, { maxDepth: deepestEvent })
  } catch (error) {
    const [, what, line, column] = /^(.*) at line (\d+), column (\d+)$/s.exec((error as Error).message) ?? []
    const place = line === undefined ? { file } : { file, line: Number(line), column: Number(column) }
    throw invalid(`the event is not JSON: ${what ?? (error as Error).message}`, place, eventHint)
  }
}

function invalid(message: string, place: Place, hint?: string): HookError {
  return new HookError('EVENT_INVALID_INPUT', message, { place, ...(hint !== undefined && { hint }) })
}

function readValue(value: unknown, file: string): WireEvent {
  try {
    return readWireEvent(value)
  } catch (error) {
    if (!(error instanceof HookError)) throw error
    const { code, message, hint } = error
    const name = isRecord(value) ? value['hook_event_name'] : undefined
    if (code === 'EVENT_UNKNOWN' && typeof name === 'string' && !looksMisspelt(name)) return unhosted(name)
    throw new HookError(code, message, { hint, place: { file }, cause: error })
  }
}

function looksMisspelt(name: string): boolean {
  return findEvent(name) !== undefined || nearestName(name, eventNames) !== undefined
}

// Agents add events; an agent that sends all of them to its hooks must not meet an error for a new one.
function unhosted(name: string): WireEvent {
  const warning = `${name} is no event that Hookline knows: no hook ran.`
  return { hosted: false, name, dialect: 'claude', sender: 'claude', warnings: [warning] }
}
