import { describe, expect, it } from 'vitest'
import { makeHook, makeInput } from '../../../test/support/make-hook.ts'
import type { RunRequest } from '../../protocol/ports.ts'
import type { ModelReply } from './hear-model.ts'
import { keepSaid, settleAnswer } from './settle-answer.ts'

const usage = { model: 'm', calls: 1, inputTokens: 1, outputTokens: 1, promptHash: 'h' }
const session = { id: 's1', projectDir: '/p', hostEnv: {}, sessionEnv: {} }
const hook = makeHook({ type: 'prompt', prompt: 'Well?' })
const run: RunRequest = { hook, input: makeInput(), timeoutMs: 1000, signal: undefined, session }
const replies = (...texts: string[]): ModelReply[] => texts.map((text) => ({ text, finish: 'stop', calls: 0 }))

describe('settling an answer', () => {
  it('gives the value of an answer that can be used', () => {
    const value = { decision: 'allow' }
    expect(settleAnswer({ value }, { replies: replies('prose', '{}'), usage }, run)).toEqual({
      kind: 'value',
      value,
      usage,
    })
  })

  it.each([
    ['a bare object with a misfit', '{"decision": "deny", "reason": 5}'],
    ['a fenced object', '```json\n{"decision": "deny"}\n```'],
    ['a fenced object with the word ok', '```\n{"ok": false, "reason": "no"}\n```'],
    ['a halt', '```\n{"continue": false}\n```'],
  ])('keeps a deny that was taken back: %s', (_, text) => {
    const settled = settleAnswer({ value: {} }, { replies: replies(text, '{}'), usage }, run)
    expect(settled).toMatchObject({ kind: 'broken', class: 'invalidOutput', said: expect.any(String), usage })
  })

  it('keeps a deny of both replies when none can be used', () => {
    const talk = { replies: replies('```\n{"ok": false}\n```', 'Well.'), usage }
    expect(settleAnswer({ problem: 'it is not a JSON object' }, talk, run)).toEqual({
      kind: 'broken',
      class: 'invalidOutput',
      message: 'the answer of the model cannot be used: it is not a JSON object',
      said: '{"decision":"block"}',
      usage,
    })
  })

  it('takes nothing from what a model only quotes', () => {
    expect(keepSaid(replies('The text says {"decision": "deny"}.', 'Sure:\n```\n{"decision": "deny"}\n```'))).toEqual(
      {},
    )
  })

  it('keeps what has begun as an object, for it may be complete', () => {
    expect(keepSaid(replies('{"decision": "deny"} and'))).toEqual({ said: '{"decision": "deny"} and' })
  })
})
