import type { Hook } from '../protocol/hook.ts'

/** Hooks of one event in the order in which they run. */
export interface Stages {
  readonly waited: readonly Stage[]
  /** Hooks that are never waited for, each with the position in `waited` with which it starts. */
  readonly unwaited: readonly { readonly hook: Hook; readonly with: number }[]
}

/**
 * `together`: hooks that run at once; they see what was rewritten before them. `row`: callbacks, one after the other, each
 * a stage of its own that sees what the one before it rewrote.
 */
export interface Stage {
  readonly kind: 'together' | 'row'
  readonly hooks: readonly Hook[]
}

/**
 * Divides the hooks of an event into stages, in configuration order: neighbouring hooks run together, a callback stands
 * alone, and so does every hook of a sequential dialect. The division depends on the configuration only, never on which
 * hooks match an input.
 */
export function orderIntoStages(hooks: readonly Hook[]): Stages {
  const waited: { kind: Stage['kind']; hooks: Hook[] }[] = []
  const unwaited: { hook: Hook; with: number }[] = []
  let open: (typeof waited)[number] | null = null
  for (const hook of hooks) {
    if (hook.async) {
      // It starts between two callbacks, but beside hooks that run together.
      if (open?.kind === 'row') open = null
      unwaited.push({ hook, with: open === null ? waited.length : waited.length - 1 })
      continue
    }
    const kind = hook.handler.type === 'callback' ? 'row' : 'together'
    if (open === null || open.kind !== kind || hook.dialect.sequential) {
      open = { kind, hooks: [] }
      waited.push(open)
    }
    open.hooks.push(hook)
    if (hook.dialect.sequential && kind === 'together') open = null
  }
  return { waited, unwaited }
}

/** The same stages with only the wanted hooks; stages left empty disappear. */
export function filterStages(stages: Stages, wanted: (hook: Hook) => boolean): Stages {
  const filtered = stages.waited.map(({ kind, hooks }) => ({ kind, hooks: hooks.filter(wanted) }))
  const newPosition = (old: number): number => filtered.slice(0, old).filter((stage) => stage.hooks.length > 0).length
  return {
    waited: filtered.filter((stage) => stage.hooks.length > 0),
    unwaited: stages.unwaited
      .filter(({ hook }) => wanted(hook))
      .map((entry) => ({ hook: entry.hook, with: newPosition(entry.with) })),
  }
}

/** The number of every waited hook's stage, from 1: hooks that run together share one, each callback has its own. */
export function numberStages(stages: Stages): Map<Hook, number> {
  const numbers = new Map<Hook, number>()
  let number = 0
  for (const { kind, hooks } of stages.waited) {
    if (kind === 'together') number++
    for (const hook of hooks) numbers.set(hook, kind === 'row' ? ++number : number)
  }
  return numbers
}
