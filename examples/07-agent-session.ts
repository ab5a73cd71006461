// A whole agent with hooks in a few lines. The model here is a script; with a key, leave `provider` out.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSession, HookEvent } from '../src/index.ts'

const cwd = mkdtempSync(join(tmpdir(), 'example-'))
const script = [
  { toolCalls: [{ name: 'Write', input: { file_path: 'hello.txt', content: 'hello' } }] },
  { toolCalls: [{ name: 'Bash', input: { command: 'rm hello.txt' } }] },
  { text: 'Written, and kept.' },
]
const refused: string[] = []
{
  await using session = await createSession({
    provider: { type: 'scripted', script },
    cwd,
    storage: { dir: join(cwd, '.sessions') },
    permissionMode: 'yolo',
    hooks: {
      [HookEvent.PreToolUse]: [
        { matcher: 'Bash', hooks: [{ if: 'Bash(rm *)', command: 'echo "Keep your files." >&2; exit 2' }] },
      ],
    },
  })
  await session.send('Write hello.txt, then tidy up.')
  for await (const message of session.stream()) {
    if (message.type === 'tool_result' && message.isError) refused.push(String(message.output))
    if (message.type === 'result')
      assert.deepEqual([message.subtype, message.content], ['success', 'Written, and kept.'])
  }
}
assert.equal(refused.length, 1)
assert.match(refused[0]!, /Keep your files/)
assert.equal(readFileSync(join(cwd, 'hello.txt'), 'utf8'), 'hello')
rmSync(cwd, { recursive: true })
