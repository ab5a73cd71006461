import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHooks, createSession, type HooksConfig, type SessionConfig } from '../../src/index.ts'
import type { ScriptStep } from '../../src/models/index.ts'
import type { NewRecord } from '../../src/protocol/records.ts'
import { exportSession } from '../../src/server/export-session.ts'
import { servePage } from '../../src/server/serve-page.ts'
import { openRecordReader } from '../../src/store/records/record-reader.ts'
import { startOpenAiServer } from '../support/model-servers/index.ts'

// Hooks and tools come upon secrets in files and print them on every channel they have. No look of theirs gives the values
// away: they are known from the environment, from code, or by the name that stands before them.

let number = 0
const canary = (): string => `cnry${(++number).toString(36).padStart(2, '0')}qzvwxkj${(number * 7919).toString(36)}hq`

const vendors =
  'OPENAI ANTHROPIC GEMINI MISTRAL DEEPSEEK GROQ XAI OPENROUTER TOGETHER MOONSHOT COHERE PERPLEXITY'.split(' ')
const services = 'STRIPE GITHUB SLACK NPM DATADOG SENTRY TWILIO VAULT PAYPAL HEROKU'.split(' ')
const inHost: Record<string, string> = {
  ...Object.fromEntries(vendors.map((vendor) => [`${vendor}_API_KEY`, canary()])),
  ...Object.fromEntries(services.map((service) => [`${service}_TOKEN`, canary()])),
  DB_PASSWORD: canary(),
  SESSION_SECRET: canary(),
  AWS_SECRET_ACCESS_KEY: canary(),
}
const inCode = { apiKey: canary(), header: canary(), cookie: canary(), named: canary() }
const inFile = Object.fromEntries(
  Array.from({ length: 24 }, (_, index) => [
    `SHOP_${index}_${['API_KEY', 'PASSWORD', 'TOKEN', 'CLIENT_SECRET'][index % 4]}`,
    canary(),
  ]),
)
const canaries = [...Object.values(inHost), ...Object.values(inCode), ...Object.values(inFile)]

let place: string
let env: Record<string, string>
let project: string

beforeAll(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-canaries-')))
  project = join(place, 'project')
  for (const folder of ['home', 'project', 'tmp', 'page']) mkdirSync(join(place, folder))
  env = { PATH: process.env['PATH']!, HOME: join(place, 'home'), TMPDIR: join(place, 'tmp'), ...inHost }
  writeFileSync(join(project, '.env'), lines(Object.entries(inFile).map(([name, value]) => `${name}=${value}`)))
  writeFileSync(join(project, 'found.txt'), lines([...Object.values(inHost), ...Object.values(inCode)]))
  writeFileSync(join(project, 'known.txt'), lines(Object.values(inHost)))
  const page = '<meta charset="utf-8"><link rel="stylesheet" href="app.css"><script src="app.js"></script>'
  for (const [name, text] of Object.entries({ 'index.html': page, 'app.js': '', 'app.css': '' }))
    writeFileSync(join(place, 'page', name), text)
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

function lines(texts: readonly string[]): string {
  return `${texts.join('\n')}\n`
}

/** The canaries in a text: as they are, or in base64. */
function findIn(text: string): string[] {
  return canaries.filter((secret) =>
    [secret, Buffer.from(secret).toString('base64').slice(4, -6)].some((form) => text.includes(form)),
  )
}

/** Every file that Hookline has written, but the conversation itself, which is its user's. */
function listWritten(): string[] {
  return ['home', 'tmp'].flatMap((folder) =>
    readdirSync(join(place, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => !/\/hookline\/sessions\/.*\.jsonl(\.speech)?$/.test(file)),
  )
}

function leaksInFiles(): Record<string, string[]> {
  const found = listWritten().map((file) => [relative(place, file), findIn(readFileSync(file, 'latin1'))] as const)
  return Object.fromEntries(found.filter(([, secrets]) => secrets.length > 0))
}

const printAll = 'cat found.txt .env; cat found.txt .env >&2; exit 1'
const printKnown = 'cat known.txt .env; cat known.txt .env >&2; exit 1'

function chatter(command: string): HooksConfig {
  const say = { command: `printf '{"systemMessage":"%s"}' "$(tr '\\n' ' ' < known.txt)"` }
  return {
    PreToolUse: [
      {
        hooks: [
          { id: 'prints', command },
          { id: 'later', command, async: true },
        ],
      },
    ],
    PostToolUse: [{ hooks: [{ id: 'says', ...say }] }],
    Stop: [{ hooks: [{ id: 'thinks', type: 'agent', prompt: 'LOOK', tools: ['Bash'] }] }],
  }
}

describe('D8 D9: 50 secrets that hooks and tools print', () => {
  it('are as many', () => {
    expect(new Set(canaries).size).toBeGreaterThanOrEqual(50)
    expect(findIn(lines(canaries)).length).toBe(canaries.length)
  })

  it('stand in no record, queue, log, span, trace, page or export of a session', { timeout: 60_000 }, async () => {
    const shown: string[] = []
    await using models = await startOpenAiServer(({ body }) => {
      const said = JSON.stringify(body)
      const calls = said.split('"role":"tool"').length - 1
      if (said.includes('LOOK')) return calls === 0 ? bash('cat found.txt .env') : { text: '{}' }
      return calls === 0 ? bash('cat found.txt .env; env') : { text: 'Done.' }
    })
    const spans: string[] = []
    const exporter = {
      export(batch: readonly { name: string; attributes: object; events: object }[], done: (result: object) => void) {
        for (const { name, attributes, events } of batch) spans.push(JSON.stringify({ name, attributes, events }))
        done({ code: 0 })
      },
      shutdown: async () => {},
      forceFlush: async () => {},
    }
    const config: SessionConfig = {
      ...{ sessionId: 'canaries', cwd: project, env, permissionMode: 'yolo', model: 'm', hooks: chatter(printAll) },
      provider: {
        type: 'openai-compatible',
        baseUrl: `${models.url}/v1`,
        apiKey: inCode.apiKey,
        headers: { 'x-team-token': inCode.header, Cookie: inCode.cookie },
      },
      records: { secrets: [inCode.named] },
      telemetry: {
        content: true,
        tracerProvider: new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter } as never)] }),
      },
    }
    const session = await createSession(config)
    await session.send('Go.')
    let during: Record<string, string[]> | undefined
    for await (const message of session.stream()) {
      shown.push(JSON.stringify(message))
      if (message.type === 'tool_result') during = leaksInFiles()
    }
    // While it is open its log has not been written into the database.
    expect(listWritten().map((file) => relative(place, file))).toContain(`${state}/records.db-wal`)
    await session.close()

    expect(findIn(shown.join()).length, 'the conversation has them').toBeGreaterThan(30)
    expect(models.requests.length).toBeGreaterThan(3)
    const written = listWritten().map((file) => relative(place, file))
    expect(written).toContain(`${state}/records.db`)
    expect([during ?? {}, leaksInFiles()]).toEqual([{}, {}])
    expect(spans.join()).toContain('[redacted')
    expect(findIn(spans.join())).toEqual([])

    const reader = openRecordReader(join(place, state, 'records.db'))
    const records = reader.records({ sessionId: 'canaries' })
    const kinds = new Set(records.map(({ kind }) => kind))
    expect([...kinds]).toEqual(expect.arrayContaining(['session', 'event', 'run', 'verdict']))
    expect(JSON.stringify(records)).toContain('[redacted')
    expect(findIn(JSON.stringify(records))).toEqual([])
    expect(findIn(await exportSession(reader, 'canaries', { filesFrom: join(place, 'page') }))).toEqual([])
    expect(findIn(await readPage(reader))).toEqual([])
    reader.close()
    const traced = await run(['trace', 'canaries', '--json'])
    expect(traced.stdout).toContain('[redacted')
    expect(findIn(traced.stdout + traced.stderr)).toEqual([])
  })

  it('are hidden in warnings of the process, and before they reach a log that the host has given', async () => {
    const warnings: string[] = []
    const keep = (warning: Error): void => void warnings.push(warning.message)
    process.on('warning', keep)
    const records: NewRecord[] = []
    const log = {
      append: (record: NewRecord) => void records.push(record),
      appendDurably: async (record: NewRecord) => void records.push(record),
      flush: async () => {},
      losses: () => ({ count: 0, reason: null }),
      close: async () => {},
    }
    const command = `cat '${join(project, 'found.txt')}' >&2; exit 1`
    const hooks = await createHooks(
      { PreToolUse: [{ hooks: [{ command }] }] },
      { env, cwd: project, records: log, modelSecrets: Object.values(inCode) },
    )
    await hooks.session().fire('PreToolUse', { toolName: 'Bash', toolUseId: '1', toolInput: { command: 'ls' } })
    await hooks.close()
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', keep)
    expect(warnings.join()).toContain('failed open on PreToolUse (crash): [redacted]')
    expect(findIn(warnings.join())).toEqual([])
    expect(records.map(({ kind }) => kind)).toContain('run')
    const found = findIn(JSON.stringify(records))
    expect(Object.values(inCode).filter((secret) => found.includes(secret))).toEqual([])
  })

  it('stand in nothing that fire and run print under --debug, nor in what they keep', { timeout: 60_000 }, async () => {
    const hooks = join(place, 'hooks.json')
    writeFileSync(hooks, JSON.stringify({ PreToolUse: [{ hooks: [{ command: printKnown }] }] }))
    const event = { hook_event_name: 'PreToolUse', session_id: 'fired', tool_name: 'Bash' }
    const toolInput = { command: `curl -H 'x-key: ${inHost['DB_PASSWORD']}' ${inHost['OPENAI_API_KEY']}` }
    const stdin = JSON.stringify({ ...event, tool_input: toolInput })
    const fired = await run(['fire', '--event', '-', '--config', hooks, '--dialect', 'blade', '--debug'], stdin)
    expect(fired.stderr).toContain('[HOOK DEBUG]')
    expect(fired.stderr).toContain('[redacted')
    expect(findIn(fired.stderr)).toEqual([])

    const script = join(place, 'steps.json')
    const steps = [{ toolCalls: [{ name: 'Bash', input: { command: 'cat known.txt .env' } }] }, { text: 'Done.' }]
    writeFileSync(script, JSON.stringify(steps))
    const mode = ['--permission-mode', 'yolo', '--output-format', 'json']
    const ran = await run(['run', '--script', script, '--config', hooks, '--debug', ...mode, 'go'])
    expect(ran.stderr).toContain('[HOOK DEBUG]')
    expect(findIn(ran.stderr)).toEqual([])
    expect(leaksInFiles()).toEqual({})
    const list = await run(['trace', '--json'])
    expect(list.stdout).toContain('fired')
    expect(findIn(list.stdout)).toEqual([])
  })

  it('are not in the environment of the Bash tool when they are keys of models, unless they are named', async () => {
    const seen: string[] = []
    const session = await createSession({
      ...{ cwd: project, env: { ...env, GATE: `x ${inCode.apiKey}` }, permissionMode: 'yolo', storage: false },
      provider: { type: 'scripted', script: [bash('env'), bash('env', true), { text: 'Done.' }] },
      passEnv: ['GROQ_API_KEY'],
      hooks: { PostToolUse: [(input) => void seen.push(JSON.stringify(input['toolOutput']))] },
    } as SessionConfig)
    await session.send('Go.')
    for await (const _ of session.stream());
    await session.close()
    expect(seen.length).toBe(2)
    const keys = vendors.map((vendor) => `${vendor}_API_KEY`)
    expect(keys.filter((name) => seen[0]!.includes(inHost[name]!))).toEqual(['GROQ_API_KEY'])
    expect(seen[0]).toContain('GITHUB_TOKEN=')
  })
})

const state = 'home/.local/state/hookline'

function bash(command: string, inBackground = false): ScriptStep {
  return { toolCalls: [{ name: 'Bash', input: { command, ...(inBackground && { run_in_background: true }) } }] }
}

async function readPage(reader: ReturnType<typeof openRecordReader>): Promise<string> {
  const page = await servePage({ reader, filesFrom: join(place, 'page') })
  try {
    const entry = await fetch(page.urlOf('canaries'), { redirect: 'manual' })
    const cookie = entry.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const base = `http://127.0.0.1:${page.port}`
    const texts = await Promise.all(
      ['/api/sessions', '/api/statistics?session=canaries', '/api/firings?session=canaries'].map(async (path) => {
        const response = await fetch(`${base}${path}`, { headers: { cookie } })
        return `${response.status} ${await response.text()}`
      }),
    )
    expect(texts.some((text) => text.startsWith('200') && text.includes('canaries'))).toBe(true)
    return texts.join()
  } finally {
    await page.close()
  }
}

function run(args: readonly string[], stdin = ''): Promise<{ stdout: string; stderr: string }> {
  const program = resolve(import.meta.dirname, '../../src/cli/main.ts')
  return new Promise((finish) => {
    const child = execFile(
      process.execPath,
      ['--no-warnings', program, ...args],
      { cwd: project, env },
      (_, out, err) => finish({ stdout: out, stderr: err }),
    )
    child.stdin!.on('error', () => {})
    child.stdin!.end(stdin)
  })
}
