import { createSession } from '../../../src/agent/create-session.ts'
import { createHooks } from '../../../src/hooks/create-hooks.ts'
import type { ObservedStep } from '../../../src/protocol/ports.ts'

// Opens the given folders through the library, one after the other, and prints what was announced of each as JSON.
const sources = ['managed', 'user', 'project', 'local'] as const
const skipped: Record<string, number> = {}
for (const cwd of process.argv.slice(2)) {
  const seen: ObservedStep[] = []
  const observer = (step: ObservedStep): void => void seen.push(step)
  const hooks = await createHooks({}, { cwd, settingSources: sources, observer })
  const session = hooks.session({ cwd })
  await session.fire('SessionStart', { source: 'startup', isResume: false })
  await session.fire('PreToolUse', { toolName: 'Bash', toolUseId: '1', toolInput: { command: 'ls' } })
  await session.fire('Stop', { stopReason: 'no_tool_calls', stepCount: 0, stopHookActive: false, stopBlockCount: 0 })
  await hooks.close()
  const agent = await createSession({
    cwd,
    observer,
    storage: false,
    settingSources: sources,
    permissionMode: 'yolo',
    provider: {
      type: 'scripted',
      script: [{ toolCalls: [{ name: 'Read', input: { file_path: 'a.txt' } }] }, { text: 'done' }],
    },
  })
  await agent.send('go')
  for await (const _ of agent.stream());
  await agent.close()
  skipped[cwd] = seen.filter(({ type }) => type === 'hookIdle' || type === 'notice').length
}
process.stdout.write(JSON.stringify(skipped))
