import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createSession, type Session, type StreamMessage } from '../../src/index.ts'
import { openRecordReader } from '../../src/store/records/record-reader.ts'
import { runProgram } from '../setup/run-program.ts'
import { openBrowser, type TestBrowser } from '../support/page/open-browser.ts'

const program = resolve(import.meta.dirname, '../../dist/bin/hookline.js')
// Browsers and processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

let folder: string
let browser: TestBrowser

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-serve-'))
  browser = await openBrowser()
})

afterAll(async () => {
  await browser?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A session of two turns of the embedded model: it writes a file, then says what became of it. */
const script = (file: string) => ({
  provider: {
    type: 'scripted' as const,
    script: [
      { toolCalls: [{ id: 'w1', name: 'Write', input: { file_path: file, content: 'first\n' } }] },
      { text: 'That was it.' },
    ],
  },
  hooks: {
    PreToolUse: [
      {
        matcher: 'Write',
        hooks: [
          {
            id: 'stamp',
            command: `printf %s '{"hookSpecificOutput":{"updatedInput":{"file_path":"${file}","content":"stamped\\n"}}}'`,
          },
        ],
      },
    ],
    PostToolUse: [
      { matcher: 'Write', hooks: [{ id: 'after-write', command: 'echo \'{"systemMessage":"written"}\'' }] },
    ],
  },
  cwd: folder,
  storage: false as const,
  env: { PATH: process.env['PATH'], HOME: folder },
})

async function readTurn(session: Session, prompt: string): Promise<StreamMessage[]> {
  await session.send(prompt)
  const messages: StreamMessage[] = []
  for await (const message of session.stream()) messages.push(message)
  return messages
}

function eventually<T>(read: () => T | Promise<T>) {
  return expect.poll(read, { timeout: 20_000 })
}

interface Serving {
  process: ChildProcess
  url: string
  end(): Promise<number | null>
}

/** `hookline serve` as a process of its own. */
function startServing(records: string): Promise<Serving> {
  const child = spawn(process.execPath, [program, 'serve', '--records', records, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((done) => child.on('exit', (code) => done(code)))
  return new Promise((done, fail) => {
    let text = ''
    child.on('error', fail)
    child.stdout.on('data', (part: Buffer) => {
      text += part
      if (!text.includes('\n')) return
      const { url } = JSON.parse(text) as { url: string }
      const end = (): Promise<number | null> => {
        child.kill('SIGTERM')
        return ended
      }
      done({ process: child, url, end })
    })
  })
}

describe('the page of another process', () => {
  it('shows a session as it happens, answers its question, and the tool runs; then the session is exported', async () => {
    const records = join(folder, 'team.db')
    const file = join(folder, 'a.txt')
    // Its host never answers: the question waits for whoever comes first.
    const session = await createSession({
      ...script(file),
      sessionId: 'nightly',
      records: { path: records },
      onAsk: () => new Promise(() => {}),
    })
    await eventually(() => existsSync(records)).toBe(true)
    const serving = await startServing(records)
    try {
      const page = await browser.context.newPage()
      await page.goto(serving.url)
      await page.locator('a.card', { hasText: 'nightly' }).click()
      await page.locator('.row.firing', { hasText: 'SessionStart' }).waitFor()

      const turn = readTurn(session, 'write it')
      const card = page.locator('.question', { hasText: 'stamped' })
      await card.waitFor()
      expect(existsSync(file)).toBe(false)
      await card.getByRole('textbox').fill('go ahead')
      await card.getByRole('button', { name: 'Allow' }).click()
      await card.getByText('Your answer counts').waitFor()
      const messages = await turn
      expect(messages).toContainEqual(expect.objectContaining({ type: 'tool_result', id: 'w1', isError: false }))
      expect(readFileSync(file, 'utf8')).toBe('stamped\n')

      await page.locator('.row.firing', { hasText: 'PostToolUse' }).waitFor()
      await page.locator('.row.run', { hasText: 'after-write' }).waitFor()
      await page.locator('.row.note', { hasText: 'by page: go ahead' }).waitFor()
      await page.locator('.row.firing', { hasText: 'PreToolUse' }).click()
      await page.locator('.detail .diff-line.new', { hasText: 'stamped' }).waitFor()
      expect(await page.locator('.detail .change h4').first().innerText()).toContain('by stamp')
      await page.close()

      const reader = openRecordReader(records)
      const [answer] = reader.records({ sessionId: 'nightly', kinds: ['answer'] })
      reader.close()
      expect(answer).toMatchObject({
        body: { behavior: 'allow', by: 'page', message: 'go ahead' },
        at: expect.any(Number),
      })
    } finally {
      await session.close()
    }
    expect(await serving.end()).toBe(0)

    const html = join(folder, 'nightly.html')
    const command = ['serve', '--records', records, '--export', 'nightly', html, '--json']
    expect(await runProgram(process.execPath, [program, ...command])).toMatchObject({ code: 0, stderr: '' })
    expect(await runProgram(process.execPath, [program, ...command])).toMatchObject({
      ...{ code: 1, stdout: expect.stringContaining('is already there') },
    })
    const page = await browser.context.newPage()
    await page.goto(pathToFileURL(html).href)
    await page.locator('.row.firing', { hasText: 'SessionEnd' }).waitFor()
    await page.close()
  })
})

describe('createSession({ serve })', () => {
  it('has a page beside the session that answers for it, and ends with it', async () => {
    const file = join(folder, 'b.txt')
    const session = await createSession({ ...script(file), serve: true })
    const page = await browser.context.newPage()
    await page.goto(session.page.url)
    await page.locator('.row.firing', { hasText: 'SessionStart' }).waitFor()
    const turn = readTurn(session, 'write it')
    const card = page.locator('.question', { hasText: 'stamped' })
    await card.getByRole('textbox').fill('not on a Friday')
    await card.getByRole('button', { name: 'Deny' }).click()
    const messages = await turn
    const refused = expect.objectContaining({ type: 'tool_result', id: 'w1', isError: true })
    expect(messages).toContainEqual(refused)
    expect(JSON.stringify(messages)).toContain('not on a Friday')
    expect(existsSync(file)).toBe(false)
    await session.close()
    // The page saw the end before its server went.
    await page.locator('.row.firing', { hasText: 'SessionEnd' }).waitFor()
    await eventually(() => page.locator('.connection').innerText()).toBe('Reconnecting…')
    await expect(fetch(session.page.url)).rejects.toThrow()
    await page.close()
  })

  it('is refused when records go where no page can read them', async () => {
    const log = {
      append: () => {},
      appendDurably: async () => {},
      flush: async () => {},
      losses: () => ({ count: 0, reason: null }),
      close: async () => {},
    }
    await expect(createSession({ ...script('x'), serve: true, records: log })).rejects.toMatchObject({
      code: 'PAGE_UNAVAILABLE',
    })
  })
})

describe('hookline run --serve', () => {
  it('puts questions to the page where nobody sits at a terminal', async () => {
    const file = join(folder, 'c.txt')
    const steps = join(folder, 'steps.json')
    writeFileSync(
      steps,
      JSON.stringify([{ toolCalls: [{ name: 'Write', input: { file_path: file, content: 'x' } }] }, { text: 'ok' }]),
    )
    const call = ['run', 'write it', '--script', steps, '--serve', '--cwd', folder, '--setting-sources', 'none']
    const child = spawn(process.execPath, [program, ...call], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], HOME: folder, XDG_STATE_HOME: join(folder, 'state') },
    })
    const ended = new Promise<number | null>((done) => child.on('exit', (code) => done(code)))
    let told = ''
    child.stderr.on('data', (part: Buffer) => {
      told += part
    })
    await eventually(() => /Live page: (\S+)/.test(told)).toBe(true)
    const { origin, searchParams } = new URL(/Live page: (\S+)/.exec(told)![1]!)
    const headers = { authorization: `Bearer ${searchParams.get('token')}`, origin, 'content-type': 'application/json' }
    const ask = async (): Promise<{ questions: { question: { questionId: string; toolName: string } }[] }> =>
      (await fetch(`${origin}/api/questions`, { headers })).json() as never
    await eventually(async () => (await ask()).questions.length).toBe(1)
    const [{ question }] = (await ask()).questions as [{ question: { questionId: string; toolName: string } }]
    expect(question.toolName).toBe('Write')
    const body = JSON.stringify({ behavior: 'allow' })
    const reply = await fetch(`${origin}/api/questions/${question.questionId}/answer`, {
      method: 'POST',
      headers,
      body,
    })
    expect(reply.status).toBe(200)
    expect({ code: await ended, written: readFileSync(file, 'utf8') }).toEqual({ code: 0, written: 'x' })
  })
})
