import { isModelCredential } from '../base/redact/model-credentials.ts'
import type { SessionFacts } from '../protocol/ports.ts'

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Variables without the credentials of models: those that are called so, and those that hold the value of one under another
 * name, or a key that the host was given in code.
 */
export function dropModelSecrets(
  env: Environment,
  { hostEnv, modelSecrets = [] }: Pick<SessionFacts, 'hostEnv' | 'modelSecrets'>,
): Record<string, string> {
  const secrets = [...listSecrets(hostEnv), ...modelSecrets.filter(isLong)]
  const passed: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || isModelCredential(name) || secrets.some((secret) => value.includes(secret))) continue
    passed[name] = value
  }
  return passed
}

const known = new WeakMap<Environment, readonly string[]>()

// The environment of this process may change under its object; every other one is a copy that somebody made.
function listSecrets(env: Environment): readonly string[] {
  const found = known.get(env)
  if (found) return found
  const secrets = Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && isModelCredential(name) && isLong(value) ? [value] : [],
  )
  if (env !== process.env) known.set(env, secrets)
  return secrets
}

// A short value is no key, and would be found in half of all others.
function isLong(value: string): boolean {
  return value.length >= 12
}
