import { lookAtFiles } from '../../config/known-files.ts'
import type { WireEvent } from '../../dialects/wire-in.ts'
import { emptyVerdict } from '../../engine/empty-verdict.ts'
import { defineCommand } from '../command.ts'
import { chooseSources } from '../fire/choose-sources.ts'
import { fireFlags } from '../fire/fire-flags.ts'
import { type FireCall, printAnswer } from '../fire/print-answer.ts'
import { isQuiet } from '../fire/quiet-event.ts'
import { readEvent } from '../fire/read-event.ts'

export default defineCommand({
  usage: '--event FILE|-',
  flags: fireFlags,
  maxArguments: 0,
  examples: [
    'fire --event event.json --config hooks.json',
    `fire --event - --json < event.json`,
    'fire --event - --reply claude --on-error block',
  ],
  run: fire,
  onUsageError: async (error, argv, terminal) =>
    (await import('../fire/block-on-usage-error.ts')).blockOnUsageError(error, argv, terminal),
})

async function fire({ flags, terminal }: FireCall): Promise<number> {
  let event: WireEvent | undefined
  try {
    event = await readEvent(flags.event)
    return await answer(event, { flags, terminal })
  } catch (error) {
    if (flags.reply === undefined || flags['on-error'] !== 'block') throw error
    if (flags.event === undefined) {
      const { readEventIfPossible } = await import('../fire/block-on-usage-error.ts')
      event = await readEventIfPossible('-')
    }
    return (await import('../fire/block-on-error.ts')).blockOnError(error, event, terminal)
  }
}

// An agent calls this at every step, mostly for events that nobody has a hook for: those are answered without loading any.
async function answer(event: WireEvent, call: FireCall): Promise<number> {
  const sources = chooseSources(call.flags, event)
  const look = lookAtFiles({ ...sources, env: process.env })
  if (event.hosted && isQuiet(event, call.flags, look)) return printAnswer(emptyVerdict(event.event), event, call)
  const { answerEvent } = await import('../fire/answer-event.ts')
  return answerEvent(event, call, { sources, look })
}
