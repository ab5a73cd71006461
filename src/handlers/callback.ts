import { eventDefinition } from '../protocol/event-types.ts'
import type { FullInput } from '../protocol/full-input.ts'
import type { CallbackContext, HookInput } from '../protocol/hook-callback.ts'
import type { Handler, RunRequest } from '../protocol/ports.ts'
import type { RawResult } from '../protocol/raw-result.ts'

/**
 * Runs functions as hooks. What a callback throws is captured; one that does not settle in time is left behind with its
 * signal aborted, and what it says later is ignored. A callback that blocks the event loop cannot be stopped.
 */
export const callbackHandler: Handler = { run: runCallback }

function runCallback(request: RunRequest): RawResult | Promise<RawResult> {
  const { handler } = request.hook
  if (handler.type !== 'callback') return { kind: 'broken', class: 'spawn', message: 'not a callback hook' }
  const scope = new CallbackScope(request.signal)
  try {
    const answer: unknown = handler.callback(callbackInput(request.input), scope)
    return isThenable(answer) ? settle(answer, request, scope) : { kind: 'value', value: answer }
  } catch (error) {
    return thrown(error)
  }
}

/** Makes its signal only when a callback asks for it: most never do. */
class CallbackScope implements CallbackContext {
  readonly #caller: AbortSignal | undefined
  #controller: AbortController | undefined
  #ended: unknown

  constructor(caller: AbortSignal | undefined) {
    this.#caller = caller
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#ended !== undefined) this.#controller.abort(this.#ended)
    }
    return this.#caller ? AbortSignal.any([this.#caller, this.#controller.signal]) : this.#controller.signal
  }

  abort(reason: Error): void {
    this.#ended = reason
    this.#controller?.abort(reason)
  }
}

function settle(answer: PromiseLike<unknown>, request: RunRequest, scope: CallbackScope): Promise<RawResult> {
  const { signal, timeoutMs } = request
  if (signal?.aborted) return Promise.resolve({ kind: 'cancelled' })
  return new Promise((resolve) => {
    const finish = (result: RawResult): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', cancel)
      resolve(result)
    }
    const cancel = (): void => finish({ kind: 'cancelled' })
    const expire = (): void => {
      const message = `callback timed out: its timeout of ${timeoutMs} ms is over`
      scope.abort(new DOMException(message, 'TimeoutError'))
      finish({ kind: 'broken', class: 'timeout', message })
    }
    const timer = setTimeout(expire, Math.min(timeoutMs, 2 ** 31 - 1))
    signal?.addEventListener('abort', cancel, { once: true })
    answer.then(
      (value) => finish({ kind: 'value', value }),
      (error: unknown) => finish(thrown(error)),
    )
  })
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    value instanceof Promise ||
    (typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function')
  )
}

function thrown(error: unknown): RawResult {
  const message = error instanceof Error ? error.message || error.name : String(error)
  return { kind: 'broken', class: 'crash', message }
}

/** The input as a callback sees it: our names, the event's further names, a failure as an `Error`. Frozen. */
export function callbackInput(input: FullInput): HookInput {
  const { callbackNames, input: fields } = eventDefinition(input.event)
  const view: Record<string, unknown> = { ...input, hookEventName: input.event }
  if (callbackNames) for (const [name, field] of Object.entries(callbackNames)) view[name] = input[field]
  for (const name in fields) {
    if (fields[name]!.kind === 'error' && typeof view[name] === 'string')
      view[name] = Object.freeze(new Error(view[name]))
  }
  return Object.freeze(view) as unknown as HookInput
}
