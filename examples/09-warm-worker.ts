// A worker answers in a fraction of a millisecond: the process is started once and asked a line at a time.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHooks } from '../src/index.ts'

const cwd = mkdtempSync(join(tmpdir(), 'example-'))
const worker = `
import { serve } from '${new URL('../src/worker/index.ts', import.meta.url).href}'
let seen = 0
serve(({ tool_input }) => ({ additionalContext: 'call ' + ++seen + ': ' + tool_input.command }))
`
writeFileSync(join(cwd, 'worker.mjs'), worker)

const hooks = await createHooks(
  { PreToolUse: [{ hooks: [{ type: 'worker', command: `'${process.execPath}' worker.mjs` }] }] },
  { cwd },
)
const session = hooks.session()
const ask = (command: string) =>
  session.fire('PreToolUse', { toolName: 'Bash', toolUseId: '1', toolInput: { command } })

assert.deepEqual((await ask('ls')).context, ['call 1: ls'])
assert.deepEqual((await ask('pwd')).context, ['call 2: pwd'])
await hooks.close()
rmSync(cwd, { recursive: true })
