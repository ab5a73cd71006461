import { describe, expect, it } from 'vitest'
import { makeHook, makeInput } from '../../test/support/make-hook.ts'
import { callbackHandler, callbackView } from './callback.ts'

const run = { executionId: () => 'r7' }

describe('the view of a callback', () => {
  it('holds what a command reads on stdin, in camelCase and frozen', () => {
    const view = callbackView(makeInput(), run)
    expect(JSON.parse(JSON.stringify(view))).toEqual({ ...makeInput(), hookExecutionId: 'r7' })
    expect(Object.isFrozen(view)).toBe(true)
  })

  it('gives a prompt under both its names', () => {
    const view = callbackView(makeInput('UserPromptSubmit', { userPrompt: 'hi' }), run)
    expect([view['message'], view['userPrompt']]).toEqual(['hi', 'hi'])
  })

  it('gives a failure as an error', () => {
    const { error } = callbackView(makeInput('PostToolUseFailure', { error: 'broken' }), run)
    expect(error).toBeInstanceOf(Error)
    expect(error!.message).toBe('broken')
    expect(Object.isFrozen(error)).toBe(true)
  })

  it('asks for the id of the run when it is read', () => {
    let id = 0
    const view = callbackView(makeInput(), { executionId: () => `r${++id}` })
    expect([view['hookExecutionId'], view['hookExecutionId']]).toEqual(['r1', 'r2'])
  })
})

describe('calling a callback', () => {
  it('passes the view and the context, and gives back what it returns', () => {
    const callback = (...given: unknown[]): unknown => given
    const hook = makeHook({ type: 'callback', callback })
    const view = callbackView(makeInput(), run)
    const context = { signal: new AbortController().signal }
    expect(callbackHandler.call(hook, view, context)).toEqual([view, context])
  })

  it('is not for hooks of another kind', () => {
    expect(() => callbackHandler.call(makeHook(), callbackView(makeInput(), run), {} as never)).toThrow(
      'not a callback hook',
    )
  })
})
