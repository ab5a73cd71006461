import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createSession, type SessionConfig } from '../../../agent/index.ts'
import { createTerminal } from '../../terminal.ts'
import { takeTurn } from '../end-of-turn.ts'
import type { RunPlace } from '../run-place.ts'
import { RunView } from './run-view.ts'
import { createPlainScreen } from './screen.ts'
import { chooseSigns } from './signs.ts'
import { createStatusLine } from './status-line.ts'

async function show(config: SessionConfig, { all = false } = {}): Promise<{ answer: string; lines: string[] }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  const terminal = createTerminal({ stdout, stderr, env: {} } as never)
  const screen = createPlainScreen(terminal, { output: stdout } as unknown as RunPlace)
  const paint = terminal.paint.stderr
  const status = createStatusLine(screen, { unicode: true })
  const view = new RunView({ screen, status, paint, signs: chooseSigns({ unicode: false }), cwd: '/', all })
  const session = await createSession({
    storage: false,
    permissionMode: 'yolo',
    observer: view.observe,
    onMessage: (message) => view.take(message),
    ...config,
  })
  const end = await takeTurn(session, 'go')
  view.finishAnswer(end.type === 'result' ? end.content : '')
  await session.close()
  const text = String(stderr.read() ?? '').replace(/\(\d+ ms\)/g, '(MS)')
  return { answer: String(stdout.read() ?? ''), lines: text.split('\n').slice(0, -1) }
}

const say = (...steps: object[]): NonNullable<SessionConfig['provider']> => ({ type: 'scripted', script: steps })
const call = { toolCalls: [{ name: 'TaskList', input: {} }] }

test('shows what hooks rewrite, add, tell and allow, and nothing of those that had nothing to say', async () => {
  const print = (answer: object): string => `echo '${JSON.stringify(answer)}'`
  const { answer, lines } = await show({
    provider: say({ text: 'A moment.', ...call }, { text: 'Done.' }),
    hooks: {
      UserPromptSubmit: [{ hooks: [{ id: 'time', command: 'echo "it is late"' }] }],
      PreToolUse: [
        { hooks: [{ id: 'silent', command: 'true' }] },
        {
          hooks: [
            { id: 'yes', command: print({ permissionDecision: 'allow', permissionDecisionReason: 'it only reads' }) },
          ],
        },
      ],
      PostToolUse: [
        { hooks: [{ id: 'hide', command: print({ updatedOutput: 'hidden', systemMessage: 'I hid it.' }) }] },
      ],
      TurnEnd: [{ hooks: [{ id: 'broken', command: 'echo "oh no" >&2; exit 1' }] }],
    },
  })
  expect(answer).toBe('Done.\n')
  expect(lines).toEqual([
    '  o hooks of UserPromptSubmit added 10 characters of context',
    'A moment.',
    '* TaskList',
    '  o Allowed by yes: it only reads (MS)',
    '  o hide rewrote output',
    '  o I hid it.',
    '  | hidden',
    '  ! broken failed (crash): oh no (MS)',
  ])
})

test('shows every hook when all are wanted, a halt, and shadows for what they are', async () => {
  const { answer, lines } = await show(
    {
      provider: say(call),
      hooks: {
        PreToolUse: [
          { hooks: [{ id: 'silent', command: 'true' }] },
          { hooks: [{ id: 'trial', command: 'echo "would not" >&2; exit 2', shadow: true }] },
          () => ({ action: 'abort', reason: 'enough' }),
        ],
      },
    },
    { all: true },
  )
  expect(answer).toBe('')
  expect(lines.sort()).toEqual([
    '  # Denied by code#PreToolUse[2]: enough (MS)',
    '  # Denied by trial in shadow, which does not count: would not (MS)',
    '  # the session was ended by a hook of PreToolUse: enough',
    '  o silent on PreToolUse: nothing to say (MS)',
    '* TaskList',
  ])
})
