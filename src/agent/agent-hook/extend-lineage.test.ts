import { describe, expect, it } from 'vitest'
import { makeHook } from '../../../test/support/make-hook.ts'
import type { Lineage } from '../../protocol/ports.ts'
import { extendLineage } from './extend-lineage.ts'

const extend = (id: string, lineage?: Lineage) => {
  const hook = { ...makeHook({ type: 'agent', prompt: 'Look.' }), id }
  const session = { id: 's', projectDir: '/p', hostEnv: {}, sessionEnv: {}, ...(lineage && { lineage }) }
  return extendLineage({ hook, session })
}

describe('a lineage', () => {
  it('grows by the hook, and its family by one', () => {
    const first = extend('a') as Lineage
    expect(first).toEqual({ hooks: ['a'], family: { size: 1 } })
    const second = extend('b', first) as Lineage
    expect(second).toEqual({ hooks: ['a', 'b'], family: { size: 2 } })
    expect(second.family).toBe(first.family)
  })

  it('ends at the third agent', () => {
    expect(extend('d', { hooks: ['a', 'b', 'c'], family: { size: 3 } })).toMatchObject({
      kind: 'broken',
      class: 'spawn',
      message: 'recursion: the agent of this hook was not started, it would be agent 4 of a chain: a > b > c',
    })
  })

  it('ends at the sixteenth of a family, and does not count what did not start', () => {
    const family = { size: 15 }
    expect(extend('b', { hooks: ['a'], family })).toMatchObject({ hooks: ['a', 'b'] })
    expect(extend('b', { hooks: ['a'], family })).toMatchObject({ class: 'spawn' })
    expect(family).toEqual({ size: 16 })
  })
})
