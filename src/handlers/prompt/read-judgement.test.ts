import { describe, expect, it } from 'vitest'
import { makeHook, makeInput } from '../../../test/support/make-hook.ts'
import type { ModelReply } from './hear-model.ts'
import { readJudgement } from './read-judgement.ts'

const run = { hook: makeHook({ type: 'prompt', prompt: 'Well?' }), input: makeInput() }
const read = (text: string, reply: Partial<ModelReply> = {}) =>
  readJudgement({ text, finish: 'stop', calls: 0, ...reply }, run)

describe('reading a judgement', () => {
  it.each([
    ['{}'],
    [' {"hookSpecificOutput": {"permissionDecision": "deny"}} \n'],
    ['{"permissionDecision": "allow", "permissionDecisionReason": "fine"}'],
    ['{"decision": "block", "reason": "no", "confidence": 0.9}'],
    ['{"continue": false, "stopReason": "enough"}'],
    ['{"hookSpecificOutput": {"additionalContext": "mind the gap"}}'],
  ])('takes %s as it stands', (text) => {
    expect(read(text)).toEqual({ value: JSON.parse(text) })
  })

  it.each([
    ['', 'it is empty'],
    ['Allow it.', 'it is not a JSON object'],
    ['[{"decision": "deny"}]', 'it is not a JSON object'],
    ['```json\n{"decision": "allow"}\n```', 'other text stands around the JSON object'],
    ['Sure: {"decision": "allow"}', 'other text stands around the JSON object'],
    ['{"decision": "allow"}\n{"decision": "deny"}', 'it holds more than one JSON object'],
    ['{"decision": "deny", "decision": "allow"}', 'it says decision twice'],
    ['{"decision": "maybe"}', 'decision is "maybe", expected allow, approve, deny, block or ask'],
    ['{"permissionDecision": true}', 'permissionDecision is true, expected allow, approve, deny, block or ask'],
    ['{"verdict": "deny"}', 'it has fields that are not in the schema: verdict'],
    ['{"reason": "dangerous", "block": true}', 'it has fields that are not in the schema: block'],
    ['{"ok": "no"}', 'ok must be true or false'],
  ])('says what is wrong with %j', (text, problem) => {
    expect(read(text)).toEqual({ problem })
  })

  it('says where broken JSON breaks', () => {
    expect(read('{"decision": "al')).toEqual({ problem: expect.stringMatching(/^it is no complete JSON: /) })
  })

  it.each([
    [{ finish: 'length' } as const, 'it was cut off: it is too long'],
    [{ finish: 'contentFilter' } as const, 'the model refused to answer'],
    [{ calls: 1 }, 'it calls a tool instead of answering'],
  ])('takes no answer from a reply that ended with %j', (reply, problem) => {
    expect(read('{"decision": "allow"}', reply)).toEqual({ problem })
  })

  it('understands the word ok', () => {
    expect(read('{"ok": true}')).toEqual({ value: {} })
    expect(read('{"ok": false, "reason": "tests fail"}')).toEqual({
      value: { decision: 'block', reason: 'tests fail' },
    })
  })
})
