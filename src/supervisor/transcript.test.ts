import { execFileSync } from 'node:child_process'
import { ftruncateSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { readTranscript } from './transcript.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-transcript-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

const user = (content: unknown, more: object = {}): string =>
  JSON.stringify({ type: 'user', uuid: 'u', message: { role: 'user', content }, ...more })
const assistant = (...content: object[]): string =>
  JSON.stringify({ type: 'assistant', uuid: 'a', message: { role: 'assistant', content } })

function write(lines: readonly string[]): string {
  const file = join(folder, 'session.jsonl')
  writeFileSync(file, lines.join('\n'))
  return file
}

test('tells what was asked, said, called and answered', () => {
  const file = write([
    JSON.stringify({ type: 'summary', summary: 'old' }),
    user('build it', { uuid: 'p1' }),
    assistant({ type: 'thinking', thinking: 'hm' }, { type: 'text', text: 'I will.' }),
    assistant({ type: 'tool_use', id: 't', name: 'Bash', input: { command: 'make' } }),
    user([{ type: 'tool_result', tool_use_id: 't', is_error: true, content: [{ type: 'text', text: 'no rule' }] }]),
    user('hidden', { isSidechain: true }),
    user('Stop hook feedback:\ngo on', { uuid: 'f' }),
    '',
  ])
  const { text, lastPromptId, state, skipped } = readTranscript(file)
  expect({ text, lastPromptId, state, skipped }).toEqual({
    text: [
      '[user] build it',
      '[assistant] I will.',
      '[call] Bash {"command":"make"}',
      '[failed] no rule',
      '[user] Stop hook feedback:\ngo on',
    ].join('\n\n'),
    lastPromptId: 'p1',
    state: 'read',
    skipped: 0,
  })
})

test('F108: passes over lines that are half written', () => {
  const file = write([user('one'), '{"type":"user","message":{"content":"tw'])
  expect(readTranscript(file)).toMatchObject({ state: 'read', text: '[user] one', skipped: 1 })
})

test('F108: reads a transcript of 1 GiB within bounds, its request and its end', () => {
  const file = join(folder, 'large.jsonl')
  const descriptor = openSync(file, 'w')
  writeSync(descriptor, `${user('the request', { uuid: 'first' })}\n`)
  const size = 1024 ** 3
  ftruncateSync(descriptor, size)
  writeSync(descriptor, `\n${assistant({ type: 'text', text: 'the end' })}\n`, size)
  const before = process.memoryUsage().rss
  const { text, read, state } = readTranscript(file)
  expect({ text, state }).toEqual({
    text: '[user] the request\n\n(… earlier messages left out …)\n\n[assistant] the end',
    state: 'read',
  })
  expect(read).toBeLessThan(4 * 1024 ** 2)
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 ** 2)
})

test('keeps the text bounded and the end whole', () => {
  const lines = Array.from({ length: 400 }, (_, n) => assistant({ type: 'text', text: `${n} ${'x'.repeat(3000)}` }))
  const { text = '' } = readTranscript(write([user('the request'), ...lines]))
  expect(text.length).toBeLessThan(130_000)
  expect(text.startsWith('[user] the request\n\n(… earlier messages left out …)')).toBe(true)
  expect(text).toContain('[assistant] 399 ')
})

test('shows the end of a last message that is longer than all there is room for', () => {
  const results = Array.from({ length: 100 }, (_, n) => ({ type: 'tool_result', content: `${n} ${'x'.repeat(3000)}` }))
  const { text = '' } = readTranscript(write([user('the request'), user(results)]))
  expect(text.length).toBeLessThan(130_000)
  expect(text.startsWith('[user] the request\n\n(… earlier messages left out …)\n\n')).toBe(true)
  expect(text).toContain('[result] 99 ')
})

test('F108: has no text when nothing of the end can be read, only the request', () => {
  const endless = JSON.stringify({ type: 'user', message: { content: 'x'.repeat(3 * 1024 ** 2) } })
  const { state, text, lastPromptId } = readTranscript(write([user('the request', { uuid: 'p' }), endless]))
  expect({ state, text, lastPromptId }).toEqual({ state: 'empty', text: undefined, lastPromptId: 'p' })
})

test('F108: says what is wrong with a transcript that is none', () => {
  const pipe = join(folder, 'pipe')
  execFileSync('mkfifo', [pipe])
  const states = [undefined, join(folder, 'gone'), folder, pipe, '/dev/zero', write([]), write(['garbage'])].map(
    (path) => readTranscript(path).state,
  )
  expect(states).toEqual(['missing', 'missing', 'unreadable', 'unreadable', 'unreadable', 'empty', 'empty'])
})
