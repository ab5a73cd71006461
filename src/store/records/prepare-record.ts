import { createRedactor, type Redactor } from '../../base/redact.ts'
import type { NewRecord, RecordBody } from '../../protocol/records.ts'

/** A record as it will be written: no secret in it, and no longer than it may be. */
export type PreparedRecord = RecordBody & {
  sessionId: string
  firing: string | null
  at: number
  /** The body as it is stored. */
  text: string
}

export interface Secrets {
  /** Hidden wherever they appear. */
  secrets?: readonly string[]
  /** The values of its credentials are hidden wherever they appear. */
  env?: Readonly<Record<string, string | undefined>>
}

/** Makes what turns records into what may be written. It never throws, whatever is in a record. */
export function createPreparer(known: Secrets): (record: NewRecord) => PreparedRecord {
  const redactor = createRedactor(known)
  return (record) => prepare(record, redactor)
}

function prepare(record: NewRecord, redactor: Redactor): PreparedRecord {
  const { kind, sessionId, firing, at } = record
  const clean = redactor.value(record.body) as unknown as Record<string, unknown>
  const body = fitBody(clean)
  const head = { sessionId: String(sessionId), firing: firing === null ? null : String(firing), at: Math.trunc(at) }
  return { ...head, kind, body: body.value, text: body.text } as unknown as PreparedRecord
}

/** Characters that are kept of one text, and of a whole record; a record beyond that keeps less of every text. */
const longestText = 256 * 1024
const longestRecord = 2 * 1024 * 1024
const shortenedText = 4 * 1024

interface Fitted {
  value: Record<string, unknown>
  text: string
}

function fitBody(body: Record<string, unknown>): Fitted {
  for (const limit of [longestText, shortenedText]) {
    const fitted = cutTexts(body, limit)
    if (fitted.text.length <= longestRecord) return fitted
  }
  return dropFields(body)
}

function cutTexts(body: Record<string, unknown>, limit: number): Fitted {
  const cut: string[] = []
  const value = cutValue(body, '') as Record<string, unknown>
  if (cut.length > 0) value['cut'] = cut
  return { value, text: writeJson(value) }

  function cutValue(part: unknown, path: string): unknown {
    if (typeof part === 'string') {
      if (part.length <= limit) return part
      cut.push(path)
      return cutText(part, limit)
    }
    if (Array.isArray(part)) return part.map((item, index) => cutValue(item, `${path}[${index}]`))
    if (typeof part !== 'object' || part === null || part instanceof Date) return part
    const copy: Record<string, unknown> = {}
    for (const [key, item] of Object.entries(part))
      Object.defineProperty(copy, key, {
        value: cutValue(item, path === '' ? key : `${path}.${key}`),
        enumerable: true,
        writable: true,
        configurable: true,
      })
    return copy
  }
}

// The end of an output is where it says what went wrong.
function cutText(text: string, limit: number): string {
  const end = Math.floor(limit / 4)
  const left = text.length - limit
  return `${text.slice(0, limit - end)}\n[… ${left} characters left out …]\n${text.slice(-end)}`
}

/** What is too long even with short texts, as a list of a million numbers: only the small fields stay. */
function dropFields(body: Record<string, unknown>): Fitted {
  const value: Record<string, unknown> = {}
  const cut: string[] = []
  for (const [key, part] of Object.entries(cutTexts(body, shortenedText).value)) {
    if (key === 'cut') continue
    if (writeJson(part).length <= shortenedText * 8) value[key] = part
    else {
      value[key] = Array.isArray(part) ? [] : typeof part === 'object' ? {} : null
      cut.push(key)
    }
  }
  value['cut'] = cut
  return { value, text: writeJson(value) }
}

function writeJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? String(part) : part)) ?? 'null'
}
