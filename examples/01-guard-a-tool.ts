// Put hooks and the permission chain around a tool of your own. In a project of yours the import is from 'hookline'.
import assert from 'node:assert/strict'
import { createHooks } from '../src/index.ts'

const hooks = await createHooks({
  PreToolUse: [
    {
      matcher: 'Bash',
      hooks: [{ id: 'no-push', if: 'Bash(git push *)', command: 'echo "Push by hand." >&2; exit 2' }],
    },
  ],
})
const session = hooks.session({ permissionMode: 'yolo' })
const shell = (command: string) =>
  session.tool({ name: 'Bash', input: { command } }, (input) => `ran ${input['command']}`)

const status = await shell('git status')
assert.deepEqual([status.status, status.output], ['ok', 'ran git status'])

const push = await shell('cd repo && git push origin main')
assert.deepEqual([push.status, push.reason, push.decidedBy], ['denied', 'Push by hand.', 'no-push'])

await hooks.close()
