import { lookup } from 'node:dns/promises'
import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '../../../handlers/http/public-address.ts'
import { isWebAddress } from './is-web-address.ts'
import { type PageBody, readBody } from './read-body.ts'

/** What may be fetched, and until when. */
export interface FetchLimits {
  /** Hosts that may lie in private networks or on this machine; `*` for all. */
  privateHosts: readonly string[]
  signal: AbortSignal
}

/** The answer of a server. */
export interface Page extends PageBody {
  url: string
  status: number
  statusText: string
}

const mostRedirects = 5

/**
 * Fetches a page over http or https. Every connection goes to an address that was judged itself, not to a name that may
 * mean something else a moment later. Redirects are followed on the same host only; others are refused, naming the place.
 * No cookies, no credentials, no proxy. Throws when there is no answer.
 */
export async function fetchPage(address: string, limits: FetchLimits): Promise<Page> {
  let url = new URL(address)
  for (let redirects = 0; ; redirects++) {
    const response = await send(url, limits)
    const status = response.statusCode ?? 0
    const target = status >= 300 && status < 400 ? response.headers.location : undefined
    if (target === undefined) {
      const body = await readBody(response)
      return { url: url.href, status, statusText: response.statusMessage ?? '', ...body }
    }
    response.destroy()
    if (redirects === mostRedirects) throw new Error(`${address} redirects more than ${mostRedirects} times.`)
    url = followRedirect(url, target)
  }
}

function followRedirect(from: URL, target: string): URL {
  const to = URL.canParse(target, from.href) ? new URL(target, from.href) : undefined
  if (!to || !isWebAddress(to)) throw new Error(`${from.href} redirects to what is no web address.`)
  const isSameHost = to.hostname === from.hostname && (to.port === from.port || to.port === '')
  const isWeaker = from.protocol === 'https:' && to.protocol === 'http:'
  if (isSameHost && !isWeaker) return to
  throw new Error(
    `${from.href} redirects to ${to.href}, which is not followed. Fetch that address if it is what you want.`,
  )
}

function send(url: URL, limits: FetchLimits): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isAllowed = (address: string) =>
    limits.privateHosts.includes('*') || limits.privateHosts.includes(host) || isPublicAddress(address)
  if (isIP(host) !== 0 && !isAllowed(host)) return Promise.reject(innerAddress(host))
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
    agent: false,
    lookup: lookupAllowed(isAllowed),
    signal: limits.signal,
    headers: { accept: 'text/html, text/*, application/json, */*;q=0.5', 'user-agent': 'hookline' },
  })
  refuseOthers(request, isAllowed)
  request.once('response', resolve)
  // After the answer has begun, errors come out of its body.
  request.on('error', (error) => reject(describeFailure(error, url)))
  request.end()
  return promise
}

function lookupAllowed(isAllowed: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }).then(
      (found) => {
        const allowed = found.filter(({ address }) => isAllowed(address))
        const first = allowed[0]
        if (!first) callback(innerAddress(host), '')
        else if (options.all) callback(null, allowed)
        else callback(null, first.address, first.family)
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    )
  }
}

// A second lock on the door: whatever led here, the address at the other end decides.
function refuseOthers(request: ClientRequest, isAllowed: (address: string) => boolean): void {
  request.once('socket', (socket) => {
    socket.once('connect', () => {
      if (!isAllowed(socket.remoteAddress ?? '')) request.destroy(innerAddress(socket.remoteAddress ?? 'unknown'))
    })
  })
}

function innerAddress(host: string): Error {
  return new Error(`${host} lies in a private or local network, which is not fetched from.`)
}

function describeFailure(error: NodeJS.ErrnoException, url: URL): Error {
  if (error.name === 'AbortError' || error.code === undefined) return error
  const reason = error.code === 'ENOTFOUND' ? `there is no host ${url.hostname}` : error.message
  return new Error(`${url.href} cannot be fetched: ${reason}.`, { cause: error })
}
