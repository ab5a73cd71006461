import { systemClock } from '../../base/system-clock.ts'
import { createRecorder } from '../../hooks/record-steps.ts'
import type { NewRecord } from '../../protocol/records.ts'
import { createRecordStore } from '../../store/records/record-store.ts'
import { recordsPath } from '../../store/records/schema.ts'
import type { SeenStep } from './fire-records.ts'

/** Stores steps of one event. */
export interface StepWriter {
  /** Stores them at once. Throws when they cannot be stored. */
  write(steps: readonly SeenStep[]): void
  close(): void
}

/** One of so many events pays for removing what is too old. */
const cleanedOnceIn = 64

/** Opens the user's records for one event. */
export function openStepWriter(env: Readonly<Record<string, string | undefined>>): StepWriter {
  const store = createRecordStore({ path: recordsPath(env), env })
  const records: NewRecord[] = []
  let seen: SeenStep | undefined
  const clock = { ...systemClock, now: () => seen!.at, monotonic: () => seen!.monotonic }
  const recorder = createRecorder({ log: { append: (record) => void records.push(record) }, clock, program: 'fire' })
  return {
    write(steps) {
      for (const step of steps) {
        seen = step
        recorder(step.step)
      }
      if (records.length > 0) store.write(records.splice(0))
    },
    close() {
      if (Math.random() < 1 / cleanedOnceIn) tryRemoveOld(store)
      store.close()
    },
  }
}

function tryRemoveOld(store: ReturnType<typeof createRecordStore>): void {
  try {
    store.removeOld()
  } catch {
    // another event will
  }
}
