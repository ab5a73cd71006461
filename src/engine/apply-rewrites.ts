import { isDeepStrictEqual } from 'node:util'
import { deepFreeze } from '../base/json.ts'
import { type FullInput, rewriteFields } from '../protocol/full-input.ts'
import type { Hook } from '../protocol/hook.ts'
import type { Rewrite } from '../protocol/outcome.ts'
import { isRecord } from '../protocol/schema/check.ts'
import type { Change } from '../protocol/verdict.ts'
import { type InputCheck, judgeInput } from './judge-input.ts'
import type { Run } from './merge.ts'

export interface StageRewrite {
  run: Run
  rewrite: Rewrite
}

export interface Rewritten {
  input: FullInput
  changes: Change[]
  /** The rewritten tool input does not fit the tool. */
  misfit?: { hook: Hook; reason: string }
}

/**
 * Applies the rewrites of one stage in configuration order. Each is its difference from what its hook saw, so hooks that
 * change different keys do not undo each other; one key set to two values is a conflict and the last in order wins.
 */
export function applyRewrites(input: FullInput, rewrites: readonly StageRewrite[], checkInput?: InputCheck): Rewritten {
  const kind = rewrites[0]!.rewrite.kind
  const field = rewriteFields[kind]
  const changes: (Change & { value: unknown })[] = []
  let value: unknown = input[field]
  for (const { run, rewrite } of rewrites) {
    const doubled = rewrite.kind === 'input' ? rewrite.conflicts : []
    for (const step of difference(kind, run.seen[field], rewrite.value)) {
      const before = changes.filter(
        (change) => change.path === step.path && !isDeepStrictEqual(change.value, step.value),
      )
      const conflict = before.length > 0 || doubled.includes(step.key ?? '')
      if (conflict) for (const change of before) change.conflict = true
      changes.push({
        path: step.path,
        by: run.hook.id,
        value: step.value,
        ...(conflict && { conflict: true as const }),
      })
      value = applyStep(value, step)
    }
  }
  if (changes.length === 0) return { input, changes: [] }
  const next = { ...input, [field]: deepFreeze(value) }
  const last = rewrites.findLast(({ run }) => changes.some((change) => change.by === run.hook.id))!.run.hook
  const misfit = kind === 'input' ? checkRewritten(next, last, checkInput) : undefined
  return { input: next, changes: changes.map(({ value: _, ...change }) => change), ...(misfit && { misfit }) }
}

interface Step {
  path: string
  /** The key that changes; undefined when the whole value does. */
  key?: string
  /** undefined removes the key. */
  value: unknown
}

function difference(kind: Rewrite['kind'], seen: unknown, rewritten: unknown): Step[] {
  if (!isRecord(seen) || !isRecord(rewritten)) {
    return isDeepStrictEqual(seen, rewritten) ? [] : [{ path: kind, value: rewritten }]
  }
  const keys = [...new Set([...Object.keys(rewritten), ...Object.keys(seen)])]
  return keys
    .filter((key) => !isDeepStrictEqual(own(seen, key), own(rewritten, key)))
    .map((key) => ({ path: `${kind}.${key}`, key, value: own(rewritten, key) }))
}

function own(record: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

function applyStep(value: unknown, step: Step): unknown {
  if (step.key === undefined || !isRecord(value)) return step.value
  if (step.value !== undefined) return { ...value, [step.key]: step.value }
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== step.key))
}

function checkRewritten(input: FullInput, hook: Hook, checkInput?: InputCheck): Rewritten['misfit'] {
  const problem = judgeInput(checkInput, input.toolName ?? '', { ...input.toolInput })
  if (problem === undefined) return undefined
  return {
    hook,
    reason: `Hook ${hook.id} rewrote the input of ${input.toolName} so that it no longer fits: ${problem}`,
  }
}
