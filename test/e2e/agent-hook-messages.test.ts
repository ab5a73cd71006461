import { expect, test } from 'vitest'
import { createSession, HookEvent, type HooksConfig, type StreamMessage } from '../../src/index.ts'
import type { EventName } from '../../src/protocol/event-types.ts'
import { eventNames } from '../../src/protocol/event-types.ts'

/** Events that a plain session with one call that works and one that fails fires by itself. */
const fired: EventName[] = [
  HookEvent.UserPromptSubmit,
  HookEvent.TurnStart,
  HookEvent.PreToolUse,
  HookEvent.PostToolUse,
  HookEvent.PostToolUseFailure,
  HookEvent.Stop,
  HookEvent.TurnEnd,
]

test('what hooks say to the user reaches the stream, on every event', async () => {
  const hooks: HooksConfig = {}
  for (const event of eventNames)
    Object.assign(hooks, {
      [event]: [
        { hooks: [{ id: `c-${event}`, command: `echo '{"systemMessage": "from ${event}"}'` }] },
        () => ({ systemMessage: `called on ${event}` }),
        { hooks: [{ id: `s-${event}`, command: `echo '{"systemMessage": "shadow"}'`, shadow: true }] },
      ],
    })
  await using session = await createSession({
    provider: {
      type: 'scripted',
      script: [
        { toolCalls: [{ name: 'TaskList', input: {} }] },
        { toolCalls: [{ name: 'Read', input: { file_path: '/nonexistent' } }] },
        { text: 'ok' },
      ],
    },
    storage: false,
    permissionMode: 'yolo',
    hooks,
  })
  const heard: StreamMessage[] = []
  await session.send('go')
  for await (const message of session.stream()) heard.push(message)
  const told = heard.flatMap((message) => (message.type === 'hook' && message.message ? [message.message] : []))
  for (const event of fired) expect(told).toEqual(expect.arrayContaining([`from ${event}`, `called on ${event}`]))
  expect(told).not.toContain('shadow')
  const one = heard.find((message) => message.type === 'hook' && message.message === 'from Stop')
  expect(one).toEqual({
    type: 'hook',
    sessionId: session.id,
    event: 'Stop',
    hook: 'c-Stop',
    phase: 'end',
    message: 'from Stop',
    ms: expect.any(Number),
  })
})
