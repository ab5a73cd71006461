import type { FailureClass } from '../../protocol/failure.ts'
import type { BrokenResult, RawResult } from '../../protocol/raw-result.ts'
import { describeEnd } from './describe-end.ts'
import type { PendingRequest } from './pending-request.ts'
import { readMessage, type WorkerMessage } from './read-message.ts'
import type { WorkerLauncher, WorkerProcess, WorkerSettings } from './worker-launcher.ts'

/** The version of the protocol spoken here. */
const protocolVersion = 1
/** So many requests in a row without an answer, and the process is replaced. */
const maxSilent = 3
/** Long enough for one that computes; while it owes answers, their deadlines judge it. */
const pongMs = 5_000
const maxNoise = 64 * 1024 * 1024
const drainMs = 250
const farewellMs = 1_000

const ended: BrokenResult = { kind: 'broken', class: 'crash', message: 'the worker has ended' }

/** Whoever keeps a line. */
export interface LineOwner {
  /** No more requests can be sent to it; called again when more is known of the reason. */
  onLost(fault: BrokenResult): void
  /** A request that never reached it. */
  onUnsent(request: PendingRequest): void
}

/** One process of a worker with the requests it owes an answer. When it is lost, those fail and nothing else does. */
export class WorkerLine {
  readonly #settings: WorkerSettings
  readonly #pending = new Map<number, PendingRequest>()
  readonly #startedAt = performance.now()
  #process: WorkerProcess | null = null
  #owner: LineOwner = { onLost: () => undefined, onUnsent: () => undefined }
  #accepts: ReadonlySet<string> = new Set()
  /** It has said hello, or answered with an id. Until then it may be one that takes an event and prints an answer, line by line. */
  #knowsIds = false
  /** The ids of what it was sent while that was open, in order. */
  #sent: number[] = []
  #silent = 0
  #noise = 0
  #heardAt = 0
  #lost = false
  #closing = false
  #whenIdle: (() => void) | null = null
  readonly #gone = Promise.withResolvers<void>()
  answers = 0
  usedAt: number = this.#startedAt

  constructor(settings: WorkerSettings) {
    this.#settings = settings
  }

  /** Starts the process; null when it runs. */
  async open(launcher: WorkerLauncher, owner: LineOwner): Promise<BrokenResult | null> {
    this.#owner = owner
    const started = await launcher.launch(this.#settings, {
      hear: (line, isCut) => this.#hear(line, isCut),
      skip: (bytes) => this.#countNoise(bytes),
    })
    if ('kind' in started) return started
    this.#process = started
    void started.exited.then((end) => {
      if (!this.#lost) void this.#conclude(started, end)
    })
    return null
  }

  /** Resolves when the process and what it left behind are gone. */
  get gone(): Promise<void> {
    return this.#gone.promise
  }

  /** How long it has run, in milliseconds. */
  age(): number {
    return performance.now() - this.#startedAt
  }

  get isIdle(): boolean {
    return this.#pending.size === 0
  }

  send(request: PendingRequest): void {
    this.usedAt = performance.now()
    this.#pending.set(request.id, request)
    request.onGivenUp = (why) => this.#giveUp(request, why)
    this.#process!.channels.write(this.#writeLine(request), () => this.#takeBack(request))
  }

  #writeLine({ id, payload }: PendingRequest): string {
    if (this.#knowsIds) return `{"id":${id},"payload":${payload}}\n`
    this.#sent.push(id)
    return `{"id":${id},"payload":${payload}${listFields(payload)}}\n`
  }

  /** Asks a worker that knows how to answer whether it still does; one that owes nothing and stays silent is replaced. */
  checkHealth(): void {
    if (this.#lost || !this.#accepts.has('ping')) return
    const askedAt = performance.now()
    this.#tell('ping')
    setTimeout(() => {
      if (this.#heardAt < askedAt && this.isIdle) this.#replace('does not answer to a health check', 'timeout')
    }, pongMs).unref()
  }

  /** Lets open requests finish for at most `ms`, then ends the process. What is still open counts as cancelled. */
  async close(ms: number): Promise<void> {
    this.#closing = true
    this.#tell('drain')
    if (!this.isIdle) {
      const idle = new Promise<void>((resolve) => {
        this.#whenIdle = resolve
      })
      await waitAtMost(ms, idle)
    }
    this.#failAll({ kind: 'cancelled' })
    if (!this.#lost) {
      this.#process!.channels.end()
      await waitAtMost(farewellMs, this.#process!.exited)
      if (!this.#lost) void this.#kill()
    }
    await this.gone
  }

  /** The process went away before it could read this: nobody has seen it, so another may be asked. */
  #takeBack(request: PendingRequest): void {
    if (!this.#pending.has(request.id) || this.#closing) return
    this.#owner.onLost(ended)
    // Mostly its end is on the way; one that lives on without reading is of no use.
    setTimeout(() => this.#replace('has closed its input', 'crash'), drainMs).unref()
    // Twice in a row is no accident: then it fails for the reason for which the process ended.
    if (request.sentAgain) return
    request.sentAgain = true
    this.#forget(request)
    this.#owner.onUnsent(request)
  }

  #hear(line: Buffer, isCut: boolean): void {
    this.#heardAt = performance.now()
    const message = readMessage(line, isCut)
    switch (message.kind) {
      case 'result':
        if (message.id !== null) this.#learnIds()
        this.#take(message, line.length)
        break
      case 'plain':
        this.#takePlain(message, line.length)
        break
      case 'hello':
        this.#learnIds()
        this.#accepts = message.accepts
        if (message.protocol !== protocolVersion)
          this.#replace(`speaks protocol ${String(message.protocol)}, not ${protocolVersion}`, 'spawn')
        break
      case 'noise':
        this.#countNoise(line.length)
        break
      case 'pong':
        break
    }
  }

  #take({ id, result }: WorkerMessage & { kind: 'result' }, bytes: number): void {
    const request = id === null ? this.#onlyRequest() : this.#pending.get(id)
    if (!request) {
      // An answer that came too late, or a second one: the first has been acted on.
      this.#countNoise(bytes)
      return
    }
    this.#silent = 0
    this.#noise = 0
    this.answers++
    this.#forget(request)
    request.settle(result)
  }

  #learnIds(): void {
    this.#knowsIds = true
    this.#sent.length = 0
  }

  // One line in, one line out, in order: an answer is that to the oldest line, also when nobody waits for it any more. But one
  // that only speaks up to say no was silent about that line: its no must not be lost.
  #takePlain({ answer, misfit, deniesPlainly }: WorkerMessage & { kind: 'plain' }, bytes: number): void {
    const id = this.#sent.shift()
    const isLate = id !== undefined && !this.#pending.has(id)
    if (id === undefined || (isLate && deniesPlainly)) this.#take(misfit, bytes)
    else this.#take({ kind: 'result', id, result: answer }, bytes)
  }

  #onlyRequest(): PendingRequest | undefined {
    this.#sent.shift()
    return this.#pending.size === 1 ? this.#pending.values().next().value : undefined
  }

  #forget(request: PendingRequest): void {
    this.#pending.delete(request.id)
    if (this.isIdle) this.#whenIdle?.()
  }

  #giveUp(request: PendingRequest, why: 'timeout' | 'cancelled'): void {
    this.#forget(request)
    if (this.#lost) return
    this.#tell('cancel', request.id)
    if (why === 'cancelled') return
    this.#silent++
    const isDeaf = this.#process!.channels.isStuck() && this.#heardAt < request.askedAt
    if (this.#silent >= maxSilent) this.#replace(`left ${maxSilent} requests in a row without an answer`, 'timeout')
    else if (isDeaf) this.#replace('does not read its input', 'timeout')
    else this.checkHealth()
  }

  #countNoise(bytes: number): void {
    this.#noise += bytes
    if (this.#noise > maxNoise) this.#replace('floods its output with what is no answer', 'invalidOutput')
  }

  /** Ends a process that is of no use any more; what it still owes fails for the same reason. */
  #replace(why: string, failure: FailureClass): void {
    if (this.#lost) return
    const fault: BrokenResult = { kind: 'broken', class: failure, message: `the worker was restarted: it ${why}` }
    void this.#kill()
    this.#owner.onLost(fault)
    this.#failAll(fault)
  }

  async #kill(): Promise<void> {
    this.#lost = true
    await this.#process!.kill()
    this.#process!.channels.close()
    this.#gone.resolve()
  }

  async #conclude(started: WorkerProcess, end: Awaited<WorkerProcess['exited']>): Promise<void> {
    this.#lost = true
    const { channels } = started
    if (!this.#closing) this.#owner.onLost(ended)
    // What it printed may still be in the pipe; what a process that it left behind might print one day is not waited for.
    await waitAtMost(drainMs, channels.drained)
    const fault = await describeEnd({
      end,
      stderr: channels.stderr.read(),
      settings: this.#settings,
      answers: this.answers,
    })
    if (!this.#closing) this.#owner.onLost(fault)
    this.#failAll(this.#closing ? { kind: 'cancelled' } : fault)
    await started.reap()
    channels.close()
    this.#gone.resolve()
  }

  #failAll(result: RawResult): void {
    for (const request of [...this.#pending.values()]) {
      this.#forget(request)
      request.settle(result)
    }
  }

  /** Only to workers that said that they understand it. */
  #tell(type: 'ping' | 'cancel' | 'drain', id?: number): void {
    if (this.#lost || !this.#accepts.has(type)) return
    this.#process?.channels.write(`${JSON.stringify({ type, ...(id !== undefined && { id }) })}\n`)
  }
}

// The fields of the event beside the envelope, where a script finds them that was written like a command.
function listFields(payload: string): string {
  const { id: _, payload: __, ...fields } = JSON.parse(payload) as Record<string, unknown>
  const text = JSON.stringify(fields).slice(1, -1)
  return text === '' ? '' : `,${text}`
}

function waitAtMost(ms: number, promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    void promise.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
