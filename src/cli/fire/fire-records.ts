import { describeThrown } from '../../base/describe-thrown.ts'
import { monotonicMs } from '../../base/monotonic-ms.ts'
import type { ObservedStep, Observer } from '../../protocol/ports.ts'
import type { StepWriter } from './write-steps.ts'

/** Records one event. Nothing of it is loaded when no hook runs and nothing was decided. */
export interface FireRecords {
  observer: Observer
  /** Resolves when all that has happened so far is stored; says what went wrong. */
  settle(): Promise<string[]>
  close(): Promise<void>
}

/** A step with the moment at which it was seen. */
export interface SeenStep {
  step: ObservedStep
  at: number
  monotonic: number
}

/**
 * Records one event in the user's records, unless `HOOKLINE_RECORDS=off`. What it takes is loaded while hooks run, and the
 * event itself is on disk then; the verdict is when `settle` resolves.
 */
export function createFireRecords(env: Readonly<Record<string, string | undefined>>): FireRecords {
  const steps: SeenStep[] = []
  let writer: Promise<StepWriter> | undefined
  const load = (): Promise<StepWriter> => {
    writer ??= import('./write-steps.ts').then(({ openStepWriter }) => openStepWriter(env))
    return writer
  }
  const write = async (): Promise<void> => (await load()).write(steps.splice(0))
  return {
    observer(step) {
      if (env['HOOKLINE_RECORDS'] === 'off') return
      steps.push({ step, at: Date.now(), monotonic: monotonicMs() })
      // Once its process has been started there is nothing to do but wait for it.
      if (step.type === 'hookStart' && !writer) setImmediate(() => void write().catch(() => undefined))
    },
    async settle() {
      const decided = steps.some(({ step }) => step.type === 'eventEnd' && step.verdict.decision !== null)
      if (!writer && !decided && !steps.some(({ step }) => step.type === 'hookStart')) return []
      return write().then(
        () => [],
        (error: unknown) => [`what was decided cannot be recorded: ${describeThrown(error)}`],
      )
    },
    close: async () => (await writer)?.close(),
  }
}
