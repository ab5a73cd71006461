import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isModelCredential, modelCredentialNames } from '../../src/base/redact.ts'
import { createHooks, createSession, type HooksConfig } from '../../src/index.ts'
import { startOpenAiServer } from '../support/model-servers/index.ts'

const variants = [
  'OPENAI_API_KEY_2',
  'TEAM_ANTHROPIC_TOKEN',
  'anthropic_api_key',
  'GEMINI_KEY',
  'MY_OPENROUTER_API_KEY_PROD',
]
const names = [...modelCredentialNames.filter((_, at) => at % 2 === 0).slice(0, 38), 'OPENAI_API_KEY', ...variants]
const canary = (name: string): string => `sk-canary-${Buffer.from(name).toString('hex')}-0123456789`
/** Keys that no variable of a vendor holds. */
const given = { apiKey: canary('given-key'), header: canary('given-header'), cookie: canary('given-cookie') }
const elsewhere = {
  COMPANY_LLM: given.apiKey,
  TEAM_GATE: `prefix ${given.header}`,
  JAR: given.cookie,
  SAME_AGAIN: canary('OPENAI_API_KEY'),
}
const canaries = [...names.map(canary), ...Object.values(given)]

let place: string
let env: Record<string, string>
const dump = (name: string): string => join(place, 'dumps', name)

beforeAll(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-keys-')))
  for (const folder of ['dumps', 'home', 'project', 'tmp']) mkdirSync(join(place, folder))
  env = {
    PATH: process.env['PATH']!,
    HOME: join(place, 'home'),
    TMPDIR: join(place, 'tmp'),
    HARMLESS: 'visible',
    OPENAI_BASE_URL: 'https://example.invalid/visible',
    ...Object.fromEntries(names.map((name) => [name, canary(name)])),
    ...elsewhere,
  }
})
afterAll(() => rmSync(place, { recursive: true, force: true }))

/** Where a canary was found: raw, or in base64. */
function findIn(text: string): string[] {
  return canaries.filter((secret) =>
    [secret, Buffer.from(secret).toString('base64').slice(4, -6)].some((form) => text.includes(form)),
  )
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

describe('D8: keys of models', () => {
  it('are more than 50, and known by their names', () => {
    expect(new Set(canaries).size).toBeGreaterThanOrEqual(45)
    expect(names.length + Object.keys(elsewhere).length + Object.keys(given).length).toBeGreaterThanOrEqual(50)
    expect([...modelCredentialNames, ...variants].filter((name) => !isModelCredential(name))).toEqual([])
    const others = [
      'PATH',
      'HF_HOME',
      'OPENAI_BASE_URL',
      'ANTHROPIC_MODEL',
      'CLAUDE_CODE_MAX_OUTPUT_TOKENS',
      'KIMI_SESSION_ID',
      'DATABASE_URL',
      'GITHUB_TOKEN',
      'KEYBOARD',
      'MONKEY',
      'CLAUDE_PROJECT_DIR',
    ]
    expect(others.filter(isModelCredential)).toEqual([])
  })

  it('D9: reach no hook, whatever its dialect and handler, and no file', { timeout: 60_000 }, async () => {
    const bodies: string[] = []
    await using models = await startOpenAiServer(({ body, step }) => {
      const said = JSON.stringify(body)
      bodies.push(said)
      if (said.includes('LOOK') && !said.includes('"role":"tool"'))
        return { toolCalls: [{ name: 'Bash', input: { command: 'env' } }] }
      if (said.includes('LOOK') || said.includes('JUDGE')) return { text: '{}' }
      return step === 0 || !said.includes('"role":"tool"')
        ? { toolCalls: [{ name: 'Bash', input: { command: 'true' } }] }
        : { text: 'Done.' }
    })
    const posted: string[] = []
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk) => {
        body += String(chunk)
      })
      request.on('end', () => {
        posted.push(`${JSON.stringify(request.headers)} ${body}`)
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
      })
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const steps: string[] = []
    const config: HooksConfig = {
      PreToolUse: [
        {
          hooks: [
            { id: 'blade', command: `env > '${dump('blade-env')}'; cat > '${dump('blade-in')}'` },
            { id: 'asked', command: `env > '${dump('asked-env')}'`, passEnv: ['OPENAI_API_KEY', 'COMPANY_LLM'] },
            {
              id: 'work',
              type: 'worker',
              command: `env > '${dump('worker-env')}'; while read line; do echo "$line" >> '${dump('worker-in')}'; printf '{"id":%s,"result":{}}\\n' "$(echo "$line" | sed 's/.*"id": *\\([0-9]*\\).*/\\1/')"; done`,
            },
            {
              id: 'post',
              type: 'http',
              url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
              headers: { 'x-key': '${SAME_AGAIN}' },
              allowedHosts: ['127.0.0.1'],
            },
            { id: 'judge', type: 'prompt', prompt: 'JUDGE' },
            { id: 'look', type: 'agent', prompt: 'LOOK', tools: ['Bash'] },
            {
              id: 'call',
              type: 'callback',
              callback: (input) => void writeFileSync(dump('callback-in'), JSON.stringify(input)),
            },
          ],
        },
      ],
      SessionStart: [{ hooks: [{ command: 'env >&2; exit 1' }] }],
    }
    const kimi = join(place, 'kimi.toml')
    writeFileSync(
      kimi,
      `[[hooks.before_tool]]\nname = "kimi"\ntype = "command"\ncommand = "env > '${dump('kimi-env')}'; cat > '${dump('kimi-in')}'"\n`,
    )
    const messages: string[] = []
    const session = await createSession({
      provider: {
        type: 'openai-compatible',
        baseUrl: `${models.url}/v1`,
        apiKey: given.apiKey,
        headers: { 'x-team-token': given.header, Cookie: given.cookie },
      },
      model: 'm',
      hooks: config,
      typedHooks: [{ event: 'PreToolUse', command: `env > '${dump('claude-env')}'; cat > '${dump('claude-in')}'` }],
      configFiles: [{ path: kimi, dialect: 'kimi' }],
      cwd: join(place, 'project'),
      env,
      permissionMode: 'yolo',
      observer: (step) => void steps.push(JSON.stringify(step)),
    })
    await session.send('Go.')
    for await (const message of session.stream()) messages.push(JSON.stringify(message))
    await session.close()
    server.close()

    const seen = readdirSync(join(place, 'dumps')).toSorted()
    expect(seen).toEqual([
      'asked-env',
      'blade-env',
      'blade-in',
      'callback-in',
      'claude-env',
      'claude-in',
      'kimi-env',
      'kimi-in',
      'worker-env',
      'worker-in',
    ])
    for (const name of ['claude-env', 'kimi-env'])
      expect(readFileSync(dump(name), 'utf8')).toContain('HARMLESS=visible')
    expect(findIn(readFileSync(dump('asked-env'), 'utf8'))).toEqual([canary('OPENAI_API_KEY'), given.apiKey])
    rmSync(dump('asked-env'))
    expect([posted.length > 0, bodies.length >= 5, bodies.some((body) => body.includes('HARMLESS=visible'))]).toEqual([
      true,
      true,
      true,
    ])
    const files = listFiles(place)
    expect(files.some((file) => file.endsWith('.jsonl'))).toBe(true)
    const leaks = [
      ...files.map((file) => [file, findIn(readFileSync(file, 'latin1'))]),
      ...Object.entries({ bodies, posted, steps, messages }).map(([what, texts]) => [what, findIn(texts.join('\n'))]),
    ].filter(([, found]) => found!.length > 0)
    expect(leaks).toEqual([])
    expect(models.requests[0]!.headers['authorization']).toBe(`Bearer ${given.apiKey}`)
  })

  it('D9: stand in nothing that fire writes, not even under --debug', { timeout: 30_000 }, async () => {
    const config = join(place, 'hooks.json')
    const event = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      tool_name: 'Bash',
      tool_input: { command: `curl -H "authorization: Bearer ${canary('OPENAI_API_KEY')}" x` },
    }
    writeFileSync(
      config,
      JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'env; env >&2; exit 1' }] }] } }),
    )
    const program = resolve(import.meta.dirname, '../../src/cli/main.ts')
    // Of what only code was given, a program of its own knows nothing.
    const { COMPANY_LLM: _, TEAM_GATE: __, JAR: ___, ...known } = env
    const printed = await new Promise<string>((finish) => {
      const args = [program, 'fire', '--event', '-', '--config', config, '--dialect', 'claude', '--json', '--debug']
      const child = execFile(process.execPath, args, { cwd: join(place, 'project'), env: known }, (_, out, err) =>
        finish(out + err),
      )
      child.stdin!.end(JSON.stringify(event))
    })
    expect(printed).toContain('[HOOK DEBUG]')
    expect(printed).toContain('HARMLESS=visible')
    expect(findIn(printed)).toEqual([])
    rmSync(config)
    expect(listFiles(place).filter((file) => findIn(readFileSync(file, 'latin1')).length > 0)).toEqual([])
  })

  it('of other processes stay what they are: the host keeps its own environment', async () => {
    const hooks = await createHooks({}, { env, observer: () => {} })
    await hooks.close()
    expect(names.filter((name) => env[name] !== canary(name))).toEqual([])
  })
})
