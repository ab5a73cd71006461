import { Console } from 'node:console'
import type { Readable, Writable } from 'node:stream'
import { createLineSplitter } from './split-lines.ts'

/** The event as the hook's dialect writes it, with its wire names: `hook_event_name`, `tool_name`, `tool_input`, … */
// biome-ignore lint/suspicious/noExplicitAny: fields depend on event and dialect, and people write input.tool_input.command
export type WorkerInput = Record<string, any>

/** Any JSON object that a command hook may print; nothing means no opinion. */
export type WorkerAnswer = object | null | undefined

export interface AnswerContext {
  /** Aborts when nobody waits for this answer any more. */
  signal: AbortSignal
}

export type Answer = (input: WorkerInput, context: AnswerContext) => WorkerAnswer | Promise<WorkerAnswer>

/** The streams to serve on; those of the process by default. */
export interface Serving {
  input?: Readable
  output?: Writable
}

/**
 * Answers the requests of Hookline until there are no more: calls `answer` for each, several at the same time, and sends what
 * it returns. A throw or rejection fails that request and nothing else. From here on `console.log` writes to stderr, as stdout
 * belongs to the answers. Resolves when the input has ended and every answer is sent; never rejects.
 */
export function serve(answer: Answer, { input = process.stdin, output = process.stdout }: Serving = {}): Promise<void> {
  if (output === process.stdout) globalThis.console = new Console(process.stderr, process.stderr)
  const open = new Map<number, Context>()
  const { promise, resolve } = Promise.withResolvers<void>()
  let held = ''
  let ended = false

  send({ type: 'hello', protocol: 1, accepts: ['ping', 'cancel', 'drain'] })
  const lines = createLineSplitter(take)
  input.on('data', (chunk: Buffer | string) => lines.push(chunk))
  input.on('end', () => {
    ended = true
    finish()
  })
  // The host is gone: nobody is left to answer.
  output.on('error', () => process.exit(1))
  return promise

  function take(line: string): void {
    const message = parse(line)
    if (message === undefined) return
    if (message['type'] === 'ping') send({ type: 'pong' })
    else if (message['type'] === 'cancel') open.get(Number(message['id']))?.cancel()
    else if (typeof message['id'] === 'number') void reply(message['id'], message['payload'] as WorkerInput)
  }

  async function reply(id: number, payload: WorkerInput): Promise<void> {
    const context = new Context()
    open.set(id, context)
    try {
      const given = await answer(payload, context)
      send({ id, answer: given ?? null })
    } catch (error) {
      send({ id, error: describe(error) })
    } finally {
      open.delete(id)
      finish()
    }
  }

  // Answers of one turn of the event loop leave together.
  function send(message: object): void {
    if (held === '') process.nextTick(flush)
    held += `${JSON.stringify(message)}\n`
  }

  function flush(): void {
    const text = held
    held = ''
    if (text !== '') output.write(text)
  }

  function finish(): void {
    if (!ended || open.size > 0) return
    flush()
    resolve()
  }
}

/** Makes its signal only when somebody asks for it, as most never do. */
class Context implements AnswerContext {
  #controller: AbortController | undefined

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    return this.#controller.signal
  }

  cancel(): void {
    this.#controller ??= new AbortController()
    this.#controller.abort()
  }
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    process.stderr.write('a line of the input is no JSON and was skipped\n')
    return undefined
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error)
}
