import { createRedactor, isSecretName } from '../../base/redact.ts'
import { isRecord, type Path } from '../../protocol/schema/check.ts'
import type { Finding, LintCheck } from '../lint-check.ts'
import type { LintedFile } from '../linted-file.ts'
import { listRawEntries } from '../raw-entries.ts'
import { native } from './example.ts'

const observer = (value: string): string =>
  `{ "Notification": [{ "hooks": [{ "type": "http", "url": "https://hooks.example.com/x", "headers": { "Authorization": "Bearer ${value}" }, "allowedEnvVars": ["HOOK_TOKEN"] }] }] }`

/** Secrets that are written down. */
export const secretChecks: readonly LintCheck[] = [
  {
    code: 'secret-in-config',
    title: 'A secret is written into a configuration file.',
    severity: 'error',
    why: 'Configuration is committed, copied and shown; whoever reads it has the secret.',
    remedy: 'Keep it in a variable: name it under passEnv, or for http hooks under allowedEnvVars, and write $NAME.',
    example: {
      wrong: native(observer('q8Zr2Lk9Vx4Tn7Bw1Ym6Ph3D')),
      right: native(observer('$HOOK_TOKEN')),
    },
    file: findSecrets,
  },
]

const redactor = createRedactor()

function* findSecrets(file: LintedFile): Generator<Finding> {
  for (const { entry, path } of listRawEntries(file)) {
    for (const found of listTexts(entry, path)) {
      if (!holdsSecret(found)) continue
      yield { place: file.place(found.path), message: 'A secret stands here in plain text.' }
    }
  }
}

interface NamedText {
  name: string
  text: string
  path: Path
}

function listTexts(value: unknown, path: Path): NamedText[] {
  const name = String(path.findLast((step) => typeof step === 'string') ?? '')
  if (typeof value === 'string') return [{ name, text: value, path }]
  const entries = Array.isArray(value) ? [...value.entries()] : isRecord(value) ? Object.entries(value) : []
  // Samples are inputs that must be denied: a secret in one is made up.
  return entries.flatMap(([key, item]) =>
    key === 'mustDeny' || key === 'mustAllow' ? [] : listTexts(item, [...path, key]),
  )
}

const variable = /\$(?:\w+|\{\w+[^}]*\}|\([^)]*\))/g

// What is a variable is not written down; what is left of a secret's value must look like more than a scheme.
function holdsSecret({ name, text }: NamedText): boolean {
  const written = text.replace(variable, '')
  if (redactor.text(written) !== written) return true
  if (!isSecretName(name)) return false
  return written.replace(/\b(?:bearer|basic|token|digest)\b/gi, '').trim().length >= 8
}
