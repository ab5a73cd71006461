import type { RecordBody } from '../../protocol/records.ts'

/** What a record is found by. */
export interface RecordColumns {
  event: string | null
  /** The tool that the record itself names; those of a firing are found by the tool of its event, too. */
  tool: string | null
  /** A tool call that was not let through, whoever decided it. */
  refused: boolean
}

/** What follows from the text of a record. */
export function deriveColumns(record: RecordBody): RecordColumns {
  const { body } = record
  return {
    event: 'event' in body ? asText(body.event) : null,
    tool: record.kind === 'event' ? toolOf(record.body.input) : 'toolName' in body ? asText(body.toolName) : null,
    refused: record.kind === 'permission' && record.body.granted === false,
  }
}

function toolOf(input: unknown): string | null {
  return typeof input === 'object' && input !== null ? asText((input as { toolName?: unknown }).toolName) : null
}

/** What a record says of its firing. */
export interface FiringColumns {
  agent?: string | null
  ms?: number | null
  decision?: string | null
  reason?: string | null
  decidedBy?: string | null
  failedOpen?: boolean
  ended?: true
}

/** What follows for the firing from the text of one of its records. */
export function deriveFiring(record: RecordBody): FiringColumns {
  switch (record.kind) {
    case 'event':
      return { agent: asText(record.body.agentId) }
    case 'run':
      return record.body.failedOpen === true ? { failedOpen: true } : {}
    case 'verdict': {
      const { ms, decision, reason, decidedBy, failedOpen } = record.body
      return {
        ms: asNumber(ms),
        decision: asText(decision),
        reason: asText(reason),
        decidedBy: asText(decidedBy),
        ...(failedOpen?.length > 0 && { failedOpen: true }),
        ended: true,
      }
    }
    default:
      return {}
  }
}

/** What a run is found and counted by. */
export interface RunColumns {
  hook: string
  name: string | null
  source: string
  handler: string
  ms: number
  blocked: boolean
  failed: boolean
  failedOpen: boolean
}

/** What follows from the text of a run. */
export function deriveRun({ body }: Extract<RecordBody, { kind: 'run' }>): RunColumns {
  return {
    hook: asText(body.hook) ?? '',
    name: asText(body.name),
    source: asText(body.source) ?? '',
    handler: asText(body.handler) ?? '',
    ms: asNumber(body.ms) ?? 0,
    blocked: body.status === 'blocked',
    failed: body.class !== undefined,
    failedOpen: body.failedOpen === true,
  }
}

// Halves of characters would not come back from the database as they went in.
function asText(value: unknown): string | null {
  return typeof value === 'string' ? value.toWellFormed() : null
}

function asNumber(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
