import { setTimeout as sleep } from 'node:timers/promises'
import type { BrokenResult, RawResult } from '../../protocol/raw-result.ts'
import { PendingRequest, type RequestLimits } from './pending-request.ts'
import type { WorkerLauncher, WorkerSettings } from './worker-launcher.ts'
import { WorkerLine } from './worker-line.ts'

export type { WorkerSettings } from './worker-launcher.ts'

const firstBackOffMs = 100
const longestBackOffMs = 10_000
/** A request waits this long for a worker that is about to be started again; beyond, it fails at once. */
const patienceMs = 1_000
/** One that ran this long and answered was in order; what ends it now is counted anew. */
const soundMs = 10_000
const healthCheckMs = 10_000
const idleMs = 10 * 60_000
const closingMs = 2_000

/**
 * A worker that is there when it is needed: started by the first request, started again after it was lost, more and more
 * slowly when that happens again and again, and let go when nobody has asked for a long time.
 */
export class Worker {
  readonly #settings: WorkerSettings
  readonly #launcher: WorkerLauncher
  readonly #ending = new Set<Promise<unknown>>()
  #line: WorkerLine | null = null
  #starting: Promise<WorkerLine | BrokenResult> | null = null
  #losses = 0
  #notBefore = 0
  #lastFault: BrokenResult = { kind: 'broken', class: 'crash', message: 'the worker has ended' }
  #lastId = 0
  #closed = false
  #watch: NodeJS.Timeout | undefined

  constructor(settings: WorkerSettings, launcher: WorkerLauncher) {
    this.#settings = settings
    this.#launcher = launcher
  }

  /** Sends one payload, JSON text, and gives what came of it. Never rejects, and settles at the deadline at the latest. */
  ask(payload: string, limits: RequestLimits): Promise<RawResult> {
    if (this.#closed || limits.signal?.aborted) return Promise.resolve({ kind: 'cancelled' })
    return new Promise((resolve) => {
      const request = new PendingRequest(++this.#lastId, payload, { limits, resolve })
      this.#send(request)
    })
  }

  /** Lets what is under way finish for a moment, and ends the process. */
  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#watch)
    await this.#starting
    await this.#line?.close(closingMs)
    this.#line = null
    await Promise.all(this.#ending)
  }

  #send(request: PendingRequest): void {
    if (this.#line) this.#line.send(request)
    else void this.#sendWhenStarted(request)
  }

  async #sendWhenStarted(request: PendingRequest): Promise<void> {
    const backOff = this.#notBefore - performance.now()
    if (backOff > Math.min(patienceMs, request.remaining())) {
      request.settle(this.#describeBackOff(backOff))
      return
    }
    this.#starting ??= this.#start(backOff).finally(() => {
      this.#starting = null
    })
    const started = await this.#starting
    if (request.isSettled) return
    if ('kind' in started) request.settle(started)
    else if (this.#closed) request.settle({ kind: 'cancelled' })
    // It may have been lost again meanwhile; then this request shares the fate of those it had taken.
    else if (this.#line === started) started.send(request)
    else request.settle(this.#lastFault)
  }

  async #start(backOff: number): Promise<WorkerLine | BrokenResult> {
    if (backOff > 0) await sleep(backOff)
    const line = new WorkerLine(this.#settings)
    const fault = await line.open(this.#launcher, {
      onLost: (lost) => this.#lose(line, lost),
      onUnsent: (request) => this.#send(request),
    })
    if (fault) {
      this.#countLoss(fault)
      return fault
    }
    this.#line = line
    this.#watch ??= setInterval(() => this.#look(), healthCheckMs).unref()
    return line
  }

  #lose(line: WorkerLine, fault: BrokenResult): void {
    this.#lastFault = fault
    if (this.#line !== line) return
    this.#line = null
    if (line.answers > 0 && line.age() > soundMs) this.#losses = 0
    this.#countLoss(fault)
    this.#keep(line)
  }

  #countLoss(fault: BrokenResult): void {
    this.#losses++
    this.#lastFault = fault
    // The first is an accident, mended at once.
    const backOff = this.#losses < 2 ? 0 : Math.min(longestBackOffMs, firstBackOffMs * 2 ** (this.#losses - 2))
    this.#notBefore = performance.now() + backOff
  }

  #describeBackOff(backOff: number): BrokenResult {
    const { class: failure, message: last } = this.#lastFault
    const wait = Math.ceil(backOff / 1000)
    const message = `the worker was lost ${this.#losses} times in a row and is started again in ${wait} s (last: ${last})`
    return { kind: 'broken', class: failure, message }
  }

  #look(): void {
    const line = this.#line
    if (!line?.isIdle) return
    if (performance.now() - line.usedAt < idleMs) {
      line.checkHealth()
      return
    }
    this.#line = null
    void line.close(0)
    this.#keep(line)
  }

  /** Whoever closes this worker waits for what its processes leave behind. */
  #keep(line: WorkerLine): void {
    const ending = line.gone.finally(() => this.#ending.delete(ending))
    this.#ending.add(ending)
  }
}
