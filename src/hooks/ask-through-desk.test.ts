import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type OpenDesk, openQuestionDesk } from '../store/records/question-desk.ts'
import { openRecordReader } from '../store/records/record-reader.ts'
import { createHooks } from './create-hooks.ts'
import type { Ask } from './permission-types.ts'
import type { ToolOutcome } from './tool-chain.ts'

let path: string
let desk: OpenDesk
let page: OpenDesk

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-desk-'))
  path = join(folder, 'records.db')
  desk = openQuestionDesk({ path })
  page = openQuestionDesk({ path })
  onTestFinished(() => {
    desk.close()
    page.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

async function callTool(ask: Ask | undefined, signal?: AbortSignal): Promise<ToolOutcome> {
  const hooks = await createHooks({}, { desk, observer: () => {} })
  const session = hooks.session({ id: 's1', ...(ask && { onAsk: ask }) })
  const call = { name: 'Bash', input: { command: 'ls', apiKey: 'sk-very-secret-1' }, id: 'c1' }
  return session.tool(call, async () => 'ran', signal ? { signal } : {})
}

async function waitForQuestion(): Promise<string> {
  for (;;) {
    const [question] = page.open()
    if (question) return question.questionId
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

function answers(): unknown[] {
  const reader = openRecordReader(path)
  const bodies = reader.records({ kinds: ['answer'] }).map(({ body }) => body)
  expect(reader.verify('s1').ok).toBe(true)
  reader.close()
  return bodies
}

test('an answer from another process lets the call run, and the prompt of the host is called off', async () => {
  let calledOff = false
  const never: Ask = ({ signal }) =>
    new Promise(() => {
      signal.addEventListener('abort', () => {
        calledOff = true
      })
    })
  const outcome = callTool(never)
  const id = await waitForQuestion()
  expect(page.open()).toMatchObject([
    { questionId: id, sessionId: 's1', toolName: 'Bash', input: { command: 'ls', apiKey: '[redacted]' } },
  ])
  expect(page.answer(id, { behavior: 'allow', by: 'page' })).toBe(true)
  expect(await outcome).toMatchObject({ status: 'ok', output: 'ran' })
  expect(calledOff).toBe(true)
  expect(page.open()).toEqual([])
  expect(answers()).toEqual([{ questionId: id, behavior: 'allow', by: 'page' }])
})

test('an answer of the host counts when it is the first, and the page comes too late', async () => {
  const outcome = await callTool(() => ({ behavior: 'deny', message: 'not today' }))
  expect(outcome).toMatchObject({ status: 'denied', reason: 'not today' })
  const [answer] = answers() as { questionId: string }[]
  expect(answer).toMatchObject({ behavior: 'deny', message: 'not today', by: 'host' })
  expect(page.answer(answer!.questionId, { behavior: 'allow', by: 'page' })).toBe(false)
  expect(page.answerTo(answer!.questionId)).toEqual(answer)
})

test('without a host the desk alone decides', async () => {
  const outcome = callTool(undefined)
  page.answer(await waitForQuestion(), { behavior: 'deny', message: 'no', by: 'page' })
  expect(await outcome).toMatchObject({ status: 'denied', reason: 'no' })
})

test('an abort ends the question with a no by nobody', async () => {
  const abort = new AbortController()
  const outcome = callTool(undefined, abort.signal)
  const id = await waitForQuestion()
  abort.abort()
  expect(await outcome).toMatchObject({ status: 'denied' })
  await expect.poll(() => page.answerTo(id)).toMatchObject({ behavior: 'deny', by: 'aborted' })
})

test('C11: of a hundred answers at once one counts, and it is recorded once', async () => {
  desk.put({ questionId: 'q', sessionId: 's1', toolName: 'Bash', toolUseId: 'c', input: {}, reason: '', askedAt: 1 })
  const desks = Array.from({ length: 10 }, () => openQuestionDesk({ path }))
  const given = await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      await null
      return desks[n % 10]!.answer('q', { behavior: n % 2 === 0 ? 'allow' : 'deny', by: `p${n}` })
    }),
  )
  for (const one of desks) one.close()
  expect(given.filter(Boolean)).toHaveLength(1)
  expect(answers()).toEqual([page.answerTo('q')])
  expect(page.answerTo('q')).toMatchObject({ by: `p${given.indexOf(true)}` })
})
