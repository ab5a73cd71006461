import { expect, test } from 'vitest'
import { isSupervisorCommand } from './supervisor-command.ts'

test.each([
  'ccc supervisor-hook',
  'hookline supervisor-hook --debug',
  '/usr/local/bin/ccc supervisor-hook',
  "'/my tools/ccc' supervisor-hook",
  'CCC_SUPERVISOR_ID="${CCC_SUPERVISOR_ID:-x}" node /a/dist/bin/ccc.js supervisor-hook',
])('knows %s', (command) => {
  expect(isSupervisorCommand(command)).toBe(true)
})

test.each(['ccc supervisor-mode off', 'echo supervisor-hook', 'myccc supervisor-hook', 'ccc supervisor-hooks'])(
  'does not take %s for it',
  (command) => {
    expect(isSupervisorCommand(command)).toBe(false)
  },
)
