import { expect, test } from 'vitest'
import { emptyVerdict } from '../engine/empty-verdict.ts'
import type { Verdict } from '../protocol/verdict.ts'
import { compareVerdict } from './compare-verdict.ts'
import type { Expectation } from './hook-test.ts'

const verdict: Verdict = {
  ...emptyVerdict('PreToolUse'),
  decision: 'deny',
  reason: 'not on prod',
  decidedBy: 'guard',
  input: { command: 'ls', cwd: '/' },
  prompt: 'p',
  changes: [{ path: 'input.command', by: 'x' }],
  context: ['read this', 'and that'],
  messages: ['hello'],
  env: { A: '1', B: '2' },
  halt: { reason: 'over' },
  failedOpen: [{ hook: 'broken', class: 'crash' }],
  runs: [
    { hook: 'guard', source: 'code', handler: 'command', status: 'blocked', ms: 1 },
    { hook: 'other', source: 'code', handler: 'command', status: 'skipped', ms: 0 },
  ],
}

const held: Expectation[] = [
  {},
  { decision: 'deny', reason: 'prod', decidedBy: 'guard' },
  { changes: ['input.command'], input: { command: 'ls' }, prompt: 'p' },
  { context: 'this' },
  { context: ['that', 'read'], messages: ['hell'], env: { B: '2' } },
  { halt: true },
  { halt: 'ov' },
  { failedOpen: ['broken'], ran: ['guard'] },
]

test.each(held)('holds: %j', (expected) => {
  expect(compareVerdict(verdict, expected)).toEqual([])
})

const missed: [Expectation, string][] = [
  [{ decision: 'allow' }, 'decision is deny (not on prod), expected allow'],
  [{ decision: null }, 'decision is deny (not on prod), expected none'],
  [{ decision: 'none' }, 'decision is deny (not on prod), expected none'],
  [{ reason: 'staging' }, 'reason is ["not on prod"], expected "staging" in it'],
  [{ decidedBy: null }, 'decidedBy is "guard", expected null'],
  [{ changes: [] }, 'changes is ["input.command"], expected []'],
  [{ input: { command: 'rm' } }, 'input.command is "ls", expected "rm"'],
  [{ input: { gone: 1 } }, 'input.gone is nothing, expected 1'],
  [{ output: 'x' }, 'output is nothing, expected "x"'],
  [{ context: [] }, 'context is ["read this","and that"], expected nothing'],
  [{ messages: 'bye' }, 'messages is ["hello"], expected "bye" in it'],
  [{ env: { A: '2' } }, 'env.A is "1", expected "2"'],
  [{ halt: false }, 'the session ends (over), expected it to go on'],
  [{ failedOpen: [] }, 'failedOpen is ["broken"], expected []'],
  [{ ran: [] }, 'ran is ["guard"], expected []'],
]

test.each(missed)('does not hold: %j', (expected, told) => {
  expect(compareVerdict(verdict, expected)).toEqual([told])
})

test('tells which hook failed when nothing was decided', () => {
  const failed: Verdict = {
    ...emptyVerdict('PreToolUse'),
    runs: [{ hook: 'guard', source: 'code', handler: 'command', status: 'failed', class: 'spawn', why: 'gone', ms: 1 }],
  }
  expect(compareVerdict(failed, { decision: 'deny', input: { a: 1 }, halt: true })).toEqual([
    'decision is none (guard failed (spawn): gone), expected deny',
    'input was not rewritten, expected {"a":1}',
    'the session goes on, expected an end',
  ])
})
