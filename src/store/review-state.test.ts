import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createReviewState, type ReviewState, type RoundRequest } from './review-state.ts'

let file: string
let state: ReviewState

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-reviews-'))
  file = join(folder, 'state', 'supervisor.db')
  state = createReviewState({ state: file, inside: undefined })
  onTestFinished(() => {
    state.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

const limits = { rounds: 3, ms: null, tokens: null }
const request = (more: Partial<RoundRequest> = {}): RoundRequest => ({
  supervisorId: 'boss',
  sessionId: 'one',
  event: 'Stop',
  limits,
  ...more,
})
const end = { outcome: 'refused', reason: 'r', evidence: {}, ms: 0, tokens: 0 } as const

function edit(statement: string): void {
  state.close()
  const database = new DatabaseSync(file)
  database.exec(statement)
  database.close()
}

test('counts every round up to the cap, for each session on its own', () => {
  const kinds = Array.from({ length: 5 }, () => state.takeRound(request()))
  expect(kinds).toEqual([
    { kind: 'review', round: 1, record: 1 },
    { kind: 'review', round: 2, record: 2 },
    { kind: 'review', round: 3, record: 3 },
    { kind: 'capped', record: 4, why: '3 of 3 reviews were made' },
    { kind: 'capped', record: 5, why: '3 of 3 reviews were made' },
  ])
  expect(state.takeRound(request({ sessionId: 'two' }))).toMatchObject({ kind: 'review', round: 1 })
})

test('keeps sessions apart whose ids a database could take for the same', () => {
  const ids = ['a', 'a\0', 'a\0b', 'A', 'ä', '\ud800', '\ud801', ' a', '../a', "'; DROP TABLE counters; --"]
  const rounds = ids.map((sessionId) => state.takeRound(request({ sessionId })))
  expect(rounds).toEqual(ids.map((_, index) => ({ kind: 'review', round: 1, record: index + 1 })))
  expect(state.list({ limit: 20 }).map((record) => record.sessionId)).toEqual(ids.toReversed())
})

test('holds the budgets of time and tokens', () => {
  const budgets = { rounds: 20, ms: 1000, tokens: 50 }
  const first = state.takeRound(request({ limits: budgets }))
  state.endReview(first.record, { ...end, ms: 1500 })
  expect(state.takeRound(request({ limits: budgets }))).toMatchObject({ kind: 'capped', why: 'reviews took 2 of 1 s' })
  const other = state.takeRound(request({ limits: budgets, sessionId: 'two' }))
  state.endReview(other.record, { ...end, tokens: 50 })
  expect(state.takeRound(request({ limits: budgets, sessionId: 'two' }))).toMatchObject({
    kind: 'capped',
    why: 'reviews took 50 of 50 tokens',
  })
})

test('starts anew with another prompt', () => {
  const take = (promptId: string) => state.takeRound(request({ promptId, limits: { ...limits, rounds: 1 } })).kind
  expect([take('p1'), take('p1'), take('p2'), take('p2')]).toEqual(['review', 'capped', 'review', 'capped'])
})

test('counts equal marks in a row', () => {
  state.takeRound(request())
  const marks = ['x', 'x', 'y', 'y', 'y', null, 'y'].map((mark) => state.countSame('one', mark))
  expect(marks).toEqual([1, 2, 1, 2, 3, 0, 1])
})

test('records a review as unverified until it has ended', () => {
  const { record } = state.takeRound(request())
  expect(state.list({ limit: 1 })).toMatchObject([{ outcome: 'unverified', endedAt: null }])
  state.endReview(record, { outcome: 'approved', reason: 'fine', evidence: { reviewer: 'x' }, ms: 1, tokens: 2 })
  expect(state.list({ sessionId: 'one', limit: 5 })).toEqual([
    {
      id: 1,
      sessionId: 'one',
      event: 'Stop',
      round: 1,
      startedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      endedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      outcome: 'approved',
      reason: 'fine',
      evidence: { reviewer: 'x' },
    },
  ])
})

test('C15, C16: is on unless switched off, for each id on its own', () => {
  expect(state.isOn('boss')).toBe(true)
  state.setSwitch('boss', false)
  expect([state.isOn('boss'), state.isOn('other'), state.takeRound(request()).kind]).toEqual([false, true, 'off'])
  state.setSwitch('boss', true)
  expect(state.takeRound(request())).toMatchObject({ kind: 'review', round: 1 })
})

test('C14: keeps when a counter was made and moves when it was changed', async () => {
  const read = () =>
    new DatabaseSync(file, { readOnly: true }).prepare('SELECT created_at, updated_at FROM counters').get()!
  state.takeRound(request())
  const first = read()
  await new Promise((resolve) => setTimeout(resolve, 5))
  state.takeRound(request())
  const second = read()
  expect(second['created_at']).toBe(first['created_at'])
  expect(second['updated_at']).toBeGreaterThan(Number(first['updated_at']))
})

test.each([
  ['negative', '-1'],
  ['huge', '101'],
  ['beyond whole numbers', '9223372036854775807'],
])('F96: refuses a counter that is %s', (_, value) => {
  state.takeRound(request())
  edit(`UPDATE counters SET rounds = ${value}`)
  expect(() => state.takeRound(request())).toThrow()
  edit('UPDATE counters SET rounds = 1')
  expect(state.takeRound(request())).toMatchObject({ kind: 'review', round: 2 })
})

test('F96: refuses a file that is no database', () => {
  state.takeRound(request())
  state.close()
  rmSync(`${file}-wal`, { force: true })
  writeFileSync(file, 'no database, but long enough to be looked at as one. '.repeat(100))
  expect(() => state.takeRound(request())).toThrow()
  expect(() => state.isOn('boss')).toThrow()
})
