import { describe, expect, it } from 'vitest'
import type { FailureClass } from '../../src/index.ts'
import { ask, fixture, openWorker, summarize } from './worker-hooks.ts'

describe('a worker that breaks the protocol with', () => {
  const broken: [string, FailureClass, string | RegExp][] = [
    ['garbage', 'invalidOutput', /^the answer is no JSON: /],
    ['garbage without an id', 'invalidOutput', /^the answer is no JSON: /],
    ['an answer without an id after a hello', 'invalidOutput', 'the line has no id of a request'],
    ['an object that is no answer', 'invalidOutput', 'the line has no id of a request'],
    ['no answer in the line', 'invalidOutput', 'the line has neither answer nor error'],
    ['an answer that is text', 'invalidOutput', 'the answer is neither an object nor null'],
    ['an answer that is a list', 'invalidOutput', 'the answer is neither an object nor null'],
    ['a decision given twice', 'invalidOutput', 'answer.decision is given twice'],
    ['invalid UTF-8', 'invalidOutput', 'the answer is not valid UTF-8'],
    ['a line that is too long', 'invalidOutput', 'the answer was truncated: its line is longer than 1 MiB'],
    ['an error', 'crash', 'no idea'],
    ['another protocol', 'spawn', 'the worker was restarted: it speaks protocol 99, not 1'],
    ['stdout without end', 'invalidOutput', 'the worker was restarted: it floods its output with what is no answer'],
    ['lines without end', 'invalidOutput', 'the worker was restarted: it floods its output with what is no answer'],
  ]

  it.each(broken)('%s fails with class %s and never says yes', async (way, failure, why) => {
    for (const onFailure of ['ignore', 'deny'] as const) {
      const { session } = await openWorker(fixture('misbehaves.ts', way), { onFailure })
      expect(summarize(await ask(session, 'x'))).toMatchObject({
        decision: onFailure === 'deny' ? 'deny' : null,
        failedOpen: onFailure === 'deny' ? [] : [{ hook: 'guard', class: failure }],
        status: 'failed',
        class: failure,
        why: typeof why === 'string' ? why : expect.stringMatching(why),
      })
    }
  })

  it.each([
    ['a deny without an id after a hello', 'bare'],
    ['an error beside a deny', 'D'],
    ['noise around the answer', 'D'],
    ['two answers', 'first'],
    ['an answer to another request', 'own'],
    ['an id as text', 'text'],
    ['an answer in pieces', 'ä→😀'],
  ])('%s still denies', async (way, reason) => {
    const { session } = await openWorker(fixture('misbehaves.ts', way))
    for (let times = 0; times < 3; times++)
      expect(summarize(await ask(session, 'x'))).toMatchObject({ decision: 'deny', reason, failedOpen: [] })
  })

  it('stderr without end is answered all the same', async () => {
    const { session } = await openWorker(fixture('misbehaves.ts', 'stderr without end'), { onFailure: 'deny' })
    expect(summarize(await ask(session, 'x'))).toEqual({ decision: null, reason: null, failedOpen: [], status: 'ok' })
  })

  it.each(['its mouth shut', 'its ears shut'])('%s runs into the deadline', async (way) => {
    const { session } = await openWorker(fixture('misbehaves.ts', way), { onFailure: 'deny', timeout: '700ms' })
    const started = performance.now()
    const verdict = await ask(session, 'x', { content: 'y'.repeat(5_000_000) })
    expect(summarize(verdict)).toMatchObject({ decision: 'deny', status: 'timeout', class: 'timeout' })
    expect(performance.now() - started).toBeLessThan(2_700)
  })
})

describe('a worker that takes an event and prints an answer, line by line', () => {
  it('finds the fields where a command does, and its answers count in order', async () => {
    const { session } = await openWorker(fixture('line-by-line.ts'))
    const words = ['deny first', 'allow', 'nothing', 'rewrite', 'deny last']
    const input = { id: 'its own', payload: 'too' }
    const all = await Promise.all(words.map((text) => ask(session, text, input)))
    expect(all.map(({ decision, reason, failedOpen }) => [decision, reason, failedOpen])).toEqual([
      ['deny', 'first', []],
      ['allow', null, []],
      [null, null, []],
      [null, null, []],
      ['deny', 'last', []],
    ])
    expect(all[3]!.input).toEqual({ command: 'rewritten', ...input })
  })

  it('never gives the answer to a request that was given up to another', async () => {
    const { session } = await openWorker(fixture('line-by-line.ts'), { timeout: '2s', onFailure: 'deny' })
    await ask(session, 'nothing')
    const stop = new AbortController()
    const call = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'late allow' } }
    const late = session.fire('PreToolUse', call, { signal: stop.signal })
    const next = ask(session, 'deny second')
    stop.abort()
    expect(await late).toMatchObject({ aborted: true, decision: 'deny' })
    expect(summarize(await next)).toMatchObject({ decision: 'deny', reason: 'second', status: 'blocked' })
  })
})

describe('a worker that prints only what it denies', () => {
  it('is heard, though it left requests before without an answer', async () => {
    const command = `while read -r line; do case $line in *evil*) echo '{"decision":"deny","reason":"evil"}';; esac; done`
    const { session } = await openWorker(command, { timeout: '1s' })
    expect(summarize(await ask(session, 'good'))).toMatchObject({ decision: null, status: 'timeout' })
    expect(await ask(session, 'evil')).toMatchObject({ decision: 'deny', reason: 'evil' })
  })
})

describe('a worker made with the library', () => {
  it('answers, denies, fails and waits as its function says', async () => {
    const { session } = await openWorker(fixture('answers.ts'))
    const all = await Promise.all(['deny because', 'allow', 'nothing', 'throw'].map((text) => ask(session, text)))
    expect(all.map(summarize)).toEqual([
      { decision: 'deny', reason: 'because', failedOpen: [], status: 'blocked', why: 'because' },
      { decision: 'allow', reason: null, failedOpen: [], status: 'ok' },
      { decision: null, reason: null, failedOpen: [], status: 'ok' },
      {
        decision: null,
        reason: null,
        failedOpen: [{ hook: 'guard', class: 'crash' }],
        status: 'failed',
        class: 'crash',
        why: 'broken on purpose',
      },
    ])
  })

  it('answers many requests at the same time, each with its own answer', async () => {
    const { session } = await openWorker(fixture('answers.ts'))
    const texts = Array.from({ length: 500 }, (_, at) => `deny number ${at}`)
    const verdicts = await Promise.all(texts.map((text) => ask(session, text)))
    expect(verdicts.map(({ reason }) => `deny ${reason}`)).toEqual(texts)
  })

  it('gets payloads of any size', async () => {
    const { session } = await openWorker(fixture('answers.ts'))
    const content = '→'.repeat(3_000_000)
    expect((await ask(session, 'size', { content })).messages).toEqual([String(content.length)])
  })

  it('may print for people', async () => {
    const { session } = await openWorker(fixture('answers.ts'))
    expect(summarize(await ask(session, 'print'))).toMatchObject({ decision: 'deny', reason: 'printed' })
  })

  it('hears when nobody waits for an answer any more', async () => {
    const { session } = await openWorker(fixture('answers.ts'), { timeout: '1500ms', onFailure: 'deny' })
    await ask(session, 'warm')
    expect(summarize(await ask(session, 'hang'))).toMatchObject({ class: 'timeout' })
    expect(summarize(await ask(session, 'deny later'))).toMatchObject({ decision: 'deny', reason: 'later' })
  })
})
