import type { StateStore } from './ports.ts'
import type { NewRecord } from './records.ts'

/**
 * What outlives a process, in its three roles: state (claims and counters), the log of what happened, and the queue of what is
 * to be done. One commit may touch all three, and then all of it is stored or nothing.
 */
export interface Store extends StateStore {
  claim(key: string): boolean | Promise<boolean>
  isClaimed(key: string): boolean | Promise<boolean>
  /** Adds to a counter, exactly once however many processes add; gives what it is then. */
  add(key: string, by: number): number | Promise<number>
  /** Does all of it in one transaction, in the given order; gives what each came to. */
  commit(changes: readonly StoreChange[]): StoreResult[] | Promise<StoreResult[]>
  /** Jobs that were begun by a process that is gone, the oldest first. */
  orphans(queue: string): Job[] | Promise<Job[]>
  close(): void | Promise<void>
}

/** One change of the store. */
export type StoreChange =
  | { change: 'claim'; key: string }
  | { change: 'add'; key: string; by: number }
  | { change: 'append'; record: NewRecord }
  | { change: 'enqueue'; job: NewJob }
  | { change: 'adopt'; job: Pick<Job, 'id' | 'attempts'> }
  | { change: 'finish'; id: string }

/** Of a claim and of an adoption, whether it was won; of an addition, the new value; null for what cannot be otherwise. */
export type StoreResult = boolean | number | null

/** Work that must not get lost with the process that began it. */
export interface NewJob {
  id: string
  queue: string
  sessionId: string
  firing: string | null
  /** Plain data, without secrets. */
  body: Readonly<Record<string, unknown>>
}

export interface Job extends NewJob {
  /** How often it was begun. */
  attempts: number
}
