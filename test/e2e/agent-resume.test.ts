import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  createSession,
  forkSession,
  type HooksConfig,
  resumeSession,
  type Session,
  type SessionConfig,
  type StreamMessage,
} from '../../src/index.ts'
import type { ModelMessage, ScriptStep } from '../../src/models/index.ts'
import { models } from '../support/agent/open-model.ts'

let dir: string
const open: { close(): Promise<void> }[] = []
const children: ChildProcess[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookline-resume-'))
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const thing of open.splice(0).reverse()) await thing.close()
  rmSync(dir, { recursive: true, force: true })
})

function configure(steps: readonly ScriptStep[], more: SessionConfig = {}): SessionConfig {
  const provider = { type: 'scripted' as const, script: steps }
  return { cwd: dir, storage: { dir }, permissionMode: 'yolo', provider, ...more }
}

function keep(session: Session): Session {
  open.push(session)
  return session
}

async function run(session: Session, prompt: string): Promise<StreamMessage[]> {
  await session.send(prompt)
  const messages: StreamMessage[] = []
  for await (const message of session.stream()) messages.push(message)
  return messages
}

function notes(log: Record<string, unknown>[]): HooksConfig {
  const take = (input: object): void => void log.push({ ...input })
  return { SessionStart: [take], SessionEnd: [take] }
}

const glob = (id: string): ScriptStep => ({ toolCalls: [{ name: 'Glob', input: { pattern: '*.none' }, id }] })

describe('resumeSession', () => {
  it.each(models)('goes on with the conversation, on %s', async (_, openModel) => {
    const model = await openModel([
      { text: 'looking', ...glob('c1') },
      { text: 'first answer' },
      { text: 'second answer' },
    ])
    open.push(model)
    const config: SessionConfig = { ...configure([]), provider: model.provider, model: 'm' }
    const first = keep(await createSession(config))
    await run(first, 'first words')
    const before = first.messages
    await first.close()
    const log: Record<string, unknown>[] = []
    const again = keep(await resumeSession(first.id, { ...config, hooks: notes(log) }))
    expect(again.id).toBe(first.id)
    expect(again.messages).toEqual(before)
    expect(log).toMatchObject([{ source: 'resume', isResume: true, resumeSessionId: first.id, sessionId: first.id }])
    expect((await run(again, 'second words')).at(-1)).toMatchObject({ subtype: 'success' })
    expect(model.asked.at(-1)).toMatch(/first words.*first answer.*second words/s)
    expect([again.turns, again.transcriptPath]).toEqual([2, first.transcriptPath])
    await again.close()
    expect(log[1]).toMatchObject({ reason: 'user_exit', totalTurns: 2 })
  })

  it('takes over what a compaction left, and the context that hooks add', async () => {
    const first = keep(await createSession(configure([{ text: 'long story' }, { text: 'SHORT' }])))
    await run(first, 'first words')
    await first.compact()
    const before = first.messages
    await first.close()
    const hooks: HooksConfig = { SessionStart: [{ matcher: 'resume', hooks: [{ command: 'echo welcome back' }] }] }
    const again = keep(await resumeSession(first.id, configure([], { hooks })))
    expect(again.messages.slice(0, -1)).toEqual(before)
    expect(JSON.stringify(again.messages)).not.toContain('long story')
    expect(JSON.stringify(again.messages.at(-1))).toContain('welcome back')
  })

  it('passes over a compaction that did not come to its summary', async () => {
    const first = keep(await createSession(configure([{ text: 'long story' }])))
    await run(first, 'first words')
    await first.close()
    const boundary = { parentUuid: null, type: 'system', subtype: 'compact_boundary', isSidechain: false, uuid: 'u' }
    appendFileSync(first.transcriptPath!, `${JSON.stringify(boundary)}\n`)
    const again = keep(await resumeSession(first.id, configure([])))
    expect(again.messages).toEqual(first.messages)
  })

  it('repairs a line that was half written', async () => {
    const first = keep(await createSession(configure([{ text: 'one' }, { text: 'two' }])))
    await run(first, 'first words')
    await first.close()
    appendFileSync(first.transcriptPath!, '{"parentUuid":"x","type":"assistant","message":{"role":"assist')
    const again = keep(await resumeSession(first.id, configure([{ text: 'more' }])))
    expect(again.messages).toEqual(first.messages)
    await run(again, 'second words')
    const lines = readFileSync(first.transcriptPath!, 'utf8').trim().split('\n')
    expect(lines.map((line) => JSON.parse(line).type)).toEqual(['user', 'assistant', 'user', 'assistant'])
    expect(lines.map((line) => JSON.parse(line).parentUuid)).toEqual([
      null,
      ...lines.slice(0, -1).map((line) => JSON.parse(line).uuid),
    ])
  })

  it('keeps a last line that only lacks its end', async () => {
    const first = keep(await createSession(configure([{ text: 'one' }])))
    await run(first, 'first words')
    await first.close()
    writeFileSync(first.transcriptPath!, readFileSync(first.transcriptPath!, 'utf8').trimEnd())
    const again = keep(await resumeSession(first.id, configure([{ text: 'more' }])))
    await run(again, 'second words')
    expect(readFileSync(first.transcriptPath!, 'utf8').trim().split('\n')).toHaveLength(4)
  })

  it('tells the model which calls gave no result', async () => {
    const first = keep(await createSession(configure([glob('c1'), { text: 'done' }])))
    await run(first, 'first words')
    await first.close()
    const lines = readFileSync(first.transcriptPath!, 'utf8').trim().split('\n')
    writeFileSync(first.transcriptPath!, `${lines.slice(0, 2).join('\n')}\n`)
    const again = keep(await resumeSession(first.id, configure([])))
    expect(again.messages.at(-1)).toMatchObject({
      role: 'tool',
      content: [{ id: 'c1', name: 'Glob', isError: true, text: expect.stringContaining('may have run') }],
    })
  })

  it('refuses what was never stored', async () => {
    const missing = { code: 'SESSION_NOT_FOUND', message: expect.stringContaining('"nobody"') }
    await expect(resumeSession('nobody', configure([]))).rejects.toMatchObject(missing)
    await expect(resumeSession('nobody', configure([], { storage: false }))).rejects.toMatchObject(missing)
    await expect(forkSession('nobody', configure([]))).rejects.toMatchObject(missing)
    expect(readdirSync(dir)).toEqual([])
  })

  it('keeps ids apart that look alike as file names', async () => {
    const one = keep(await createSession(configure([{ text: 'x' }], { sessionId: 'a/b' })))
    const two = keep(await createSession(configure([{ text: 'x' }], { sessionId: 'a_b' })))
    const long = keep(await createSession(configure([{ text: 'x' }], { sessionId: 'i'.repeat(1_000) })))
    await run(long, 'go')
    expect(new Set([one.transcriptPath, two.transcriptPath, long.transcriptPath]).size).toBe(3)
    expect(dirname(one.transcriptPath!)).toBe(dir)
  })
})

describe('forkSession', () => {
  it('begins with the conversation of a session that goes on by itself', async () => {
    const first = keep(await createSession(configure([glob('c1'), { text: 'one' }, { text: 'own' }])))
    await run(first, 'first words')
    const shared = [...first.messages]
    const log: Record<string, unknown>[] = []
    const fork = keep(await forkSession(first.id, configure([{ text: 'other' }], { hooks: notes(log) })))
    expect(fork.id).not.toBe(first.id)
    expect(fork.messages).toEqual(shared)
    expect(log).toMatchObject([{ source: 'resume', isResume: true, resumeSessionId: first.id, sessionId: fork.id }])
    await run(fork, 'fork words')
    await run(first, 'own words')
    expect(JSON.stringify(first.messages)).not.toContain('fork words')
    expect(JSON.stringify(fork.messages)).not.toContain('own words')
    await fork.close()
    const again = keep(await resumeSession(fork.id, configure([])))
    expect(again.messages).toEqual(fork.messages)
  })
})

describe('clear', () => {
  it('ends and starts the session for hooks, and forgets the conversation for good', async () => {
    const log: Record<string, unknown>[] = []
    const session = keep(await createSession(configure([{ text: 'one' }, { text: 'two' }], { hooks: notes(log) })))
    await run(session, 'first words')
    await session.clear()
    expect(session.messages).toEqual([])
    await run(session, 'second words')
    await session.close()
    expect(log).toMatchObject([
      { event: 'SessionStart', source: 'startup' },
      { event: 'SessionEnd', reason: 'clear', totalTurns: 1 },
      { event: 'SessionStart', source: 'clear', isResume: false },
      { event: 'SessionEnd', reason: 'user_exit', totalTurns: 1 },
    ])
    const again = keep(await resumeSession(session.id, configure([])))
    expect(again.messages).toEqual(session.messages)
    expect(JSON.stringify(again.messages)).not.toContain('first words')
  })

  it('a new session under a used id does not see what was there', async () => {
    const first = keep(await createSession(configure([{ text: 'one' }], { sessionId: 'same' })))
    await run(first, 'first words')
    await first.close()
    const second = keep(await createSession(configure([{ text: 'two' }], { sessionId: 'same' })))
    expect(second.messages).toEqual([])
    await second.close()
    expect(keep(await resumeSession('same', configure([]))).messages).toEqual([])
  })
})

describe('a session', () => {
  it('has one owner: it cannot be resumed while it is open, in this process or another', async () => {
    const first = keep(await createSession(configure([{ text: 'one' }])))
    await run(first, 'first words')
    const refusal = { code: 'SESSION_IN_USE', place: { file: expect.stringContaining('.lock') } }
    await expect(resumeSession(first.id, configure([]))).rejects.toMatchObject(refusal)
    const { child } = await talk('theirs', 3)
    await expect(resumeSession('theirs', configure([]))).rejects.toMatchObject(refusal)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(keep(await resumeSession('theirs', configure([]))).messages.length).toBeGreaterThan(0)
  })

  it('that was taken over writes no more', async () => {
    const first = keep(await createSession(configure([{ text: 'one' }, { text: 'two' }])))
    await run(first, 'first words')
    rmSync(`${first.transcriptPath}.lock`)
    const thief = keep(await resumeSession(first.id, configure([{ text: 'mine' }])))
    const before = readFileSync(first.transcriptPath!, 'utf8')
    expect((await run(first, 'second words')).at(-1)).toMatchObject({
      type: 'error',
      message: expect.stringContaining('taken'),
    })
    expect(readFileSync(first.transcriptPath!, 'utf8')).toBe(before)
    expect((await run(thief, 'words')).at(-1)).toMatchObject({ subtype: 'success' })
    await first.close()
    expect(existsSync(`${first.transcriptPath}.lock`)).toBe(true)
  })

  it('of a dead owner is taken over by one of many', async () => {
    const { child } = await talk('theirs', 3)
    child.kill('SIGKILL')
    await once(child, 'exit')
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => resumeSession('theirs', configure([]))))
    const won = tries.flatMap((one) => (one.status === 'fulfilled' ? [keep(one.value)] : []))
    expect(won).toHaveLength(1)
    expect(tries.filter(({ status }) => status === 'rejected')).toHaveLength(7)
    await won[0]!.close()
    expect(readdirSync(dir).filter((name) => name.includes('.lock'))).toEqual([])
  })

  const points = process.env['HOOKLINE_FULL'] ? 100 : 5

  it(`killed at any of ${points} moments loses nothing that was shown`, { timeout: 300_000 }, async () => {
    let shownMessages = 0
    for (let point = 0; point < points; point++) {
      const { child, shown } = await talk(`killed-${point}`, 1 + ((point * 13) % 60))
      await new Promise((resolve) => setTimeout(resolve, point % 7))
      child.kill('SIGKILL')
      await once(child, 'close')
      const session = await resumeSession(`killed-${point}`, configure([{ text: 'still here' }]))
      expect(missing(shown, session.messages)).toEqual([])
      expect((await run(session, 'are you there?')).at(-1)).toMatchObject({ subtype: 'success', content: 'still here' })
      await session.close()
      shownMessages += shown.length
    }
    expect(shownMessages).toBeGreaterThan(points * 5)
  })
})

/** A process that shows its messages; resolved when it has shown so many. */
async function talk(id: string, atLeast: number): Promise<{ child: ChildProcess; shown: StreamMessage[] }> {
  const program = join(dirname(fileURLToPath(import.meta.url)), '../support/agent/fixtures/talk-until-killed.ts')
  const child = spawn(process.execPath, [program, dir, id], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const shown: StreamMessage[] = []
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => reject(new Error(`the process ended by itself: ${code} ${signal}`)))
    createInterface({ input: child.stdout! }).on('line', (line) => {
      try {
        shown.push(JSON.parse(line))
      } catch {
        // Killed in the middle of a line: not shown.
      }
      if (shown.length >= atLeast) resolve()
    })
  })
  child.removeAllListeners('exit')
  return { child, shown }
}

/** What was shown and is not part of a conversation. */
function missing(shown: readonly StreamMessage[], messages: readonly ModelMessage[]): unknown[] {
  const parts = messages.flatMap(({ content }) => [...content])
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const calls = new Set(parts.flatMap((part) => (part.type === 'toolCall' ? [part.id] : [])))
  const results = new Map(parts.flatMap((part) => (part.type === 'toolResult' ? [[part.id, part] as const] : [])))
  return shown.filter((message) => {
    switch (message.type) {
      case 'turn_start':
        return !texts.includes(`prompt ${message.turn}`)
      case 'content':
        return !texts.includes(message.delta)
      case 'tool_use':
        return !calls.has(message.id)
      case 'tool_result':
        return results.get(message.id)?.text.includes('may have run') ?? true
      default:
        return false
    }
  })
}
