import type { SessionRecord } from '../../src/protocol/records.ts'

type EventRecord = Extract<SessionRecord, { kind: 'event' }>
type VerdictRecord = Extract<SessionRecord, { kind: 'verdict' }>

/** One field that hooks changed: what it was, what it became, and who did it. */
export interface ChangedField {
  path: string
  by: string[]
  conflict: boolean
  before: string
  after: string
}

/** What hooks changed in an event, each field once. */
export function listChanges(event: EventRecord | undefined, verdict: VerdictRecord | undefined): ChangedField[] {
  const fields = new Map<string, ChangedField>()
  for (const { path, by, conflict } of verdict?.body.changes ?? []) {
    const known = fields.get(path)
    if (known) {
      if (!known.by.includes(by)) known.by.push(by)
      known.conflict ||= conflict === true
      continue
    }
    const [before, after] = valuesAt(path, event?.body.input ?? {}, verdict!.body)
    fields.set(path, { path, by: [by], conflict: conflict === true, before: show(before), after: show(after) })
  }
  return [...fields.values()]
}

function valuesAt(
  path: string,
  input: Record<string, unknown>,
  verdict: VerdictRecord['body'],
): [before: unknown, after: unknown] {
  const [root, ...rest] = path.split('.')
  switch (root) {
    case 'input':
      return [valueAt(input['toolInput'], rest), valueAt(verdict.input, rest)]
    case 'output':
      return [valueAt(input['toolOutput'], rest), valueAt(verdict.output, rest)]
    case 'prompt':
      return [input['userPrompt'], verdict.prompt]
    default:
      return [valueAt(input, [root!, ...rest]), undefined]
  }
}

// Names of fields may hold dots themselves: the longest name that exists is taken.
function valueAt(value: unknown, path: readonly string[]): unknown {
  if (path.length === 0) return value
  if (typeof value !== 'object' || value === null) return undefined
  for (let length = path.length; length > 0; length -= 1) {
    const name = path.slice(0, length).join('.')
    if (Object.hasOwn(value, name)) return valueAt((value as Record<string, unknown>)[name], path.slice(length))
  }
  return undefined
}

function show(value: unknown): string {
  if (value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
