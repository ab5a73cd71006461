import { expect, test } from 'vitest'
import { describeEnd, type EndOfTurn, exitCodeOf } from './end-of-turn.ts'

const end = (more: object): EndOfTurn => ({ type: 'result', sessionId: 's', content: 'x', ...more }) as EndOfTurn

test('a stop that nobody verified is told, and no success for programs', () => {
  const unverified = end({ subtype: 'success', reason: 'Not verified by the supervisor: 2 of 2 reviews were made' })
  expect([exitCodeOf(unverified), describeEnd(unverified)]).toEqual([
    3,
    'Not verified by the supervisor: 2 of 2 reviews were made',
  ])
  const verified = end({ subtype: 'success' })
  expect([exitCodeOf(verified), describeEnd(verified)]).toEqual([0, undefined])
})
