import type {
  AnswerBody,
  FiringSummary,
  NewRecord,
  PendingQuestion,
  QuestionDesk,
  RecordQuery,
  RecordReader,
  SessionRecord,
  SessionSummary,
} from '../../../src/protocol/records.ts'

/** Records and questions that live in a list: what the page's server reads, without a file. */
export class MemoryRecords implements RecordReader, QuestionDesk {
  readonly all: SessionRecord[] = []
  /** How many records have been handed out, all readings together. */
  handedOut = 0
  readonly #waiting = new Map<string, PendingQuestion>()
  readonly #answers = new Map<string, AnswerBody>()

  add(...records: readonly NewRecord[]): void {
    for (const record of records) {
      const seq = this.all.filter(({ sessionId }) => sessionId === record.sessionId).length + 1
      this.all.push({ version: 1, id: this.all.length + 1, seq, hash: 'none', ...record })
    }
  }

  /** Adds very many records at once; they are numbered as if they were of one session. */
  addMany(records: readonly NewRecord[]): void {
    for (const record of records) {
      const id = this.all.length + 1
      this.all.push({ version: 1, id, seq: id, hash: 'none', ...record })
    }
  }

  sessions(): SessionSummary[] {
    return [...Map.groupBy(this.all, ({ sessionId }) => sessionId)].map(([sessionId, records]) => {
      const runs = records.flatMap((record) => (record.kind === 'run' ? [record.body] : []))
      const [begun] = records.flatMap((record) => (record.kind === 'session' ? [record.body] : []))
      return {
        sessionId,
        projectDir: begun?.projectDir ?? '',
        program: begun?.program ?? '',
        firstAt: records[0]!.at,
        lastAt: records.at(-1)!.at,
        events: records.filter(({ kind }) => kind === 'event').length,
        runs: runs.length,
        denied: records.filter(
          ({ kind, body }) => kind === 'verdict' && (body as { decision: string }).decision === 'deny',
        ).length,
        failedOpen: runs.filter(({ failedOpen }) => failedOpen).length,
        slow: runs.filter(({ ms }) => ms >= 10_000).length,
        waiting: [...this.#waiting.values()].filter((question) => question.sessionId === sessionId).length,
      }
    })
  }

  firings(query: RecordQuery = {}): FiringSummary[] {
    const events = this.records({ ...query, kinds: ['event'] })
    return events.flatMap((record) => (record.kind === 'event' ? [summarize(record)] : []))
  }

  records(query: RecordQuery = {}): SessionRecord[] {
    const { sessionId, firing, kinds, after = 0, limit = Number.POSITIVE_INFINITY } = query
    const found: SessionRecord[] = []
    for (let at = after; at < this.all.length && found.length < limit; at++) {
      const record = this.all[at]!
      if (sessionId !== undefined && record.sessionId !== sessionId) continue
      if (firing !== undefined && record.firing !== firing) continue
      if (kinds === undefined || kinds.includes(record.kind)) found.push(record)
    }
    this.handedOut += found.length
    return found
  }

  statistics({ sessionId }: RecordQuery = {}): ReturnType<RecordReader['statistics']> {
    const runs = this.all.flatMap((record) =>
      record.kind === 'run' && (sessionId === undefined || record.sessionId === sessionId) ? [record.body] : [],
    )
    return [...Map.groupBy(runs, ({ hook }) => hook)].map(([hook, own]) => {
      const times = own.map(({ ms }) => ms).sort((a, b) => a - b)
      const at = (share: number): number => times[Math.min(times.length - 1, Math.floor(times.length * share))]!
      return {
        hook,
        source: own[0]!.source,
        handler: own[0]!.handler,
        runs: own.length,
        blocked: own.filter(({ status }) => status === 'blocked').length,
        failed: own.filter(({ status }) => status === 'failed' || status === 'timeout').length,
        failedOpen: own.filter(({ failedOpen }) => failedOpen).length,
        p50: at(0.5),
        p95: at(0.95),
        max: times.at(-1)!,
      }
    })
  }

  verify(sessionId: string): ReturnType<RecordReader['verify']> {
    return { sessionId, records: this.all.length, ok: true }
  }

  lastId(): number {
    return this.all.length
  }

  close(): void {}

  put(question: PendingQuestion): void {
    this.#waiting.set(question.questionId, question)
  }

  open(): PendingQuestion[] {
    return [...this.#waiting.values()]
  }

  answer(questionId: string, answer: Omit<AnswerBody, 'questionId'>): boolean {
    if (!this.#waiting.delete(questionId)) return false
    this.#answers.set(questionId, { questionId, ...answer })
    return true
  }

  answerTo(questionId: string): AnswerBody | undefined {
    return this.#answers.get(questionId)
  }
}

function summarize(record: Extract<SessionRecord, { kind: 'event' }>): FiringSummary {
  const { sessionId, id, at, body } = record
  return {
    ...{
      sessionId,
      firing: record.firing ?? '',
      id,
      at,
      event: body.event,
      tool: String(body.input['toolName'] ?? ''),
    },
    ...{ agentId: body.agentId ?? null, ms: null, decision: null, reason: null, decidedBy: null, failedOpen: false },
    ...{ interrupted: false, runs: 0 },
  }
}
