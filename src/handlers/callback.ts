import { eventDefinition } from '../protocol/event-types.ts'
import type { FullInput } from '../protocol/full-input.ts'
import type { Hook } from '../protocol/hook.ts'
import type { CallbackContext, HookInput } from '../protocol/hook-callback.ts'
import type { DirectHandler } from '../protocol/ports.ts'
import { callBelow } from './callback-chain.ts'

/** Calls functions as hooks. The engine keeps their deadlines; a callback that blocks the event loop cannot be stopped. */
export const callbackHandler: DirectHandler = { view: callbackView, call: callCallback }

function callCallback(hook: Hook, view: HookInput, context: CallbackContext): unknown {
  if (hook.handler.type !== 'callback') throw new TypeError('not a callback hook')
  const { callback } = hook.handler
  return callBelow(hook.id, () => callback(view, context))
}

/**
 * The input as the callback of one run sees it: our names, the event's further names, a failure as an `Error`; frozen, so that
 * whoever keeps it reads later what the callback read.
 */
export function callbackView(input: FullInput, executionId: string): HookInput {
  const { callbackNames, input: fields } = eventDefinition(input.event)
  const view: Record<string, unknown> = { ...input, hookExecutionId: executionId }
  if (callbackNames) for (const name in callbackNames) view[name] = input[callbackNames[name]!]
  if (input['error'] !== undefined && fields['error']?.kind === 'error')
    view['error'] = Object.freeze(new Error(String(input['error'])))
  return Object.freeze(view) as unknown as HookInput
}
