import { modelCredentialNames } from '../base/redact.ts'
import type { EnvironmentFacts } from '../protocol/dialect.ts'
import type { FullInput } from '../protocol/full-input.ts'
import type { Hook, ProcessOptions } from '../protocol/hook.ts'
import type { SessionFacts } from '../protocol/ports.ts'

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
    ...baseEnvironment(hook, session.hostEnv),
    ...session.sessionEnv,
    ...pick(session.hostEnv, options.passEnv ?? []),
    ...hook.dialect.environment(input, facts),
    ...options.env,
  }
}

const allowedNames = new Set(
  'PATH HOME USER LOGNAME SHELL LANG TERM TMPDIR TZ CI DISPLAY SSH_AUTH_SOCK DBUS_SESSION_BUS_ADDRESS NODE_EXTRA_CA_CERTS SSL_CERT_FILE'.split(
    ' ',
  ),
)
const allowedPatterns = /^(LC_.*|XDG_.*|.*_PROXY|.*_proxy)$/
const credentialNames = new Set(modelCredentialNames)

function baseEnvironment(hook: Hook, host: SessionFacts['hostEnv']): Record<string, string> {
  const passes =
    hook.dialect.baseEnv === 'allowList'
      ? (name: string) => allowedNames.has(name) || allowedPatterns.test(name)
      : (name: string) => !credentialNames.has(name)
  return pick(host, Object.keys(host).filter(passes))
}

function pick(host: SessionFacts['hostEnv'], names: readonly string[]): Record<string, string> {
  const picked: Record<string, string> = {}
  for (const name of names) {
    const value = host[name]
    if (value !== undefined) picked[name] = value
  }
  return picked
}
