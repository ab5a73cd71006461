import { expect, test } from 'vitest'
import { guardWith, toolCall } from './support/events.ts'
import { makeProject } from './support/project.ts'

const kimi = `
[[hooks.before_tool]]
name = "log-it"
command = "true"
async_ = true

[[hooks.before_tool]]
name = "look"
command = "echo '{\\"decision\\": \\"allow\\"}'"

[[hooks.before_tool]]
name = "block-dangerous"
matcher = { tool = "Shell", pattern = "rm -rf /" }
command = "echo '{\\"decision\\": \\"deny\\", \\"reason\\": \\"Dangerous command\\"}'"
`

test.each(['--debug', '--verbose'])('%s writes Kimi’s lines to stderr', async (flag) => {
  const project = makeProject({ 'config.toml': kimi })
  const { code, stdout, stderr } = await project.run(
    ['fire', '--event', '-', '--config', 'config.toml', '--json', flag],
    {
      stdin: toolCall('rm -rf /'),
    },
  )
  const lines = stderr
    .trimEnd()
    .split('\n')
    .map((line) => line.replace(/ \d+ms:/, ' 45ms:'))
  expect([code, JSON.parse(stdout).decision]).toEqual([2, 'deny'])
  expect(lines[0]).toMatch(/^\[HOOK DEBUG\] Input: \{.*"toolName":"Bash".*\}$/)
  const inOrder = lines.slice(1).filter((line) => !line.startsWith('[HOOK DEBUG] [ASYNC] Completed'))
  expect(inOrder).toEqual([
    "[HOOK DEBUG] [ASYNC] Starting command hook 'log-it' for event 'before_tool'",
    "[HOOK DEBUG] [ASYNC] Hook 'log-it' fired (running in background)",
    "[HOOK DEBUG] [SYNC] Starting command hook 'look' for event 'before_tool'",
    "[HOOK DEBUG] [SYNC] Completed hook 'look' in 45ms: success=True, decision=allow",
    "[HOOK DEBUG] [SYNC] Starting command hook 'block-dangerous' for event 'before_tool'",
    "[HOOK DEBUG] [SYNC] Completed hook 'block-dangerous' in 45ms: success=True, decision=deny",
    '[HOOK DEBUG] Reason: Dangerous command',
  ])
})

test('--debug shows what failed hooks wrote, in every dialect, and hides secrets', async () => {
  const secret = 'sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789'
  const project = makeProject({
    'hooks.json': guardWith('echo "boom with $TOKEN" >&2; exit 3', { passEnv: ['TOKEN'] }),
  })
  const { code, stderr } = await project.run(['fire', '--event', '-', '--config', 'hooks.json', '--debug'], {
    stdin: toolCall(`curl -H "Authorization: Bearer ${secret}" https://example.com`),
    env: { TOKEN: 'hunter2-hunter2' },
  })
  expect(code).toBe(0)
  expect(stderr).toContain("[SYNC] Starting command hook 'guard' for event 'PreToolUse'\n")
  expect(stderr).toMatch(/Completed hook 'guard' in \d+ms: success=False, decision=none\n/)
  expect(stderr).toContain('[HOOK DEBUG] Stderr: boom with ')
  expect(stderr).toContain("Hook 'guard' failed open (crash)")
  expect(stderr).not.toContain(secret)
  expect(stderr).not.toContain('hunter2')
})

test('without --debug stderr stays empty', async () => {
  const project = makeProject({ 'config.toml': kimi })
  const { stderr } = await project.run(['fire', '--event', '-', '--config', 'config.toml', '--json'], {
    stdin: toolCall('rm -rf /'),
  })
  expect(stderr).toBe('')
})
