import { tell } from '../engine/run.ts'
import type { Observer } from '../protocol/ports.ts'

/** One observer for many: each sees every step, whatever another does with it. Undefined when there is none. */
export function joinObservers(...given: readonly (Observer | undefined)[]): Observer | undefined {
  const observers = given.filter((observer) => observer !== undefined)
  if (observers.length < 2) return observers[0]
  return (step) => {
    for (const observer of observers) tell(observer, () => step)
  }
}
