import type { Hook } from '../protocol/hook.ts'

/** Hooks of one event in the order in which they run. */
export interface Stages {
  /** Hooks of one stage run together; a stage sees what the stages before it rewrote. */
  readonly waited: readonly (readonly Hook[])[]
  /** Hooks that are never waited for, each with the number of the stage with which it starts. */
  readonly unwaited: readonly { readonly hook: Hook; readonly stage: number }[]
}

/**
 * Divides the hooks of an event into stages, in configuration order: neighbouring hooks run together, a callback stands
 * alone, and so does every hook of a sequential dialect. The division depends on the configuration only, never on which
 * hooks match an input.
 */
export function orderIntoStages(hooks: readonly Hook[]): Stages {
  const waited: Hook[][] = []
  const unwaited: { hook: Hook; stage: number }[] = []
  let open: Hook[] | null = null
  for (const hook of hooks) {
    if (hook.async) {
      unwaited.push({ hook, stage: open === null ? waited.length : waited.length - 1 })
      continue
    }
    if (open === null || standsAlone(hook)) {
      open = []
      waited.push(open)
    }
    open.push(hook)
    if (standsAlone(hook)) open = null
  }
  return { waited, unwaited }
}

function standsAlone(hook: Hook): boolean {
  return hook.handler.type === 'callback' || hook.dialect.sequential
}

/** The same stages with only the wanted hooks; stages left empty disappear. */
export function filterStages(stages: Stages, wanted: (hook: Hook) => boolean): Stages {
  const filtered = stages.waited.map((stage) => stage.filter(wanted))
  const newNumber = (old: number): number => filtered.slice(0, old).filter((stage) => stage.length > 0).length
  return {
    waited: filtered.filter((stage) => stage.length > 0),
    unwaited: stages.unwaited
      .filter(({ hook }) => wanted(hook))
      .map(({ hook, stage }) => ({ hook, stage: newNumber(stage) })),
  }
}
