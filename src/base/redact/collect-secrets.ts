import { modelCredentialNames } from './model-credentials.ts'
import { isSecretName } from './secret-names.ts'

/** The values of an environment that must never be shown: those under secret names, and passwords inside URLs. */
export function* collectSecrets(env: Readonly<Record<string, string | undefined>>): Generator<string> {
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue
    if ((isSecretName(name) || modelCredentialNames.includes(name)) && !isCommonWord(value) && !isPath(value))
      yield value
    const password = /:\/\/[^\s/?#@:]*:([^\s/?#@]+)@/.exec(value)?.[1]
    if (password !== undefined && !isCommonWord(password)) {
      yield password
      yield decode(password)
    }
  }
}

/** Hiding these wherever they appear would make texts unreadable and protect nothing. */
function isCommonWord(value: string): boolean {
  return commonWords.has(value.trim().toLowerCase())
}

const commonWords = new Set(
  'enabled disabled default undefined password passwd secret changeme example localhost postgres mysql mongodb redis rabbitmq guest minioadmin testing development production staging'.split(
    ' ',
  ),
)

function isPath(value: string): boolean {
  return /^(?:\/|\.{1,2}\/|~\/)[\w@. -]+(?:\/[\w@. -]+)*\/?$/.test(value) && !/^[A-Za-z0-9/+]{40}$/.test(value)
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
