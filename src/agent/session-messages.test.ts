import { expect, test } from 'vitest'
import { createSession } from './create-session.ts'
import type { StreamMessage } from './stream-messages.ts'

test('a host hears every message at the moment it comes, before and after turns too, and cannot stop the session', async () => {
  const heard: StreamMessage[] = []
  const order: string[] = []
  const session = await createSession({
    provider: { type: 'scripted', script: [{ text: 'hello' }] },
    storage: false,
    permissionMode: 'yolo',
    hooks: {
      SessionStart: [{ hooks: [{ id: 'begin', command: 'true' }] }],
      SessionEnd: [{ hooks: [{ id: 'end', command: 'true' }] }],
    },
    observer: ({ type }) => void order.push(type),
    onMessage: (message) => {
      heard.push(message)
      order.push(message.type)
      throw new Error('not my day')
    },
  })
  await session.send('hi')
  const streamed: StreamMessage[] = []
  for await (const message of session.stream()) streamed.push(message)
  await session.close()
  expect(streamed.at(-1)).toMatchObject({ type: 'result', subtype: 'success', content: 'hello' })
  expect(heard.slice(0, streamed.length)).toEqual(streamed)
  const hooks = heard.filter((message) => message.type === 'hook')
  expect(hooks.map(({ hook, phase }) => [hook, phase])).toEqual([
    ['begin', 'start'],
    ['begin', 'end'],
    ['end', 'start'],
    ['end', 'end'],
  ])
  expect(order.slice(0, 3)).toEqual(['eventStart', 'hook', 'hookStart'])
  expect({ model: session.model, hooks: session.hooks.map(({ id }) => id) }).toEqual({
    model: 'scripted',
    hooks: ['begin', 'end'],
  })
})

test('a hook that runs again on a rewritten input begins and ends twice', async () => {
  const session = await createSession({
    provider: { type: 'scripted', script: [{ toolCalls: [{ name: 'Bash', input: { command: 'true' } }] }, {}] },
    storage: false,
    permissionMode: 'yolo',
    hooks: {
      PreToolUse: [
        {
          hooks: [
            { id: 'rewrites', command: `echo '{"updatedInput": {"command": "true again"}}'` },
            { id: 'guards', command: 'true' },
          ],
        },
      ],
    },
  })
  await session.send('hi')
  const phases: string[] = []
  for await (const message of session.stream())
    if (message.type === 'hook' && message.hook === 'guards') phases.push(message.phase)
  await session.close()
  expect(phases).toEqual(['start', 'end', 'start', 'end'])
})
