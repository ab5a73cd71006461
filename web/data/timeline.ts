import type { Brief, RunBrief, VerdictBrief } from '../../src/server/page-types.ts'

type Of<Kind extends Brief['kind']> = Extract<Brief, { kind: Kind }>

/** One firing of an event, as far as it has been told. */
export interface Firing {
  key: string
  id: number
  at: number
  event: string
  tool: string
  subject: string
  agentId: string
  runs: Run[]
  verdict: VerdictBrief | null
  /** Its process went on, or ended, without a verdict. */
  interrupted: boolean
  /** Records beside its event, runs and verdict. */
  extras: number
  /** What hooks had for the model did not reach it whole. */
  undelivered: 'truncated' | 'spilled' | 'dropped' | null
  /** Everything that a text filter looks at, in small letters; made when first needed. */
  words?: string
}

export type Run = RunBrief & { id: number }

/** What stands in a timeline: firings, and what is recorded beside them. */
export type Item = { type: 'firing'; firing: Firing } | { type: 'note'; note: Note }

export type Note = Of<'session'> | Of<'permission'> | Of<'question'> | Of<'answer'> | Of<'notice'> | Of<'loss'>

/** Puts records together into a timeline, as they come. */
export class Timeline {
  readonly items: Item[] = []
  readonly firings = new Map<string, Firing>()
  readonly hooks = new Set<string>()
  readonly tools = new Set<string>()
  /** Rises with every change. */
  version = 0
  readonly #unfinished = new Set<Firing>()

  add(briefs: readonly Brief[]): void {
    for (const brief of briefs) this.#addOne(brief)
    this.version += 1
  }

  /** Firings that have no verdict and may still get one. */
  unfinished(): Firing[] {
    return [...this.#unfinished]
  }

  /** Takes note that a firing will never have a verdict. */
  interrupt(firing: Firing): void {
    firing.interrupted = true
    this.#unfinished.delete(firing)
    this.version += 1
  }

  #addOne(brief: Brief): void {
    switch (brief.kind) {
      case 'event':
        this.#begin(brief)
        return
      case 'run':
        this.#addRun(brief)
        return
      case 'verdict':
        this.#finish(brief)
        return
      case 'delivery':
        this.#deliver(brief)
        return
      case 'session':
        // A process that begins to write about a session ends what an earlier one left open.
        for (const firing of this.#unfinished) firing.interrupted = true
        this.#unfinished.clear()
        break
      default:
        break
    }
    const firing = brief.firing === null ? undefined : this.firings.get(brief.firing)
    if (firing) firing.extras += 1
    this.#place({ type: 'note', note: brief })
  }

  // What is written by several threads arrives nearly in the order in which it happened: the last ones may have to change places.
  #place(item: Item): void {
    const at = timeOf(item)
    let end = this.items.length
    while (end > 0 && this.items.length - end < mostBack && timeOf(this.items[end - 1]!) > at) end -= 1
    this.items.splice(end, 0, item)
  }

  #addRun(brief: Of<'run'>): void {
    this.hooks.add(brief.hook)
    const firing = this.#find(brief)
    firing.runs.push(brief)
    delete firing.words
  }

  #deliver(brief: Of<'delivery'>): void {
    if (brief.firing === null) return
    const firing = this.#find(brief)
    firing.extras += 1
    if (brief.state !== 'delivered') firing.undelivered = brief.state
  }

  #begin(brief: Of<'event'>): void {
    const firing = this.#find(brief)
    firing.event = brief.event
    firing.tool = brief.tool ?? ''
    firing.subject = brief.subject
    firing.agentId = brief.agentId ?? ''
    if (brief.tool) this.tools.add(brief.tool)
    this.#unfinished.add(firing)
  }

  #finish(brief: Of<'verdict'>): void {
    const firing = this.#find(brief)
    firing.verdict = brief
    firing.interrupted = false
    delete firing.words
    this.#unfinished.delete(firing)
  }

  #find({ firing: name, id, at }: Brief): Firing {
    const key = name ?? `record ${id}`
    const known = this.firings.get(key)
    if (known) return known
    const firing = {
      ...{ key, id, at, event: '', tool: '', subject: '', agentId: '' },
      ...{ runs: [], verdict: null, interrupted: false, extras: 0, undelivered: null },
    }
    this.firings.set(key, firing)
    this.#place({ type: 'firing', firing })
    return firing
  }
}

/** An item is never put further back than so many places. */
const mostBack = 50

// A question is asked after the event in whose course it came up, even in the same millisecond.
function timeOf(item: Item): number {
  if (item.type === 'firing') return item.firing.at
  return item.note.kind === 'question' || item.note.kind === 'answer' ? item.note.at + 0.5 : item.note.at
}

/** Milliseconds from which a hook counts as slow. */
export const slowMs = 10_000

/** What a firing is worth looking at for. */
export function isDenied({ verdict }: Firing): boolean {
  return verdict !== null && (verdict.decision === 'deny' || verdict.halted === true)
}

export function hasFailedOpen({ verdict, runs }: Firing): boolean {
  return (verdict?.failedOpen ?? 0) > 0 || runs.some((run) => run.failedOpen)
}

/** The longest that anything of a firing took. */
export function longestMs({ verdict, runs }: Firing): number {
  return Math.max(verdict?.ms ?? 0, ...runs.map((run) => run.ms))
}
