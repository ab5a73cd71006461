import { collectSecrets } from './redact/collect-secrets.ts'
import { KnownValues } from './redact/known-values.ts'
import { redactValue } from './redact/redact-value.ts'
import { SecretFilter } from './redact/secret-filter.ts'

export { isModelCredential, modelCredentialNames } from './redact/model-credentials.ts'
export { isSecretName } from './redact/secret-names.ts'

/** Hides secrets in whatever is stored or shown. No method throws, and all are linear in the length of the text. */
export interface Redactor {
  /** The text with every secret replaced by `[redacted]`, or `[redacted:kind]` where its kind is known. */
  text(input: string): string
  /** A deep copy with every string redacted, and with the values of secret keys (`authorization`, `apiKey`, …) masked whole. */
  value<T>(input: T): T
  /**
   * For text that arrives in pieces: `write` returns what can be shown already, `end` the rest. All pieces together
   * are exactly what `text` gives for the whole, wherever it was cut.
   */
  stream(): { write(chunk: string): string; end(): string }
}

/**
 * Makes a redactor for known secrets and for credentials known by their look. `secrets` are hidden wherever they appear; so are
 * values of `env` under secret names and passwords in its URLs; also base64, URL-encoded and JSON-escaped. Values below 6
 * characters are ignored. Both options are read once.
 */
export function createRedactor(
  options: { secrets?: Iterable<string>; env?: Readonly<Record<string, string | undefined>> } = {},
): Redactor {
  const known = new KnownValues([...(options.secrets ?? []), ...collectSecrets(options.env ?? {})])
  const redactText = (input: string): string => new SecretFilter(known).write(input, { final: true })
  return {
    text: redactText,
    value: <T>(input: T) => redactValue(input, redactText) as T,
    stream() {
      const filter = new SecretFilter(known)
      return { write: (chunk) => filter.write(chunk), end: () => filter.write('', { final: true }) }
    },
  }
}
