import type { Context, MiddlewareHandler } from 'hono'
import type { PageKey } from './page-key.ts'

/**
 * Lets through only what our own page, or the owner's own program, asks for. A request must name this server as its host (a
 * name that was made to point here is refused), must not come from a page of somebody else, and must have the key. Every
 * answer forbids the browser to keep it, to guess its type, to frame it, and to load or run anything that is not ours.
 */
export function guardRequest(key: PageKey, hosts: readonly string[]): MiddlewareHandler {
  return async (context, next) => {
    for (const [name, value] of Object.entries(headers)) context.header(name, value)
    const wrong = findWrong(context, hosts)
    if (wrong !== undefined) return context.text(wrong, 403)
    const { method, path } = context.req
    if (method === 'GET' && path === '/' && key.fits(context.req.query('token'))) return enter(context, key)
    return hasKey(context, key) ? next() : refuse(context)
  }
}

/** What the page may load and do: its own files and its own server, and nothing that a text could smuggle in. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')

const headers = {
  'content-security-policy': pagePolicy,
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

function findWrong({ req }: Context, hosts: readonly string[]): string | undefined {
  const host = req.header('host')?.toLowerCase()
  if (host === undefined || !hosts.includes(host)) {
    return `This server answers only to ${hosts.join(' and ')}. Open the address that was printed.\n`
  }
  const origin = req.header('origin')
  const own = origin === `http://${host}`
  if (origin !== undefined && !own) return 'Requests from pages of other origins are refused.\n'
  const reads = req.method === 'GET' || req.method === 'HEAD'
  if (!reads && !own)
    return 'A request that changes something must say that it comes from this page: Origin is missing.\n'
  // A link on a page of others may open this page, as the address bar does. It may not load anything from here.
  const site = req.header('sec-fetch-site') ?? 'none'
  const opens = req.header('sec-fetch-mode') === 'navigate' && reads && req.path === '/'
  if (site !== 'none' && site !== 'same-origin' && !opens) return 'Requests from pages of other origins are refused.\n'
  return undefined
}

function hasKey({ req }: Context, key: PageKey): boolean {
  const bearer = /^Bearer (?<token>.+)$/i.exec(req.header('authorization') ?? '')?.groups?.['token']
  return key.fits(bearer) || key.fitsCookie(req.header('cookie'))
}

/** Takes the token out of the address: the cookie that is given for it cannot be read by a script or seen over a shoulder. */
function enter(context: Context, key: PageKey): Response {
  context.header('set-cookie', `${key.cookie.name}=${key.cookie.value}; Path=/; HttpOnly; SameSite=Strict`)
  const site = context.req.header('sec-fetch-site') ?? 'none'
  if (site === 'none' || site === 'same-origin') return context.redirect('/', 303)
  // After a link on a page of others a redirect still counts as theirs, and a strict cookie is not sent with it.
  return context.html('<!doctype html><meta http-equiv="refresh" content="0; url=/"><title>Hookline</title>')
}

function refuse(context: Context): Response {
  context.header('www-authenticate', 'Bearer realm="hookline"')
  return context.text('This page needs its token. Open the address that was printed when it was started.\n', 401)
}
