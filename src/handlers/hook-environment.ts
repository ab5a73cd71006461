import { isAbsolute } from 'node:path'
import type { EnvironmentFacts } from '../protocol/dialect.ts'
import type { FullInput } from '../protocol/full-input.ts'
import type { Hook, ProcessOptions } from '../protocol/hook.ts'
import type { SessionFacts } from '../protocol/ports.ts'
import { dropModelSecrets } from './drop-model-secrets.ts'

/**
 * The environment of a hook's process: what its dialect lets through of the host's, what the session's hooks have set, what
 * the hook asks for by `passEnv`, what tells it about the event, and its own `env`. Model credentials pass only by name.
 */
export function hookEnvironment(
  hook: Hook,
  input: FullInput,
  session: SessionFacts,
  facts: EnvironmentFacts,
): Record<string, string> {
  const options = hook.handler as ProcessOptions
  return {
    ...baseEnvironment(hook, session),
    ...dropModelSecrets(session.sessionEnv, session),
    ...pick({ ...session.hostEnv, ...session.sessionEnv }, options.passEnv ?? []),
    ...cutValues(hook.dialect.environment(input, facts)),
    ...options.env,
  }
}

/**
 * The environment of a process that serves many sessions: that of a hook, less what tells of one session or event, and of the
 * project when its hook names a directory outside of it.
 */
export function standingEnvironment(hook: Hook, session: SessionFacts): Record<string, string> {
  const { hostEnv, projectDir } = session
  const options = hook.handler as ProcessOptions
  return {
    ...baseEnvironment(hook, session),
    ...pick(hostEnv, options.passEnv ?? []),
    ...(!isAbsolute(options.cwd ?? '') && { HOOKLINE_PROJECT_DIR: projectDir, CLAUDE_PROJECT_DIR: projectDir }),
    ...options.env,
  }
}

const allowedNames = new Set(
  'PATH HOME USER LOGNAME SHELL LANG TERM TMPDIR TZ CI DISPLAY SSH_AUTH_SOCK DBUS_SESSION_BUS_ADDRESS NODE_EXTRA_CA_CERTS SSL_CERT_FILE'.split(
    ' ',
  ),
)
const allowedPatterns = /^(LC_.*|XDG_.*|.*_PROXY|.*_proxy)$/

function baseEnvironment(hook: Hook, session: SessionFacts): Record<string, string> {
  const passed = dropModelSecrets(session.hostEnv, session)
  if (hook.dialect.baseEnv !== 'allowList') return passed
  return pick(
    passed,
    Object.keys(passed).filter((name) => allowedNames.has(name) || allowedPatterns.test(name)),
  )
}

// The system starts no program with a longer variable, and no gate may be skipped because a model gave a call a long name;
// what is cut here stands whole in the payload.
const longestValue = 32_000

function cutValues(variables: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, value.slice(0, longestValue)]))
}

function pick(host: SessionFacts['hostEnv'], names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const value = host[name]
    if (value !== undefined) picked[name] = value
  }
  return picked
}
