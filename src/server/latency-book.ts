import type { RecordReader } from '../protocol/records.ts'
import type { PageStatistics } from './page-types.ts'
import { readInSteps } from './read-in-steps.ts'

/** Edges of the latency histogram in milliseconds: 1, 2 and 5 of every power of ten up to a minute. */
export const latencyEdges = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 60_000] as const

/** How many sessions are remembered at once. */
const mostPages = 16

/** Counts how long hooks took. What was counted once is remembered: only records that are new are read. */
export class LatencyBook {
  readonly #reader: RecordReader
  readonly #pages = new Map<string, Page>()

  constructor(reader: RecordReader) {
    this.#reader = reader
  }

  /** Statistics of one session, or of all of them. */
  async read(sessionId?: string): Promise<PageStatistics> {
    const page = this.#open(sessionId)
    page.reading = page.reading.then(() => this.#catchUp(page, sessionId))
    await page.reading
    const rows = this.#reader.statistics(sessionId === undefined ? {} : { sessionId })
    const none = latencyEdges.map(() => 0).concat(0)
    return { edges: latencyEdges, hooks: rows.map((row) => ({ ...row, counts: page.hooks.get(row.hook) ?? none })) }
  }

  #open(sessionId = ''): Page {
    const known = this.#pages.get(sessionId)
    const page = known ?? { after: 0, hooks: new Map(), reading: Promise.resolve() }
    // Whatever was read last stands last: the first one is the one to forget.
    this.#pages.delete(sessionId)
    this.#pages.set(sessionId, page)
    const [oldest] = this.#pages.keys()
    if (this.#pages.size > mostPages && oldest !== undefined) this.#pages.delete(oldest)
    return page
  }

  async #catchUp(page: Page, sessionId: string | undefined): Promise<void> {
    const query = { kinds: ['run'] as const, after: page.after, ...(sessionId !== undefined && { sessionId }) }
    for await (const batch of readInSteps(this.#reader, query)) {
      for (const record of batch) {
        page.after = record.id
        if (record.kind === 'run' && record.body.status !== 'skipped') count(page, record.body.hook, record.body.ms)
      }
    }
  }
}

interface Page {
  after: number
  hooks: Map<string, number[]>
  /** Readers take turns, so that nothing is counted twice. */
  reading: Promise<void>
}

function count({ hooks }: Page, hook: string, ms: number): void {
  const counts = hooks.get(hook) ?? latencyEdges.map(() => 0).concat(0)
  hooks.set(hook, counts)
  const above = latencyEdges.findIndex((edge) => ms < edge)
  counts[above === -1 ? latencyEdges.length : above]! += 1
}
