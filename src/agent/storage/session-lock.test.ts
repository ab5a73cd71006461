import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockSession } from './session-lock.ts'

const program = join(dirname(fileURLToPath(import.meta.url)), '../../../test/support/agent/fixtures/take-lock.ts')

let dir: string
let path: string
const children: ChildProcess[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookline-lock-'))
  path = join(dir, 'session.lock')
})

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true })
})

/** A process that tries to take the lock, and what came of it. */
async function tryElsewhere(): Promise<{ child: ChildProcess; answer: string }> {
  const child = spawn(process.execPath, [program, path], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const [chunk] = await once(child.stdout!, 'data')
  return { child, answer: String(chunk).trim() }
}

describe('a lock', () => {
  it('F97 belongs to one until it is given back', async () => {
    const lock = await lockSession(path)
    lock.check()
    await expect(lockSession(path)).rejects.toMatchObject({ code: 'SESSION_IN_USE', place: { file: path } })
    lock.release()
    expect(readdirSync(dir)).toEqual([])
    const next = await lockSession(path)
    expect(() => lock.check()).toThrow('taken')
    lock.release()
    next.check()
  })

  it('F97 of a process that is gone goes to exactly one of many', async () => {
    const { child, answer } = await tryElsewhere()
    expect(answer).toBe('won')
    child.kill('SIGKILL')
    await once(child, 'exit')
    const tries = await Promise.all(Array.from({ length: 6 }, tryElsewhere))
    expect(tries.map((one) => one.answer).sort()).toEqual([...Array(5).fill('SESSION_IN_USE'), 'won'])
    expect(readdirSync(dir)).toEqual(['session.lock'])
  })

  it('of a process whose pid is used again is nobody’s', async () => {
    await lockSession(path)
    const owner = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...owner, startedAt: owner.startedAt - 1 }))
    const lock = await lockSession(path)
    lock.check()
  })

  it('of another machine is respected', async () => {
    await lockSession(path)
    const owner = JSON.parse(readFileSync(path, 'utf8'))
    writeFileSync(path, JSON.stringify({ ...owner, host: 'elsewhere', pid: 1, startedAt: 1 }))
    await expect(lockSession(path)).rejects.toMatchObject({ code: 'SESSION_IN_USE' })
  })

  it.each(['', '{"pid":', 'null', '{"pid":"x"}'])('that reads %j is nobody’s', async (text) => {
    writeFileSync(path, text)
    const lock = await lockSession(path)
    lock.check()
  })

  it('is taken over although somebody died in the middle of that', async () => {
    writeFileSync(path, 'null')
    writeFileSync(`${path}.takeover`, 'null')
    utimesSync(`${path}.takeover`, 1, 1)
    const lock = await lockSession(path)
    lock.check()
    expect(readdirSync(dir)).toEqual(['session.lock'])
  })
})
