import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ModelMessage } from '../../models/model-types.ts'
import { Conversation } from '../conversation.ts'
import { readTranscript } from './read-transcript.ts'
import { speechPath, Transcript } from './transcript.ts'

let dir: string
let path: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookline-transcript-'))
  path = join(dir, 'session.jsonl')
})

afterEach(() => rmSync(dir, { recursive: true, force: true }))

const open = (): Transcript => new Transcript({ path, sessionId: 's', cwd: () => dir })

const whole: ModelMessage[] = [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'look' },
      { type: 'image', data: 'AAAA', mediaType: 'image/png' },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', text: 'hm', metadata: { anthropic: { signature: 'sig' } } },
      { type: 'text', text: 'Looking.' },
      { type: 'toolCall', id: 'a', name: 'Read', input: { file_path: 'x' }, metadata: { google: { t: 1 } } },
      { type: 'toolCall', id: 'b', name: 'Bash', input: { command: 'ls' } },
    ],
  },
  {
    role: 'tool',
    content: [
      { type: 'toolResult', id: 'a', name: 'Read', text: 'text', isError: false },
      { type: 'toolResult', id: 'b', name: 'Bash', text: 'no', isError: true },
    ],
  },
  { role: 'assistant', content: [{ type: 'text', text: 'Done. ünïcödé 中文' }] },
]

describe('a conversation', () => {
  it('comes back from disk as it was, with its turns and tokens', () => {
    const conversation = new Conversation(open())
    const usage = { inputTokens: 3, outputTokens: 4 }
    for (const message of whole) conversation.add(message, message === whole[0] ? { turn: 1 } : { usage })
    expect(readTranscript(path)).toMatchObject({
      messages: whole,
      unfinished: '',
      turns: 1,
      usage: { inputTokens: 6, outputTokens: 8 },
    })
  })

  it('has its results in the order of the calls, whichever came first', () => {
    const conversation = new Conversation(open())
    const [prompt, step, results] = whole as [ModelMessage, ModelMessage, ModelMessage & { role: 'tool' }]
    conversation.add(prompt)
    conversation.add(step)
    for (const result of [...results.content].reverse()) conversation.record(result)
    expect(readTranscript(path)?.messages).toEqual(whole.slice(0, 3))
    conversation.add(results)
    expect(readFileSync(path, 'utf8').trim().split('\n')).toHaveLength(4)
  })

  it('cut off after any byte is the conversation up to there, and one that a model accepts', () => {
    const transcript = open()
    for (const message of whole) transcript.append(message)
    const bytes = readFileSync(path)
    const seen = new Set<number>()
    for (let length = 0; length < bytes.length; length++) {
      writeFileSync(path, bytes.subarray(0, length))
      const { messages } = readTranscript(path)!
      seen.add(messages.length)
      for (const [index, message] of messages.entries()) {
        const calls = message.content.filter((part) => part.type === 'toolCall')
        if (calls.length > 0) expect(messages[index + 1]?.content).toMatchObject(calls.map(({ id }) => ({ id })))
      }
    }
    expect([...seen].sort()).toEqual([0, 1, 3, 4])
  })

  it('without lines that are no messages or cannot be read is the same', () => {
    const transcript = open()
    transcript.append(whole[0]!)
    appendFileSync(
      path,
      'garbage\n[]\n{"type":"user"}\n{"type":"user","message":{"role":"user","content":[{"type":"x"}]}}\n',
    )
    transcript.append(whole[3]!)
    expect(readTranscript(path)?.messages).toEqual([whole[0], whole[3]])
  })

  it('that was never stored is none', () => {
    expect(readTranscript(path)).toBeNull()
  })
})

describe('what a model is just saying', () => {
  it('is kept until it is a message', () => {
    const transcript = open()
    transcript.append(whole[0]!)
    transcript.speak('Half a ')
    transcript.speak('sentence')
    expect(readTranscript(path)).toMatchObject({ messages: [whole[0]], unfinished: 'Half a sentence' })
    transcript.append(whole[3]!)
    expect(readTranscript(path)).toMatchObject({ messages: [whole[0], whole[3]], unfinished: '' })
    expect(existsSync(speechPath(path))).toBe(false)
  })

  it('is not taken twice when its process dies between the message and the end of the speech', () => {
    const transcript = open()
    transcript.append(whole[0]!)
    transcript.speak('Done.')
    const speech = readFileSync(speechPath(path))
    transcript.append(whole[3]!)
    writeFileSync(speechPath(path), speech)
    expect(readTranscript(path)?.unfinished).toBe('')
  })

  it('follows another speech that was never finished, not adding to it', () => {
    const first = open()
    first.append(whole[0]!)
    first.speak('lost')
    const second = new Transcript({ path, sessionId: 's', cwd: () => dir, after: readTranscript(path)!.last })
    second.speak('new')
    expect(readTranscript(path)?.unfinished).toBe('new')
  })
})
