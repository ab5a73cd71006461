import { type CommandCall, defineCommand } from '../command.ts'
import { checkDemo } from '../demo/demo-facts.ts'
import { playSession } from '../demo/play-demo.ts'
import { createTeller, tellSummary } from '../demo/tell-demo.ts'

const flags = {
  keep: { type: 'switch', about: 'Leave the temporary project where it is, to look around in it.' },
} as const

export default defineCommand({
  usage: '',
  flags,
  maxArguments: 0,
  examples: ['demo', 'demo --keep'],
  run: demo,
})

type DemoCall = CommandCall<typeof flags>

async function demo({ flags, terminal }: DemoCall): Promise<number> {
  const silent = { scene: () => {}, message: () => {}, question: () => {}, step: () => {} }
  if (!flags.json) terminal.print('An agent works in a temporary project; its model is a script, its hooks are real.')
  const log = await playSession(flags.json ? silent : createTeller(terminal))
  const facts = checkDemo(log)
  if (flags.json) terminal.print(JSON.stringify(describe(log, facts), null, 2))
  else tellSummary(log, facts, terminal)
  if (!flags.keep) log.tidy()
  else if (!flags.json) terminal.print(`\nThe project is in ${log.folder}`)
  return facts.every(({ holds }) => holds) ? 0 : 1
}

function describe(log: Awaited<ReturnType<typeof playSession>>, facts: ReturnType<typeof checkDemo>) {
  const runs = log.steps.flatMap((step) => {
    if (step.type !== 'hookEnd') return []
    const { event, hook, status, decision, reason, ms } = step
    return [
      { event, hook: hook.id, handler: hook.handler.type, dialect: hook.dialect.name, status, decision, reason, ms },
    ]
  })
  return { version: 1, project: log.folder, facts, runs }
}
