import { HookError } from '../../base/errors.ts'

/** The flag by which a caller names project hooks that may run: for every command that runs or explains hooks. */
export const trustFlag = {
  'trust-hooks': {
    type: 'text',
    value: 'sha256:…',
    many: true,
    about: 'Let hooks of the project run that have this digest, as hookline trust --check prints it.',
  },
} as const

/** The digests that were given, as `createHooks` and `createSession` take them. Throws `USAGE` for what is no digest. */
export function readTrustFlag(given: readonly string[]): { trustedHooks?: string[] } {
  for (const digest of given) checkDigest('--trust-hooks', digest)
  return given.length === 0 ? {} : { trustedHooks: [...given] }
}

/** Throws `USAGE` for what is no digest. */
export function checkDigest(flag: string, digest: string): void {
  if (/^sha256:[0-9a-f]{64}$/.test(digest)) return
  throw new HookError('USAGE', `${flag} needs a digest, found "${digest}"`, {
    hint: 'It is sha256: and 64 hexadecimal digits; hookline trust --check prints it.',
  })
}
