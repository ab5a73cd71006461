import { HookEvent } from '../../protocol/event-types.ts'
import type { FiringSummary, RecordReader, SessionRecord, SessionSummary, VerdictBody } from '../../protocol/records.ts'
import { listSessions } from '../trace/find-session.ts'
import type { RecordFilter } from '../trace/record-flags.ts'
import { describeGaps, findHidden } from './find-gaps.ts'
import type { PastVerdict, ReplayEvent, ReplaySession } from './replay-event.ts'

/**
 * The recorded events that fit, by session, the oldest session first. Of each session its starts come along, too: they set
 * variables that later hooks see. Events that can be compared to nothing have no past verdict.
 */
export function loadEvents(
  reader: RecordReader,
  { filter, session }: { filter: RecordFilter; session?: SessionSummary },
): ReplaySession[] {
  const { limit, ...unlimited } = filter
  const sessions = session ? [session] : listSessions(reader, unlimited)
  const chosen = sessions.flatMap(({ sessionId }) => reader.firings({ ...filter.query, sessionId, order: 'oldest' }))
  const kept = new Set(newest(chosen, limit).map(({ firing }) => firing))
  return sessions
    .map((summary) => loadSession(reader, summary, kept))
    .filter(({ events }) => events.some(({ compared }) => compared))
    .sort((a, b) => a.events[0]!.at - b.events[0]!.at)
}

function newest(firings: FiringSummary[], limit: number | undefined): FiringSummary[] {
  return limit === undefined ? firings : firings.sort((a, b) => a.id - b.id).slice(-limit)
}

function loadSession(reader: RecordReader, session: SessionSummary, kept: ReadonlySet<string>): ReplaySession {
  const { sessionId, projectDir } = session
  const keepsEnv = session.program !== 'fire'
  const events = reader.firings({ sessionId, order: 'oldest' }).flatMap((summary, index): ReplayEvent[] => {
    const compared = kept.has(summary.firing)
    if (!compared && !(keepsEnv && summary.event === HookEvent.SessionStart)) return []
    const records = reader.records({ firing: summary.firing }).filter((record) => record.sessionId === sessionId)
    const read = readEvent(summary, index + 1, records)
    return read ? [{ ...read, compared }] : []
  })
  return { sessionId, projectDir, keepsEnv, events }
}

function readEvent(
  { firing, at }: FiringSummary,
  number: number,
  records: readonly SessionRecord[],
): Omit<ReplayEvent, 'compared'> | undefined {
  const begun = records.find((record) => record.kind === 'event')
  const ended = records.find((record) => record.kind === 'verdict')
  if (begun?.kind !== 'event') return undefined
  const { event, input, cut = [] } = begun.body
  const gaps = describeGaps({ hidden: findHidden(input), cut: cut.map((path) => path.replace(/^input\./, '')) })
  const then = ended?.kind === 'verdict' ? readVerdict(ended.body) : null
  return { number, firing, at, event, input, then, gaps: [...gaps, ...verdictGaps(ended)] }
}

function verdictGaps(ended: SessionRecord | undefined): string[] {
  if (ended?.kind !== 'verdict' || ended.body.cut === undefined) return []
  const cut = ended.body.cut.filter((path) => /^(reason|input|output|prompt|halt|failedOpen|runs)\b/.test(path))
  return cut.length === 0 ? [] : [`only a part was recorded of its verdict: ${cut.join(', ')}`]
}

// A caller that gave up has no verdict of hooks to compare with.
function readVerdict(body: VerdictBody): PastVerdict | null {
  if (body.aborted) return null
  const { decision, reason, decidedBy, halt, failedOpen } = body
  return {
    decision,
    reason,
    decidedBy,
    halt,
    failedOpen,
    failing: listFailing(body.runs),
    knowledge: 'verdict',
    ...(Object.hasOwn(body, 'input') && { input: body.input }),
    ...(Object.hasOwn(body, 'output') && { output: body.output }),
    ...(Object.hasOwn(body, 'prompt') && { prompt: body.prompt }),
  }
}

/** The hooks that failed, each once. */
export function listFailing(runs: VerdictBody['runs']): string[] {
  const failed = runs.filter(
    ({ status, class: kind }) => status === 'failed' || status === 'timeout' || kind !== undefined,
  )
  return [...new Set(failed.map(({ hook }) => hook))]
}
