// Do not let an agent stop before its work is done: a Stop hook refuses, the reason goes to the model.
import assert from 'node:assert/strict'
import { createHooks, HookEvent } from '../src/index.ts'

let failing = 2
const hooks = await createHooks({
  [HookEvent.Stop]: [
    () => (failing > 0 ? { decision: 'block', reason: `${failing} tests fail, mend them.` } : undefined),
  ],
})
const session = hooks.session()

const heard: (string | null)[] = []
for (let blocked = 0; ; blocked++) {
  const verdict = await session.fire(HookEvent.Stop, {
    stopReason: 'no_tool_calls',
    stepCount: 1,
    stopHookActive: blocked > 0,
    stopBlockCount: blocked,
  })
  if (verdict.decision !== 'deny') break
  heard.push(verdict.reason)
  failing-- // the agent goes back to work
}
assert.deepEqual(heard, ['2 tests fail, mend them.', '1 tests fail, mend them.'])
await hooks.close()
