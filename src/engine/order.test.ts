import { describe, expect, it } from 'vitest'
import { makeHook, onlyHook } from '../../test/support/make-hook.ts'
import { filterStages, numberStages, orderIntoStages, type Stages } from './order.ts'

const command = (id: string, more = {}) => makeHook({ id, ...more })
const callback = (id: string) => makeHook({ id, type: 'callback', callback: () => undefined })
const kimi = (name: string) => onlyHook('kimi', { hooks: { before_tool: [{ name, command: 'true' }] } })

const shape = ({ waited, unwaited }: Stages) => ({
  waited: waited.map(({ kind, hooks }) => `${kind}:${hooks.map(({ id }) => id).join('+')}`),
  unwaited: unwaited.map(({ hook, with: position }) => `${hook.id}@${position}`),
})

describe('orderIntoStages', () => {
  it('puts neighbouring commands into one stage', () => {
    expect(shape(orderIntoStages([command('a'), command('b')]))).toEqual({ waited: ['together:a+b'], unwaited: [] })
  })

  it('lets a callback divide the commands around it', () => {
    const hooks = [command('a'), callback('b'), callback('c'), command('d')]
    expect(shape(orderIntoStages(hooks)).waited).toEqual(['together:a', 'row:b+c', 'together:d'])
  })

  it('gives every hook of a sequential dialect a stage of its own', () => {
    expect(shape(orderIntoStages([kimi('a'), kimi('b'), command('c'), command('d')])).waited).toEqual([
      'together:a',
      'together:b',
      'together:c+d',
    ])
  })

  it('does not let a hook that nobody waits for divide a stage', () => {
    const hooks = [command('a'), command('b', { async: true }), command('c')]
    expect(shape(orderIntoStages(hooks))).toEqual({ waited: ['together:a+c'], unwaited: ['b@0'] })
  })

  it('starts a hook that nobody waits for between the callbacks around it', () => {
    const hooks = [callback('a'), command('b', { async: true }), callback('c')]
    expect(shape(orderIntoStages(hooks))).toEqual({ waited: ['row:a', 'row:c'], unwaited: ['b@1'] })
  })

  it('numbers hooks that run together alike and callbacks one by one', () => {
    const hooks = [command('a'), command('b'), callback('c'), callback('d'), command('e')]
    const numbers = numberStages(orderIntoStages(hooks))
    expect(hooks.map((hook) => numbers.get(hook))).toEqual([1, 1, 2, 3, 4])
  })
})

describe('filterStages', () => {
  it('keeps the division when hooks drop out and moves async hooks along', () => {
    const hooks = [command('a'), callback('b'), command('c'), command('d', { async: true })]
    const stages = filterStages(orderIntoStages(hooks), ({ id }) => id !== 'a' && id !== 'b')
    expect(shape(stages)).toEqual({ waited: ['together:c'], unwaited: ['d@0'] })
  })

  it('does not join commands when the callback between them does not match', () => {
    const stages = filterStages(orderIntoStages([command('a'), callback('b'), command('c')]), ({ id }) => id !== 'b')
    expect(shape(stages).waited).toEqual(['together:a', 'together:c'])
  })
})
