import { expect, test } from 'vitest'
import { readHookFlags } from './hook-flags.ts'

const none = { sessionId: undefined, reviewer: undefined, debug: false, explain: false, ignored: [] }

test.each([
  [[], {}],
  [['--session-id', 'a'], { sessionId: 'a' }],
  [['--session-id=a'], { sessionId: 'a' }],
  [['--session-id', 'a', '--session-id', 'b'], { sessionId: 'b' }],
  [['--session-id', ''], {}],
  [['--session-id='], {}],
  [['--session-id'], {}],
  [['--session-id', '--debug'], { debug: true }],
  [['--session-id', '-dash'], { sessionId: '-dash' }],
  [['--what', 'ever', '--session-id', 'a'], { sessionId: 'a', ignored: ['--what'] }],
  [['--key=secret', '-x', 'word', '--session-id', 'a'], { sessionId: 'a', ignored: ['--key'] }],
  [['--verbose', '--explain', '--reviewer', 'claude'], { debug: true, explain: true, reviewer: 'claude' }],
])('reads %j', (argv, expected) => {
  expect(readHookFlags(argv)).toEqual({ ...none, ...expected })
})
