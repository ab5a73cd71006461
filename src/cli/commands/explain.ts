import { type CommandCall, defineCommand } from '../command.ts'
import { explainAll } from '../explain/explain-all.ts'
import { announce } from '../fire/announce.ts'
import { fireFlags } from '../fire/fire-flags.ts'
import { openHooks } from '../fire/open-hooks.ts'
import { readEvent } from '../fire/read-event.ts'

// A call of fire is explained as it stands: what only its answer needs is taken and changes nothing.
const idle = 'Taken as fire takes it; changes nothing here.'
const explainFlags = {
  ...fireFlags,
  reply: { ...fireFlags.reply, about: idle },
  'on-error': { ...fireFlags['on-error'], about: idle },
  debug: { ...fireFlags.debug, about: 'Tell on stderr what is not in force, too.' },
} as const

export default defineCommand({
  usage: '--event FILE|-',
  flags: explainFlags,
  maxArguments: 0,
  examples: ['explain --event event.json --config hooks.json', 'explain --event - --json < event.json'],
  run: explain,
})

async function explain({ flags, terminal }: CommandCall<typeof explainFlags>): Promise<number> {
  const event = await readEvent(flags.event)
  const open = await openHooks(flags, event, { observer: () => {}, watchUserFiles: false })
  const explanation = await explainAll(event, open)
  await open.hooks.close()
  if (flags.json) terminal.print(JSON.stringify(explanation, null, 2))
  else (await import('../explain/print-explanation.ts')).printExplanation(explanation, terminal)
  if (flags.debug) announce(open.hooks, flags, terminal)
  return 0
}
