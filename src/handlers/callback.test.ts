import { describe, expect, it } from 'vitest'
import { makeHook, makeInput } from '../../test/support/make-hook.ts'
import { callbackHandler, callbackView } from './callback.ts'

describe('the view of a callback', () => {
  it('holds what a command reads on stdin, in camelCase and frozen', () => {
    const view = callbackView(makeInput(), 'r7')
    expect(JSON.parse(JSON.stringify(view))).toEqual({ ...makeInput(), hookExecutionId: 'r7' })
    expect(Object.isFrozen(view)).toBe(true)
  })

  it('gives a prompt under both its names', () => {
    const view = callbackView(makeInput('UserPromptSubmit', { userPrompt: 'hi' }), 'r7')
    expect([view['message'], view['userPrompt']]).toEqual(['hi', 'hi'])
  })

  it('gives a failure as an error', () => {
    const { error } = callbackView(makeInput('PostToolUseFailure', { error: 'broken' }), 'r7')
    expect(error).toBeInstanceOf(Error)
    expect(error!.message).toBe('broken')
    expect(Object.isFrozen(error)).toBe(true)
  })

  it('has the id of its run as a field like all others', () => {
    const view = callbackView(makeInput(), 'r7')
    expect({ ...view }).toEqual({ ...makeInput(), hookExecutionId: 'r7' })
  })
})

describe('calling a callback', () => {
  it('passes the view and the context, and gives back what it returns', () => {
    const callback = (...given: unknown[]): unknown => given
    const hook = makeHook({ type: 'callback', callback })
    const view = callbackView(makeInput(), 'r7')
    const context = { signal: new AbortController().signal }
    expect(callbackHandler.call(hook, view, context)).toEqual([view, context])
  })

  it('is not for hooks of another kind', () => {
    expect(() => callbackHandler.call(makeHook(), callbackView(makeInput(), 'r7'), {} as never)).toThrow(
      'not a callback hook',
    )
  })
})
