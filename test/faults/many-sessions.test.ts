import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createHooks } from '../../src/hooks/create-hooks.ts'
import { openRecordLog } from '../../src/store/records/record-log.ts'
import { openRecordReader } from '../../src/store/records/record-reader.ts'

const sessions = process.env['HOOKLINE_FULL'] ? 1_000 : 200
const events = 10
const mebibyte = 1024 * 1024

const worker = `
import { createInterface } from 'node:readline'
for await (const line of createInterface({ input: process.stdin })) {
  const { id, payload } = JSON.parse(line)
  const denied = payload.tool_input.command === 'no'
  console.log(JSON.stringify({ id, answer: denied ? { decision: 'deny', reason: payload.session_id } : null }))
}
`

it(`F104 ${sessions} sessions at once are all answered, none waits for the others, and no record is lost`, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-many-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'worker.mjs'), worker)
  const path = join(folder, 'records.db')
  const log = openRecordLog({ path })
  const hooks = await createHooks(
    {
      PreToolUse: [
        { hooks: [{ type: 'worker', id: 'guard', command: `'${process.execPath}' worker.mjs`, onFailure: 'deny' }] },
        () => ({ action: 'continue' }),
      ],
    },
    { cwd: folder, observer: () => {}, records: log },
  )
  const ended: number[] = []
  const work = async (index: number): Promise<(string | null)[]> => {
    const session = hooks.session({ id: `s${index}` })
    const answers: (string | null)[] = []
    for (let step = 0; step < events; step++) {
      const toolInput = { command: step % 2 === 0 ? 'no' : 'yes' }
      const verdict = await session.fire('PreToolUse', { toolName: 'Bash', toolUseId: `${step}`, toolInput })
      answers.push(verdict.reason)
      await sleep(Math.random() * 20)
    }
    ended.push(index)
    return answers
  }
  const answers = await Promise.all(Array.from({ length: sessions }, (_, index) => work(index)))
  const expected = (index: number) => Array.from({ length: events }, (_, step) => (step % 2 === 0 ? `s${index}` : null))
  expect(answers).toEqual(answers.map((_, index) => expected(index)))
  expect(ended).toHaveLength(sessions)
  await hooks.close()
  await log.flush()
  expect(log.losses()).toEqual({ count: 0, reason: null })
  await log.close()

  const reader = openRecordReader(path)
  onTestFinished(() => reader.close())
  const summaries = reader.sessions({ limit: sessions + 1 })
  expect(summaries).toHaveLength(sessions)
  expect(summaries.map((one) => [one.events, one.denied])).toEqual(summaries.map(() => [events, events / 2]))
  expect(summaries.slice(0, 20).map(({ sessionId }) => reader.verify(sessionId).ok)).toEqual(Array(20).fill(true))
  expect(process.memoryUsage().rss).toBeLessThan(1024 * mebibyte)
}, 120_000)
