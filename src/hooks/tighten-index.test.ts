import { describe, expect, it } from 'vitest'
import { makeHook } from '../../test/support/make-hook.ts'
import { createHookIndex } from '../engine/hook-index.ts'
import type { Hook } from '../protocol/hook.ts'
import { tightenIndex } from './tighten-index.ts'

const reload = (current: Hook[], next: Hook[]): string[] =>
  tightenIndex(createHookIndex(current), createHookIndex(next)).hooks.map(({ id, idle }) => (idle ? `${id} idle` : id))
const command = (id: string, options: object = {}): Hook => makeHook({ id, command: id, ...options })

describe('tightenIndex', () => {
  it('takes what was added and keeps what was dropped', () => {
    expect(reload([command('a'), command('b')], [command('b'), command('c')])).toEqual(['a', 'b', 'c'])
  })

  it('takes the new order when only the order changed', () => {
    expect(reload([command('a'), command('b')], [command('b'), command('a')])).toEqual(['b', 'a'])
  })

  it('keeps a hook whose new version does not run', () => {
    expect(reload([command('a')], [command('a', { enabled: false })])).toEqual(['a', 'a idle'])
  })

  it('does not keep what did not run before', () => {
    expect(reload([command('a', { enabled: false })], [])).toEqual([])
  })

  it('knows a callback by itself and by its options', () => {
    const callback = (): undefined => undefined
    const hook = (options: object = {}): Hook => makeHook({ id: 'f', type: 'callback', callback, ...options })
    expect(reload([hook()], [hook()])).toEqual(['f'])
    expect(reload([hook()], [hook({ shadow: true })])).toEqual(['f', 'f'])
    expect(reload([hook()], [makeHook({ id: 'f', type: 'callback', callback: () => undefined })])).toEqual(['f', 'f'])
  })
})
