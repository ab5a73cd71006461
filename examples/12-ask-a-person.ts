// The permission chain with a person in it: what is readonly runs, what a rule allows runs, the rest is asked about.
import assert from 'node:assert/strict'
import { createHooks } from '../src/index.ts'

const asked: string[] = []
const hooks = await createHooks({ permissions: { allow: ['Bash(npm test)'], ask: ['Bash(npm publish *)'] } })
const session = hooks.session({
  permissionMode: 'default',
  onAsk: ({ toolName, input, reason }) => {
    asked.push(`${toolName} ${input['command'] ?? input['file_path']}: ${reason}`)
    return toolName === 'Write' ? { behavior: 'allow' } : { behavior: 'deny', message: 'Not on a Friday.' }
  },
})
const run = async (name: string, input: Record<string, unknown>) => {
  const { status, reason } = await session.tool({ name, input }, () => 'done')
  return reason === null ? status : `${status}: ${reason}`
}

assert.equal(await run('Read', { file_path: 'a.ts' }), 'ok')
assert.equal(await run('Bash', { command: 'npm test' }), 'ok')
assert.equal(await run('Write', { file_path: 'a.ts', content: '' }), 'ok')
assert.equal(await run('Bash', { command: 'npm test && npm publish --tag next' }), 'denied: Not on a Friday.')
assert.deepEqual(
  asked.map((line) => line.split(':')[0]),
  ['Write a.ts', 'Bash npm test && npm publish --tag next'],
)
await hooks.close()
