import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** What opens a page: a token for the address, and a cookie that takes its place once the page was opened. */
export interface PageKey {
  readonly token: string
  readonly cookie: { readonly name: string; readonly value: string }
  /** Whether a token is the right one, in a time that does not tell how wrong it is. */
  fits(token: string | undefined): boolean
  /** Whether a `Cookie` header holds the right cookie. */
  fitsCookie(header: string | undefined): boolean
}

/** Makes a key that nobody can guess. A cookie belongs to a host and not to a port: `name` keeps two servers apart. */
export function createPageKey(name: string): PageKey {
  const token = randomBytes(32).toString('base64url')
  // The cookie is not the token: whoever sees one cannot make the other.
  const cookie = { name: `hookline-${name}`, value: randomBytes(32).toString('base64url') }
  return {
    token,
    cookie,
    fits: (given) => equal(given, token),
    fitsCookie: (header) =>
      (header ?? '').split(';').some((pair) => {
        const at = pair.indexOf('=')
        return pair.slice(0, at).trim() === cookie.name && equal(pair.slice(at + 1).trim(), cookie.value)
      }),
  }
}

function equal(given: string | undefined, wanted: string): boolean {
  if (given === undefined) return false
  return timingSafeEqual(digest(given), digest(wanted))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
