import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Transcript } from '../../agent/storage/transcript.ts'
import { readTranscriptEvents, type TranscriptEvents } from './read-transcript-events.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookline-replay-transcript-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

let count = 0
const common = { sessionId: 's', cwd: '/home/me/app', timestamp: '2026-01-31T08:00:00.000Z', version: '2.1.0' }
const line = (type: 'user' | 'assistant', content: unknown, more: object = {}): object => ({
  ...common,
  uuid: `u${count++}`,
  isSidechain: false,
  type,
  message: { role: type, content },
  ...more,
})
const call = (id: string, name: string, input: object): object => ({ type: 'tool_use', id, name, input })
const result = (id: string, content: string, isError = false): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
  ...(isError && { is_error: true }),
})

function read(lines: readonly (object | string)[]): TranscriptEvents {
  const path = join(dir, 't.jsonl')
  writeFileSync(path, lines.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n'))
  return readTranscriptEvents(path)
}

const brief = ({ session }: TranscriptEvents): unknown[] =>
  session.events.map(({ event, input, then, gaps, compared }) => [
    event,
    (input['toolInput'] as { command?: string } | undefined)?.command ?? input['userPrompt'] ?? input['finalResponse'],
    compared ? (then?.decision ?? 'passed') : 'not compared',
    ...gaps,
  ])

it('reads a transcript of Claude Code as events with what came of them', () => {
  const read1 = read([
    { type: 'summary', summary: 'x', leafUuid: 'y' },
    line('user', 'Caveat', { isMeta: true }),
    line('user', 'clean up'),
    line('assistant', [
      { type: 'text', text: 'I will.' },
      call('1', 'Bash', { command: 'ls' }),
      call('2', 'Bash', { command: 'rm -rf /' }),
      call('3', 'Bash', { command: 'git push' }),
      call('4', 'Bash', { command: 'false' }),
    ]),
    line('user', [result('1', 'a.txt')], { toolUseResult: { stdout: 'a.txt', stderr: '' } }),
    line('user', [result('2', 'PreToolUse:Bash hook error: [./guard.sh]: too dangerous', true)]),
    line('user', [result('3', "The user doesn't want to proceed with this tool use. The tool use was rejected", true)]),
    line('user', [result('4', 'Exit code 1', true)]),
    'half a li',
    line('assistant', [call('5', 'Task', { prompt: 'look' })]),
    line('user', 'look', { isSidechain: true, agentId: 'a1' }),
    line('assistant', [call('6', 'Bash', { command: 'pwd' })], { isSidechain: true, agentId: 'a1' }),
    line('user', [result('6', '/')], { isSidechain: true, agentId: 'a1' }),
    line('assistant', [{ type: 'text', text: 'found' }], { isSidechain: true, agentId: 'a1' }),
    line('user', [result('5', 'found')]),
    line('assistant', [{ type: 'text', text: 'Done.' }]),
    line('user', 'Stop hook feedback:\n[./stop.sh]: run the tests', { isMeta: true }),
    line('assistant', [{ type: 'text', text: 'They pass.' }]),
    line('user', 'thanks'),
    line('assistant', [call('7', 'Bash', { command: 'never finished' })]),
  ])
  expect(brief(read1)).toEqual([
    ['UserPromptSubmit', 'clean up', 'passed'],
    ['PreToolUse', 'ls', 'passed'],
    ['PreToolUse', 'rm -rf /', 'deny'],
    ['PreToolUse', 'git push', 'passed'],
    ['PreToolUse', 'false', 'passed', 'the call failed, and the transcript does not tell whether a hook had denied it'],
    ['PostToolUse', 'ls', 'passed'],
    ['PostToolUseFailure', 'false', 'passed'],
    ['PreToolUse', undefined, 'passed'],
    ['PreToolUse', 'pwd', 'passed'],
    ['PostToolUse', 'pwd', 'passed'],
    ['PostToolUse', undefined, 'passed'],
    ['Stop', 'Done.', 'deny'],
    ['Stop', 'They pass.', 'passed'],
    ['UserPromptSubmit', 'thanks', 'passed'],
    ['PreToolUse', 'never finished', 'passed', 'the transcript ends before the result of the call'],
  ])
  const { events, ...session } = read1.session
  expect([session, read1.unreadable]).toEqual([{ sessionId: 's', projectDir: '/home/me/app', keepsEnv: true }, 1])
  expect(events[2]?.then?.reason).toBe('too dangerous')
  expect(events[5]?.input['toolOutput']).toEqual({ stdout: 'a.txt', stderr: '' })
  expect([events[8]?.input['agentId'], events[8]?.number]).toEqual(['a1', 12])
})

it('reads a transcript of our own', () => {
  const path = join(dir, 'own.jsonl')
  const own = new Transcript({ path, sessionId: 'own', cwd: () => dir })
  own.append({ role: 'user', content: [{ type: 'text', text: 'go' }] }, { turn: 1 })
  own.append({ role: 'assistant', content: [{ type: 'toolCall', id: 'a', name: 'Bash', input: { command: 'ls' } }] })
  own.append({ role: 'tool', content: [{ type: 'toolResult', id: 'a', name: 'Bash', text: 'x', isError: false }] })
  own.append({ role: 'assistant', content: [{ type: 'text', text: 'done' }] })
  expect(brief(readTranscriptEvents(path))).toEqual([
    ['UserPromptSubmit', 'go', 'passed'],
    ['PreToolUse', 'ls', 'passed'],
    ['PostToolUse', 'ls', 'passed'],
    ['Stop', 'done', 'passed'],
  ])
})

it('says what is wrong with a file that is none', () => {
  expect(() => read(['{}', 'x'])).toThrow('there is no prompt and no tool call in it')
  expect(() => readTranscriptEvents(join(dir, 'absent'))).toThrow('there is no such file')
})
