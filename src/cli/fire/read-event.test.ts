import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readEvent } from './read-event.ts'

test.each([
  ['', 'the event is empty'],
  [' \n', 'the event is empty'],
  ['{"hook_event_name": ', 'the event is not JSON: '],
])('says what to give instead of %j', async (text, message) => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-event-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'event.json')
  writeFileSync(file, text)
  await expect(readEvent(file)).rejects.toMatchObject({
    code: 'EVENT_INVALID_INPUT',
    message: expect.stringContaining(message),
    hint: 'Give one JSON object with the name of the event under hook_event_name and its fields beside it.',
  })
})
