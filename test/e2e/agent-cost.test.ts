import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  createSession,
  type ObservedStep,
  resumeSession,
  type SessionConfig,
  type StreamMessage,
} from '../../src/index.ts'

test('a session whose owner gave prices knows what it cost, and what its prompt hooks cost, after a resume too', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'hookline-cost-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const steps: ObservedStep[] = []
  const config: SessionConfig = {
    provider: {
      type: 'scripted',
      script: () => ({ text: '{}', usage: { inputTokens: 1_000_000, outputTokens: 100_000 } }),
      prices: { main: { input: 3, output: 10 }, judge: { input: 1, output: 5 } },
    },
    model: 'main',
    cwd: dir,
    storage: { dir },
    sessionId: 'priced',
    permissionMode: 'yolo',
    hooks: { Stop: [{ hooks: [{ type: 'prompt', prompt: 'Well?', model: 'judge', id: 'judge' }] }] },
    observer: (step) => void steps.push(step),
  }
  const session = await createSession(config)
  const messages: StreamMessage[] = []
  await session.send('go')
  for await (const message of session.stream()) messages.push(message)
  const used = { inputTokens: 1_000_000, outputTokens: 100_000 }
  expect(messages.find(({ type }) => type === 'usage')).toEqual({
    type: 'usage',
    sessionId: 'priced',
    ...used,
    cost: 4,
  })
  expect(session.usage).toEqual({ ...used, cost: 4 })
  const judged = steps.find((step) => step.type === 'hookEnd' && step.hook.id === 'judge')
  expect(judged).toMatchObject({ raw: { usage: { model: 'judge', calls: 1, ...used, cost: 1.5 } } })
  await session.close()

  const again = await resumeSession('priced', config)
  expect(again.usage).toEqual({ ...used, cost: 4 })
  await again.close()
})
