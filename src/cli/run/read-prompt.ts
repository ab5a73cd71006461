import { setTimeout as wait } from 'node:timers/promises'
import { usage } from './read-settings.ts'
import type { RunPlace } from './run-place.ts'

const largestPrompt = 16 * 1024 * 1024
/** Milliseconds to wait for the first byte of stdin when there is a prompt without it. */
const patienceMs = 1000

/**
 * The prompt of a run: the argument, what is piped in, or both, the argument first; undefined when a person will type. Throws
 * `USAGE` when there is neither a prompt nor a person. An open pipe in which nothing comes does not keep a given prompt waiting.
 */
export async function readPrompt(
  given: string | undefined,
  { place, format }: { place: RunPlace; format: string },
  tell: (line: string) => void,
): Promise<string | undefined> {
  const { input } = place
  const piped = input.isTTY === true ? undefined : await readPiped(input, { patient: given === undefined, tell })
  const prompt = [given, piped].filter((part) => part !== undefined && part.trim() !== '').join('\n\n')
  if (prompt !== '') return prompt
  if (piped !== undefined || given !== undefined)
    throw usage('the prompt is empty', 'Write hookline run "PROMPT", or pipe it in.')
  if (format !== 'text') throw usage(`--output-format ${format} needs a prompt`, 'Write hookline run "PROMPT".')
  if (place.attended) return undefined
  throw usage(
    'there is no prompt, and nobody to type one: stdout is no terminal, or CI is set',
    'Write hookline run "PROMPT", or pipe it in.',
  )
}

async function readPiped(
  input: NodeJS.ReadableStream,
  { patient, tell }: { patient: boolean; tell: (line: string) => void },
): Promise<string> {
  const collected = collect(input)
  if (patient) return collected.whole
  const first = await Promise.race([collected.begun, wait(patienceMs, 'late' as const, { ref: false })])
  if (first !== 'late') return collected.whole
  collected.giveUp()
  tell('warning: stdin is open and nothing comes from it; going on without it. Write < /dev/null to say so.')
  return ''
}

function collect(input: NodeJS.ReadableStream): { whole: Promise<string>; begun: Promise<void>; giveUp(): void } {
  const begun = Promise.withResolvers<void>()
  const whole = Promise.withResolvers<string>()
  const decoder = new TextDecoder()
  let text = ''
  const take = (chunk: Buffer): void => {
    begun.resolve()
    text += decoder.decode(chunk, { stream: true })
    if (text.length > largestPrompt)
      whole.reject(usage('the prompt on stdin is larger than 16 MiB', 'Name the file in the prompt instead.'))
  }
  const finish = (): void => {
    begun.resolve()
    whole.resolve(text + decoder.decode())
  }
  input.on('data', take)
  for (const end of ['end', 'close', 'error']) input.on(end, finish)
  const giveUp = (): void => {
    input.off('data', take)
    input.pause()
  }
  return { whole: whole.promise, begun: begun.promise, giveUp }
}
