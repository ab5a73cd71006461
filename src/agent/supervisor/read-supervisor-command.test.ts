import { describe, expect, test } from 'vitest'
import { readSupervisorCommand } from './read-supervisor-command.ts'

const env = { SESSION: 's-1' }

describe('a command that only calls the supervisor', () => {
  test.each<[string, string[], Record<string, string>]>([
    ['ccc supervisor-hook', [], {}],
    ['/opt/bin/hookline supervisor-hook --debug', ['--debug'], {}],
    ['npx -y hookline@1.2 supervisor-hook', [], {}],
    ["node '/my tools/ccc.js' supervisor-hook --reviewer 'command:./r.sh'", ['--reviewer', 'command:./r.sh'], {}],
    ['"$HOME"/bin/ccc supervisor-hook 2>/dev/null', [], {}],
    ['CCC_SUPERVISOR_ID=a env B=c timeout 5 ccc supervisor-hook', [], { CCC_SUPERVISOR_ID: 'a' }],
    ['CCC_SUPERVISOR_ID="${CCC_SUPERVISOR_ID:-x}" ccc supervisor-hook', [], {}],
    ['exec ccc supervisor-hook --session-id "$SESSION"', ['--session-id', 's-1'], {}],
    ['sh -c "ccc supervisor-hook"', [], {}],
  ])('is read: %s', (shell, argv, given) => {
    expect(readSupervisorCommand({ shell }, env)).toEqual({ argv, env: given })
  })

  test('is read in words, too', () => {
    const run = { exec: '/usr/bin/ccc', args: ['supervisor-hook', '--debug'] }
    expect(readSupervisorCommand(run, env)).toEqual({ argv: ['--debug'], env: {} })
  })
})

test.each([
  'ccc supervisor-hook; rm -rf build',
  'ccc supervisor-hook | tee log',
  'sh -c "make; ccc supervisor-hook"',
  'ccc supervisor-hook > answer',
  'echo ccc supervisor-hook',
  'ccc supervisor-mode off',
  'ccc supervisor-hook --session-id "$(cat id)"',
])('what does more, or cannot be told, is left to the shell: %s', (shell) => {
  expect(readSupervisorCommand({ shell }, env)).toBeUndefined()
})
