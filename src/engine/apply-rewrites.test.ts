import { describe, expect, it } from 'vitest'
import { makeHook, makeInput } from '../../test/support/make-hook.ts'
import type { Rewrite } from '../protocol/outcome.ts'
import { applyRewrites, type StageRewrite } from './apply-rewrites.ts'
import { silentOutcome } from './create-outcome.ts'

const input = makeInput('PreToolUse', { toolInput: { a: 1, b: 2, deep: { x: 1 } } })
const hooks = ['h0', 'h1', 'h2'].map((id) => makeHook({ id }))

const by = (index: number, value: Record<string, unknown>, conflicts: string[] = []): StageRewrite =>
  of(index, { kind: 'input', value, conflicts })
const of = (index: number, rewrite: Rewrite, seen = input): StageRewrite => ({
  run: { hook: hooks[index]!, outcome: silentOutcome(), seen, ms: 0, recheck: false, complete: true },
  rewrite,
})
const all = { a: 1, b: 2, deep: { x: 1 } }

describe('applyRewrites', () => {
  it('takes a rewrite as its difference from what its hook saw', () => {
    const { input: next, changes } = applyRewrites(input, [by(0, { ...all, a: 9 }), by(1, { ...all, b: 8 })])
    expect(next.toolInput).toEqual({ a: 9, b: 8, deep: { x: 1 } })
    expect(changes).toEqual([
      { path: 'input.a', by: 'h0' },
      { path: 'input.b', by: 'h1' },
    ])
    expect(Object.isFrozen(next.toolInput)).toBe(true)
    expect(input.toolInput).toEqual(all)
  })

  it('calls two values for one key a conflict, and the last in order wins', () => {
    const { input: next, changes } = applyRewrites(input, [
      by(0, { ...all, a: 7 }),
      by(1, all),
      by(2, { ...all, a: 8 }),
    ])
    expect(next.toolInput).toEqual({ ...all, a: 8 })
    expect(changes).toEqual([
      { path: 'input.a', by: 'h0', conflict: true },
      { path: 'input.a', by: 'h2', conflict: true },
    ])
  })

  it('does not call it a conflict when both say the same', () => {
    const { changes } = applyRewrites(input, [by(0, { ...all, a: 7 }), by(1, { ...all, a: 7 })])
    expect(changes).toEqual([
      { path: 'input.a', by: 'h0' },
      { path: 'input.a', by: 'h1' },
    ])
  })

  it('removes keys that a replacement leaves out, and calls that against a new value a conflict', () => {
    const { input: next, changes } = applyRewrites(input, [by(0, { a: 1, deep: { x: 1 } }), by(1, { ...all, b: 5 })])
    expect(next.toolInput).toEqual({ ...all, b: 5 })
    expect(changes.every(({ conflict }) => conflict)).toBe(true)
  })

  it('keeps the conflicts a dialect found', () => {
    expect(applyRewrites(input, [by(0, { ...all, a: 3 }, ['a'])]).changes).toEqual([
      { path: 'input.a', by: 'h0', conflict: true },
    ])
  })

  it('says nothing of a rewrite that changes nothing', () => {
    expect(applyRewrites(input, [by(0, { ...all })])).toEqual({ input, changes: [] })
  })

  it('survives keys that mean something else to objects', () => {
    const value = JSON.parse('{"a":1,"b":2,"deep":{"x":1},"__proto__":{"a":9},"hasOwnProperty":1}') as Record<
      string,
      unknown
    >
    const { input: next } = applyRewrites(input, [by(0, value)])
    expect(next.toolInput!['a']).toBe(1)
    expect(({} as { a?: unknown }).a).toBe(undefined)
    expect(Object.getPrototypeOf(next.toolInput)).toBe(Object.prototype)
  })

  it('replaces prompts and outputs, outputs key by key', () => {
    const prompt = makeInput('UserPromptSubmit', { userPrompt: 'old' })
    const rewritten = applyRewrites(prompt, [of(0, { kind: 'prompt', value: 'new' }, prompt)])
    expect([rewritten.input.userPrompt, rewritten.changes]).toEqual(['new', [{ path: 'prompt', by: 'h0' }]])
    const post = makeInput('PostToolUse', { toolOutput: { content: 'x', n: 1 } })
    const output = applyRewrites(post, [of(0, { kind: 'output', value: { content: 'y', n: 1 } }, post)])
    expect([output.input.toolOutput, output.changes]).toEqual([
      { content: 'y', n: 1 },
      [{ path: 'output.content', by: 'h0' }],
    ])
    const whole = applyRewrites(post, [of(0, { kind: 'output', value: null }, post)])
    expect([whole.input.toolOutput, whole.changes]).toEqual([null, [{ path: 'output', by: 'h0' }]])
  })

  it('names the last hook that changed something when the result does not fit', () => {
    const { misfit } = applyRewrites(input, [by(0, { ...all, a: 'x' }), by(1, all)], () => 'a must be a number')
    expect(misfit).toEqual({
      hook: hooks[0],
      reason: 'Hook h0 rewrote the input of Bash so that it no longer fits: a must be a number',
    })
  })
})
