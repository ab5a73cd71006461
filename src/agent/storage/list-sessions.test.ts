import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSession } from '../create-session.ts'
import { listSessions } from './list-sessions.ts'

test('lists the sessions of a folder by their own ids, the latest first', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'hookline-sessions-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const place = { cwd: dir, env: {} }
  expect(listSessions({ dir: join(dir, 'nothing') }, place)).toEqual([])
  expect(listSessions(false, place)).toEqual([])
  for (const sessionId of ['plain', 'with/odd:name', 'long']) {
    const session = await createSession({
      sessionId,
      storage: { dir },
      permissionMode: 'yolo',
      provider: { type: 'scripted', script: [{ text: 'ok' }] },
    })
    await session.send(sessionId === 'long' ? '"sessionId":"plain" '.repeat(10_000) : 'hi')
    for await (const _ of session.stream());
    await session.close()
  }
  const files = readdirSync(dir).filter((name) => name.endsWith('.jsonl'))
  for (const name of files) utimesSync(join(dir, name), 1000, name.startsWith('with') ? 3000 : name.length * 100)
  expect(listSessions({ dir }, place)).toEqual([
    { id: 'with/odd:name', lastAt: 3_000_000 },
    { id: 'plain', lastAt: 1_100_000 },
    { id: 'long', lastAt: 1_000_000 },
  ])
})
