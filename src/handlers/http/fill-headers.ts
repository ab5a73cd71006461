import { validateHeaderName, validateHeaderValue } from 'node:http'
import type { RunRequest } from '../../protocol/ports.ts'
import type { BrokenResult } from '../../protocol/raw-result.ts'
import type { HttpSpec } from './http-spec.ts'

/**
 * The headers of a request: ours, then the hook's with `$VAR` and `${VAR}` filled in from the variables it declares, then
 * `fixed`. What cannot be sent is told by the header's name; values, which may be secrets, are never repeated.
 */
export function fillHeaders(
  request: RunRequest,
  fixed: Readonly<Record<string, string>>,
): { headers: Record<string, string> } | BrokenResult {
  const { headers } = request.hook.handler as HttpSpec
  const filled: Record<string, string> = { ...ownHeaders }
  for (const [name, written] of Object.entries(headers)) {
    const value = fillVariables(written, request)
    const fault = findFault(name, value)
    if (fault) return { kind: 'broken', class: 'spawn', message: `the header ${JSON.stringify(name)} ${fault}` }
    filled[name.toLowerCase()] = value
  }
  return { headers: { ...filled, ...fixed } }
}

const ownHeaders = {
  'content-type': 'application/json',
  accept: 'application/json',
  'user-agent': 'hookline',
}

/** Who declares nothing gets nothing: what is not declared or not set stays as written, and in claude's files becomes empty. */
function fillVariables(written: string, { hook, session }: RunRequest): string {
  const declared = new Set((hook.handler as HttpSpec).allowedEnvVars ?? [])
  return written.replace(/\$(?:(\w+)|\{(\w+)\})/g, (mark, bare?: string, braced?: string) => {
    const name = bare ?? braced!
    const value = declared.has(name) ? (session.sessionEnv[name] ?? session.hostEnv[name]) : undefined
    return value ?? (hook.dialect.name === 'claude' ? '' : mark)
  })
}

const framing = new Set(
  'connection content-length expect host keep-alive proxy-connection te trailer transfer-encoding upgrade'.split(' '),
)

function findFault(name: string, value: string): string | undefined {
  if (framing.has(name.toLowerCase())) return 'belongs to the connection and cannot be set'
  try {
    validateHeaderName(name)
  } catch {
    return 'has a name that cannot be sent'
  }
  try {
    validateHeaderValue(name, value)
    return undefined
  } catch {
    return 'has a value that cannot be sent'
  }
}
