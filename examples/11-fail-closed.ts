// A guard that breaks is counted and shown, and denies if its owner said so; samples prove it before it guards.
import assert from 'node:assert/strict'
import { createHooks, HookError } from '../src/index.ts'

const guard = (command: string, onFailure: 'ignore' | 'deny') => ({
  PreToolUse: [{ matcher: 'Bash', hooks: [{ id: 'guard', command, onFailure }] }],
})
const shown: string[] = []
const open = await createHooks(guard('exit 3', 'ignore'), {
  observer: (step) => step.type === 'failedOpen' && shown.push(`${step.hook.id} failed open: ${step.class}`),
})
const call = { toolName: 'Bash', toolUseId: '1', toolInput: { command: 'ls' } }
const passed = await open.session().fire('PreToolUse', call)
assert.deepEqual([passed.decision, passed.failedOpen], [null, [{ hook: 'guard', class: 'crash' }]])
assert.deepEqual(shown, ['guard failed open: crash'])
await open.close()

const closed = await createHooks(guard('exit 3', 'deny'))
assert.equal((await closed.session().fire('PreToolUse', call)).decision, 'deny')
await closed.close()

// A guard that lets its own sample through never gets to guard anything.
const blind = {
  PreToolUse: [
    { matcher: 'Bash', hooks: [{ id: 'blind', command: 'grep -q "sudo" && exit 2; exit 0', mustDeny: ['rm -rf /'] }] },
  ],
}
const error = await createHooks(blind, { prove: 'load' }).catch((thrown: unknown) => thrown)
assert.ok(error instanceof HookError)
assert.equal(error.code, 'GUARD_UNPROVED')
