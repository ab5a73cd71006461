import { expect, test } from 'vitest'
import { readWireEvent } from '../../dialects/wire-in.ts'
import { emptyVerdict } from '../../engine/empty-verdict.ts'
import { HookEvent } from '../../protocol/event-types.ts'
import type { Verdict } from '../../protocol/verdict.ts'
import type { Terminal } from '../terminal.ts'
import { answerByExit } from './answer-by-exit.ts'
import type { FireCall } from './print-answer.ts'

function answer(name: Verdict['event'], said: Partial<Verdict>, onError?: 'block'): [number, ...string[]] {
  const told: string[] = []
  const terminal = { tell: (line: string) => void told.push(line) } as Terminal
  const flags = { reply: 'claude', 'on-error': onError } as FireCall['flags']
  const event = readWireEvent({ hook_event_name: name, session_id: 's' })
  return [answerByExit({ ...emptyVerdict(name), ...said }, event, { flags, terminal }), ...told]
}

const call = HookEvent.PreToolUse
const halt = { reason: 'enough' }
const changed = 'A hook changed this, and the change could not be given.'

test.each<[string, ReturnType<typeof answer>, ReturnType<typeof answer>]>([
  ['a deny', answer(call, { decision: 'deny', reason: 'no' }), [2, 'no']],
  ['a deny without words', answer(call, { decision: 'deny' }), [2, 'Blocked by a hook.']],
  ['a question', answer(call, { decision: 'ask', reason: 'Sure?' }), [2, 'Sure? (The question could not be put.)']],
  ['a halt', answer(call, { halt }), [2, 'enough']],
  ['a rewritten call', answer(call, { decision: 'allow', input: {} }), [2, changed]],
  ['a rewritten prompt', answer(HookEvent.UserPromptSubmit, { prompt: '' }), [2, changed]],
  ['a stop that was refused', answer(HookEvent.Stop, { decision: 'deny', reason: 'go on' }), [2, 'go on']],
])('%s blocks without its reply', (_, got, expected) => {
  expect(got).toEqual(expected)
})

test('what would have gone on exits 1, and blocks a call only if its owner wants that', () => {
  const blocked = 'Hookline could not write its answer, so this was blocked.'
  expect([
    answer(call, { decision: 'allow' }),
    answer(call, { context: ['x'] }),
    answer(call, { context: ['x'] }, 'block'),
    answer(HookEvent.Stop, { messages: ['x'] }, 'block'),
  ]).toEqual([[1], [1], [2, blocked], [1]])
})

test('an agent that is to end is not kept working', () => {
  expect(answer(HookEvent.Stop, { decision: 'deny', reason: 'go on', halt })).toEqual([1])
})
