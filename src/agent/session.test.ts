import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createSession } from './create-session.ts'
import type { SessionConfig } from './session-options.ts'

const call = { toolCalls: [{ name: 'TaskList', input: {} }] }

function configure(more: SessionConfig): SessionConfig {
  return {
    storage: false,
    permissionMode: 'yolo',
    provider: { type: 'scripted', script: [call, { text: 'ok' }] },
    ...more,
  }
}

it('ends although a hook halts the turn that the end waits for', async () => {
  const { promise: called, resolve } = Promise.withResolvers<void>()
  const { promise: closing, resolve: goOn } = Promise.withResolvers<void>()
  const ends: unknown[] = []
  const session = await createSession(
    configure({
      hooks: {
        PreToolUse: [
          async () => {
            resolve()
            await closing
            return { action: 'abort', reason: 'danger' }
          },
        ],
        SessionEnd: [(input) => void ends.push(input['reason'])],
      },
    }),
  )
  await session.send('go')
  await called
  const closed = session.close('ctrl_c')
  goOn()
  await closed
  expect(ends).toEqual(['ctrl_c'])
})

it('sends no notice of waiting after it has ended by a halt', async () => {
  const notices: unknown[] = []
  const session = await createSession(
    configure({
      idleNoticeMs: 30,
      hooks: {
        UserPromptSubmit: [() => ({ action: 'abort', reason: 'enough' })],
        Notification: [(input) => void notices.push(input['notificationType'])],
      },
    }),
  )
  await sleep(100)
  expect(notices).toEqual(['idle_prompt'])
  await session.send('go')
  for await (const _ of session.stream());
  await sleep(100)
  expect(notices).toEqual(['idle_prompt'])
})

it('refuses what waits when it is closed, and answers nothing more', async () => {
  const session = await createSession(
    configure({ provider: { type: 'scripted', script: [{ text: 'slow', delayMs: 5_000 }] } }),
  )
  await session.send('go')
  await session.send('more')
  const compacted = session.compact()
  const cleared = session.clear()
  const closed = session.close()
  await expect(compacted).rejects.toThrow('has ended')
  await expect(cleared).rejects.toThrow('has ended')
  await closed
  await expect(session.send('again')).rejects.toThrow('has ended')
  expect(session.turns).toBe(1)
})
