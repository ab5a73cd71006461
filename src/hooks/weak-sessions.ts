import type { HookSession } from './hook-session.ts'

/**
 * The sessions of an engine that must hear of a reload. Those that nobody uses any more are not kept, whether they were ended or
 * not: a host that opens one for every event leaves nothing behind.
 */
export class WeakSessions {
  readonly #refs = new Set<WeakRef<HookSession>>()
  readonly #refOf = new WeakMap<HookSession, WeakRef<HookSession>>()
  readonly #gone = new FinalizationRegistry<WeakRef<HookSession>>((ref) => this.#refs.delete(ref))

  /** How many are kept track of; those that are gone are forgotten some time later. */
  get size(): number {
    return this.#refs.size
  }

  add(session: HookSession): void {
    const ref = new WeakRef(session)
    this.#refs.add(ref)
    this.#refOf.set(session, ref)
    this.#gone.register(session, ref, session)
  }

  delete(session: HookSession): void {
    const ref = this.#refOf.get(session)
    if (ref) this.#refs.delete(ref)
    this.#gone.unregister(session)
  }

  list(): HookSession[] {
    return [...this.#refs].flatMap((ref) => ref.deref() ?? [])
  }
}
