import { type CommandCall, defineCommand } from '../command.ts'
import { explainAll } from '../explain/explain-all.ts'
import { announce } from '../fire/announce.ts'
import { fireFlags } from '../fire/fire-flags.ts'
import { openHooks } from '../fire/open-hooks.ts'
import { readEvent } from '../fire/read-event.ts'

export default defineCommand({
  usage: '--event FILE|-',
  flags: fireFlags,
  maxArguments: 0,
  examples: ['explain --event event.json --config hooks.json', 'explain --event - --json < event.json'],
  run: explain,
})

async function explain({ flags, terminal }: CommandCall<typeof fireFlags>): Promise<number> {
  const event = await readEvent(flags.event)
  const open = await openHooks(flags, event, { observer: () => {}, watchUserFiles: false })
  const explanation = await explainAll(event, open)
  await open.hooks.close()
  if (flags.json) terminal.print(JSON.stringify(explanation, null, 2))
  else (await import('../explain/print-explanation.ts')).printExplanation(explanation, terminal)
  if (flags.debug) announce(open.hooks, flags, terminal)
  return 0
}
