// Use hooks that were written for another agent, as they are: here a settings file of Claude Code.
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHooks } from '../src/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'example-'))
const settings = {
  hooks: {
    PreToolUse: [
      {
        matcher: 'Write|Edit',
        hooks: [
          {
            type: 'command',
            command: `grep -q '"file_path":"[^"]*\\.lock"' && echo 'Lock files are made by tools.' >&2 && exit 2; true`,
          },
        ],
      },
    ],
  },
}
writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings))

const hooks = await createHooks({}, { cwd: folder, files: [{ path: 'settings.json', dialect: 'claude' }] })
const session = hooks.session({ permissionMode: 'autoEdit' })
const write = (file_path: string) => session.tool({ name: 'Write', input: { file_path } }, () => 'written')

assert.equal((await write('src/a.ts')).status, 'ok')
const denied = await write('yarn.lock')
assert.deepEqual([denied.status, denied.reason], ['denied', 'Lock files are made by tools.'])

await hooks.close()
rmSync(folder, { recursive: true })
