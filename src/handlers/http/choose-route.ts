import { isIP } from 'node:net'
import type { Hook } from '../../protocol/hook.ts'
import type { BrokenResult } from '../../protocol/raw-result.ts'
import { isProjectLayer } from '../../protocol/source.ts'
import type { HttpSpec } from './http-spec.ts'
import { isPublicAddress } from './public-address.ts'

/** Where a request goes, and whether it may end at a private address. */
export interface Route {
  url: URL
  /** `guarded` connections are refused when the address they lead to is not public. */
  access: 'guarded' | 'open'
}

/**
 * Decides how a hook's address may be reached. Without its owner's word only https to public addresses is; a project's own
 * file cannot give that word. Names are judged again by the address that is really connected.
 */
export function chooseRoute(hook: Hook): Route | BrokenResult {
  const spec = hook.handler as HttpSpec
  const url = URL.parse(spec.url)
  if (url === null || !/^https?:$/.test(url.protocol)) return refuse('the address of the hook is no http address')
  const host = bareHost(url.hostname)
  const named = (spec.allowedHosts ?? []).some((pattern) => matchesHost(host, pattern))
  if (named && !isProjectLayer(hook.source.layer)) return { url, access: 'open' }
  const hint = named ? projectHint : `add "${host}" to allowedHosts of the hook`
  if (isLocalName(host) || (isIP(host) !== 0 && !isPublicAddress(host)))
    return refuse(`${url.host} is not a public address`, hint)
  if (url.protocol === 'http:')
    return refuse(`${url.host} would be reached without encryption`, `use https, or ${hint}`)
  return { url, access: 'guarded' }
}

const projectHint = 'allowedHosts does not count in a file of the project; move the hook into a file of your own'

/** Whether a host is named by an entry of `allowedHosts`: the same name, or below the domain of `*.domain`. */
export function matchesHost(host: string, pattern: string): boolean {
  const wanted = bareHost(pattern)
  return wanted.startsWith('*.') ? host.endsWith(wanted.slice(1)) && host.length > wanted.length - 1 : host === wanted
}

function bareHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
}

function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

function refuse(message: string, hint?: string): BrokenResult {
  return { kind: 'broken', class: 'spawn', message, ...(hint !== undefined && { hint }) }
}
