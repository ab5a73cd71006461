import { isCancel, multiselect, select, text } from '@clack/prompts'
import type { RunPlace } from '../run-place.ts'
import type { Menu } from './menu.ts'

/** A menu that is walked through with the arrow keys. */
export function createLiveMenu({ input, output }: RunPlace): Menu {
  const streams = { input, output }
  return {
    choose: (message, choices, signal) =>
      untilAborted(signal, async (own) => {
        const options = [...choices]
        const answer = await select<string>({ ...streams, message, options, signal: own, showInstructions: false })
        return isCancel(answer) ? undefined : (answer as (typeof choices)[number]['value'])
      }),
    chooseMany: (message, choices, signal) =>
      untilAborted(signal, async (own) => {
        const options = [...choices]
        const answer = await multiselect<string>({ ...streams, message, options, signal: own, required: false })
        return isCancel(answer) ? undefined : answer
      }),
    ask: (message, { placeholder = '', signal }) =>
      untilAborted(signal, async (own) => {
        const answer = await text({ ...streams, message, placeholder, defaultValue: '', signal: own })
        return isCancel(answer) ? undefined : answer
      }),
  }
}

// The library listens to its signal for ever, and an abort after the answer would write to the screen once more.
async function untilAborted<T>(signal: AbortSignal, ask: (own: AbortSignal) => Promise<T>): Promise<T> {
  const own = new AbortController()
  const abort = (): void => own.abort()
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  try {
    return await ask(own.signal)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
