import { readAnswer } from '../../base/json.ts'
import type { FailureClass } from '../../protocol/failure.ts'
import type { Hook } from '../../protocol/hook.ts'
import type { BrokenResult, RawResult } from '../../protocol/raw-result.ts'
import type { Route } from './choose-route.ts'
import { privateAddressCode } from './http-agents.ts'
import type { HttpSpec } from './http-spec.ts'
import type { Reply } from './send-once.ts'

/** Says what a reply was: an answer is a JSON object with a 2xx status and nothing else; all else is a failure. */
export function readReply(reply: Reply, hook: Hook, { url }: Route): RawResult {
  if (reply.kind === 'failed') return describeFailure(reply.error, url)
  const { status, body } = reply
  const broken = (failure: FailureClass, message: string, hint?: string): BrokenResult => ({
    kind: 'broken',
    class: failure,
    message: `${url.host} ${message}`,
    ...(hint !== undefined && { hint }),
    ...(body.text !== '' && { said: body.text }),
  })
  if (status >= 300 && status < 400)
    return broken('crash', `redirects (status ${status}), which is not followed`, 'write the final address into url')
  if (status < 200 || status >= 300) return broken('crash', `answered with status ${status}`)
  if (body.cut) return broken('crash', `did not answer: ${body.fault}`)
  if (body.fault !== undefined) return broken('invalidOutput', `did not answer: ${body.fault}`)
  if (status === 204 && mayBeSilent(hook)) return { kind: 'value', value: undefined }
  const answer = readAnswer(body.text)
  if (answer.kind !== 'object' || answer.noisy || answer.duplicateKeys.length > 0)
    return broken('invalidOutput', describeMisfit(answer, status, reply.headers['content-type']), '{} means no opinion')
  return { kind: 'value', value: answer.value }
}

// Claude's own contract takes 204 for an answer.
function mayBeSilent(hook: Hook): boolean {
  return (hook.handler as HttpSpec).allow204 ?? hook.dialect.name === 'claude'
}

function describeMisfit(
  answer: ReturnType<typeof readAnswer>,
  status: number,
  contentType: string | undefined,
): string {
  switch (answer.kind) {
    case 'empty':
      return `answered with status ${status} and nothing else`
    case 'text': {
      const kind = contentType === undefined ? 'text' : contentType.split(';')[0]!.trim().slice(0, 60)
      return `answered with ${kind} that is no JSON object`
    }
    case 'broken':
      return `answered with JSON that does not fit: ${answer.message}`
    case 'objects':
      return `answered with ${answer.values.length} JSON objects, expected one`
    case 'object':
      return answer.noisy
        ? 'answered with other text around the JSON object'
        : `answered with ${answer.duplicateKeys[0]} given twice`
  }
}

const unreachable = 'check that the server runs, and the address of the hook'

function describeFailure(error: NodeJS.ErrnoException, url: URL): BrokenResult {
  const { code = '' } = error
  const failure = code.startsWith('HPE_') ? 'invalidOutput' : 'spawn'
  if (code === privateAddressCode)
    return { kind: 'broken', class: failure, message: error.message, hint: `add "${url.hostname}" to allowedHosts` }
  return {
    kind: 'broken',
    class: failure,
    message: `${url.host} cannot be asked: ${describeError(error)}`,
    hint: unreachable,
  }
}

/** Of several addresses that were all tried, the first error stands for all. */
function describeError(error: NodeJS.ErrnoException): string {
  const { errors } = error as unknown as { errors?: readonly Error[] }
  return error.message || errors?.[0]?.message || error.code || 'unknown error'
}
