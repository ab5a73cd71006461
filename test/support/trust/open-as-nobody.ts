import '../../../src/config/trust/apply-trust.ts'
import '../../../src/config/trust/check-own-hooks.ts'
import '../../../src/config/trust/watch-user-files.ts'
import { HookError } from '../../../src/base/errors.ts'
import { createHooks } from '../../../src/hooks/create-hooks.ts'

// Opens a project as a user without rights, since root may do everything: prints what would run and what was told.
const [cwd = '', home = ''] = process.argv.slice(2)
if (process.getuid?.() === 0) {
  process.setgroups!([])
  process.setgid!(65534)
  process.setuid!(65534)
}
const env = { HOME: home, PATH: '/usr/bin:/bin' }
try {
  const hooks = await createHooks(
    {},
    { cwd, env, settingSources: ['user', 'project', 'local'], observer: () => {}, preflight: false },
  )
  const statuses = hooks.trust()?.items.map(({ status }) => status) ?? []
  const running = hooks.list().filter(({ idle }) => idle === undefined).length
  process.stdout.write(JSON.stringify({ statuses, running, notices: hooks.notices().map(({ message }) => message) }))
} catch (error) {
  const { message, hint } = error as HookError
  process.stdout.write(JSON.stringify({ refused: message, hint, expected: error instanceof HookError }))
}
