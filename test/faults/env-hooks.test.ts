import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { modelCredentialNames } from '../../src/base/redact.ts'
import { createHooks, type Hooks, type HooksConfig, type ObservedStep } from '../../src/index.ts'

const call = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'ls' } }
const start = { source: 'startup', isResume: false }
const PATH = process.env['PATH']!
let folder: string
const opened: Hooks[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'env-'))
})
afterEach(async () => {
  await Promise.all(opened.splice(0).map((hooks) => hooks.close()))
  rmSync(folder, { recursive: true, force: true })
})

async function open(config: HooksConfig, files: { text: string; dialect: 'claude' | 'kimi' }[] = []): Promise<Hooks> {
  const named = files.map(({ text, dialect }, index) => {
    const path = join(folder, dialect === 'claude' ? `c${index}.json` : `k${index}.toml`)
    writeFileSync(path, text)
    return { path, dialect }
  })
  const hooks = await createHooks(config, { cwd: folder, files: named, observer: () => {} })
  opened.push(hooks)
  return hooks
}

/** The environment that the hooks of the event saw, printed by `env` as the reason of a block. */
async function seenBy(hooks: Hooks, options: Parameters<Hooks['session']>[0] = {}): Promise<Record<string, string>> {
  const { reason } = await hooks.session({ hostEnv: { PATH }, ...options }).fire('PreToolUse', call)
  return readLines(reason ?? '')
}

function readLines(text: string): Record<string, string> {
  return Object.fromEntries(text.split('\n').map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]))
}

const showEnv = { command: 'env >&2; exit 2' }
const native: HooksConfig = { PreToolUse: [{ hooks: [showEnv] }] }
const claude = {
  dialect: 'claude' as const,
  text: JSON.stringify({ hooks: { PreToolUse: [{ hooks: [{ type: 'command', ...showEnv }] }] } }),
}
const kimi = {
  dialect: 'kimi' as const,
  text: `[[hooks.before_tool]]\nname = "show"\ntype = "command"\ncommand = "${showEnv.command}"\n`,
}

describe('D8 the environment of a native hook is a list of what may pass', () => {
  const names =
    `DATABASE_URL AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN GITHUB_TOKEN GH_TOKEN NPM_TOKEN NODE_AUTH_TOKEN PGPASSWORD
    MYSQL_PWD REDIS_URL MONGO_URI SENTRY_DSN STRIPE_SECRET_KEY TWILIO_AUTH_TOKEN SLACK_BOT_TOKEN DOCKER_PASSWORD VAULT_TOKEN
    KUBECONFIG GOOGLE_APPLICATION_CREDENTIALS AZURE_CLIENT_SECRET DIGITALOCEAN_TOKEN CLOUDFLARE_API_TOKEN HEROKU_API_KEY
    NETLIFY_AUTH_TOKEN VERCEL_TOKEN SSH_PRIVATE_KEY GPG_PASSPHRASE JWT_SECRET SESSION_SECRET COOKIE_KEY ENCRYPTION_KEY
    SMTP_PASSWORD MAILGUN_KEY SENDGRID_API_KEY FIREBASE_TOKEN ALGOLIA_KEY DATADOG_API_KEY NEW_RELIC_KEY ROLLBAR_TOKEN
    LD_PRELOAD NODE_OPTIONS BASH_ENV PYTHONSTARTUP PERL5OPT ANTHROPIC_API_KEY OPENAI_API_KEY GEMINI_API_KEY MOONSHOT_API_KEY
    INTERNAL_NOTE XSECRET`
      .trim()
      .split(/\s+/)
  const canaries = Object.fromEntries(names.map((name, index) => [name, `canary-${index}-of-${process.pid}`]))

  it('so that none of fifty planted canaries reaches it, its output or what is recorded', async () => {
    expect(names).toHaveLength(50)
    const steps: ObservedStep[] = []
    const hooks = await createHooks(native, { observer: (step) => void steps.push(step) })
    opened.push(hooks)
    const verdict = await hooks
      .session({
        cwd: folder,
        hostEnv: { ...canaries, PATH, LC_ALL: 'C', HTTPS_PROXY: 'http://p', XDG_DATA_HOME: '/x' },
      })
      .fire('PreToolUse', call)
    const env = readLines(verdict.reason!)
    expect(Object.keys(env).filter((name) => Object.hasOwn(canaries, name))).toEqual([])
    expect(JSON.stringify([verdict, steps])).not.toContain('canary-')
    expect(env).toMatchObject({ PATH, LC_ALL: 'C', HTTPS_PROXY: 'http://p', XDG_DATA_HOME: '/x' })
    expect(steps.length).toBeGreaterThan(2)
  })

  it('with what tells it about the event', async () => {
    const env = await seenBy(await open(native), { id: 's1' })
    expect(env).toMatchObject({
      BLADE_PROJECT_DIR: folder,
      BLADE_SESSION_ID: 's1',
      BLADE_HOOK_EVENT: 'PreToolUse',
      BLADE_TOOL_NAME: 'Bash',
      BLADE_TOOL_USE_ID: 'c1',
      HOOKLINE_EVENT: 'PreToolUse',
      HOOKLINE_SESSION_ID: 's1',
      HOOKLINE_PROJECT_DIR: folder,
      CLAUDE_PROJECT_DIR: folder,
    })
  })

  it('to which passEnv and env of the hook add', async () => {
    const hook = { ...showEnv, passEnv: ['GITHUB_TOKEN', 'OPENAI_API_KEY', 'ABSENT'], env: { OWN: 'x', PATH } }
    const env = await seenBy(await open({ PreToolUse: [{ hooks: [hook] }] }), { hostEnv: { ...canaries, PATH } })
    expect(
      Object.keys(env)
        .filter((name) => Object.hasOwn(canaries, name))
        .toSorted(),
    ).toEqual(['GITHUB_TOKEN', 'OPENAI_API_KEY'])
    expect(env).toMatchObject({ OWN: 'x' })
    expect(env).not.toHaveProperty('ABSENT')
  })
})

describe('a claude or kimi hook', () => {
  it.each([
    ['claude', claude],
    ['kimi', kimi],
  ])('%s sees the environment of the host without model credentials', async (_, file) => {
    const credentials = Object.fromEntries(modelCredentialNames.map((name) => [name, 'canary']))
    const env = await seenBy(await open({}, [file]), {
      hostEnv: { ...credentials, PATH, GITHUB_TOKEN: 'kept', ANY: 'kept' },
    })
    expect(modelCredentialNames.length).toBeGreaterThan(20)
    expect(Object.entries(env).filter(([, value]) => value === 'canary')).toEqual([])
    expect(env).toMatchObject({ GITHUB_TOKEN: 'kept', ANY: 'kept', CLAUDE_PROJECT_DIR: folder })
  })

  it.each([
    ['native', native, []],
    ['claude', {}, [claude]],
  ])('%s does not see one that the host set for the session either', async (_, config, files) => {
    const env = await seenBy(await open(config as HooksConfig, files as [typeof claude]), {
      env: { OPENAI_API_KEY: 'canary', PLAIN: 'kept' },
    })
    expect(Object.values(env)).not.toContain('canary')
    expect(env).toMatchObject({ PLAIN: 'kept' })
  })
})

describe('variables that SessionStart sets', () => {
  const setting = (env: object): HooksConfig => ({
    SessionStart: [() => ({ env }) as never, { hooks: [{ command: 'env > seen-at-start' }] }],
    ...native,
  })

  it('are seen by later hooks and the shell tool, from the next event on', async () => {
    const hooks = await open(setting({ STAGE: 'test', EMPTY: '' }))
    const session = hooks.session({ hostEnv: { PATH } })
    const { env } = await session.fire('SessionStart', start)
    expect(env).toEqual({ STAGE: 'test', EMPTY: '' })
    expect(session.env()).toEqual({ STAGE: 'test', EMPTY: '' })
    expect(readFileSync(join(folder, 'seen-at-start'), 'utf8')).not.toContain('STAGE=')
    expect(readLines((await session.fire('PreToolUse', call)).reason!)).toMatchObject({ STAGE: 'test', EMPTY: '' })
    expect(hooks.session().env()).toEqual({})
  })

  it.each([
    [
      'loads code',
      'LD_PRELOAD LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES NODE_OPTIONS BASH_ENV ENV PYTHONSTARTUP PERL5OPT RUBYOPT GIT_SSH_COMMAND',
    ],
    [
      'redirects traffic',
      'ANTHROPIC_BASE_URL OPENAI_API_BASE HTTPS_PROXY http_proxy CLAUDE_CONFIG_DIR AWS_ENDPOINT_URL',
    ],
    ['carries a credential', 'ANTHROPIC_API_KEY OPENAI_API_KEY GITHUB_TOKEN AWS_SECRET_ACCESS_KEY DB_PASSWORD'],
    ['belongs to us', 'HOOKLINE_SESSION_ID HOOKLINE_EVENT'],
    ['is no name', '1X A-B A.B'],
  ])('are refused when their name %s', async (_, names) => {
    const given = Object.fromEntries(names.split(' ').map((name) => [name, 'x']))
    const session = (await open(setting({ ...given, FINE: 'x' }))).session({ hostEnv: { PATH } })
    const verdict = await session.fire('SessionStart', start)
    expect(verdict.env).toEqual({ FINE: 'x' })
    expect(session.env()).toEqual({ FINE: 'x' })
    expect(verdict.warnings.filter((warning) => warning.includes('was not set'))).toHaveLength(names.split(' ').length)
  })

  it('D15 are refused when no program could start with them', async () => {
    const session = (await open(setting({ LONG: 'x'.repeat(200_000), NUL: 'a\u0000b' }))).session({ hostEnv: { PATH } })
    expect((await session.fire('SessionStart', start)).env).toEqual({})
    expect((await session.fire('PreToolUse', call)).failedOpen).toEqual([])
  })

  it('do not exist on other events', async () => {
    const hooks = await open({ PreToolUse: [() => ({ env: { A: 'x' } }) as never] })
    const session = hooks.session()
    expect((await session.fire('PreToolUse', call)).env).toEqual({})
    expect(session.env()).toEqual({})
  })
})

describe('env files', () => {
  const lines = [
    '',
    '# no',
    'PLAIN=1',
    'export EXPORTED=2',
    `QUOTED="a b"`,
    `SINGLE='c d'`,
    'EQUALS=a=b',
    'BAD LINE',
    'NODE_OPTIONS=x',
  ]
  const expected = { PLAIN: '1', EXPORTED: '2', QUOTED: 'a b', SINGLE: 'c d', EQUALS: 'a=b' }
  const append = (variable: string): string => `cat lines >> "$${variable}"`

  beforeEach(() => writeFileSync(join(folder, 'lines'), `${lines.join('\n')}\n`))

  it('CLAUDE_ENV_FILE: lines that hooks of the start add are set', async () => {
    const text = JSON.stringify({
      hooks: {
        SessionStart: [
          {
            hooks: [{ type: 'command', command: `${append('CLAUDE_ENV_FILE')}; printf %s "$CLAUDE_ENV_FILE" > where` }],
          },
        ],
      },
    })
    const session = (await open(native, [{ dialect: 'claude', text }])).session({ hostEnv: { PATH } })
    const verdict = await session.fire('SessionStart', start)
    expect(verdict.env).toEqual(expected)
    expect(verdict.warnings.join()).toContain('NODE_OPTIONS was not set')
    expect(readLines((await session.fire('PreToolUse', call)).reason!)).toMatchObject(expected)
    const where = readFileSync(join(folder, 'where'), 'utf8')
    expect([isAbsolute(where), existsSync(where), existsSync(dirname(where))]).toEqual([true, false, false])
  })

  it('KIMI_ENV_FILE: only the lines that hooks of this start add are set', async () => {
    mkdirSync(join(folder, '.kimi'))
    const file = join(folder, '.kimi', 'env')
    writeFileSync(file, 'PLANTED=by-the-repository\n')
    const text = `[[hooks.session_start]]\nname = "add"\ntype = "command"\ncommand = ${JSON.stringify(append('KIMI_ENV_FILE'))}\n`
    const session = (await open({}, [{ dialect: 'kimi', text }])).session({ hostEnv: { PATH } })
    expect((await session.fire('SessionStart', start)).env).toEqual(expected)
    appendFileSync(file, 'LATE=1\n')
    expect(session.env()).toEqual(expected)
    expect(existsSync(file)).toBe(true)
  })

  it('KIMI_ENV_FILE: a hook that writes the file anew does not take over what was planted in it', async () => {
    mkdirSync(join(folder, '.kimi'))
    writeFileSync(join(folder, '.kimi', 'env'), 'ZEBRA=planted\n')
    const command = '(echo ADDED=1; cat "$KIMI_ENV_FILE") > new; mv new "$KIMI_ENV_FILE"'
    const text = `[[hooks.session_start]]\nname = "add"\ntype = "command"\ncommand = ${JSON.stringify(command)}\n`
    const session = (await open({}, [{ dialect: 'kimi', text }])).session({ hostEnv: { PATH } })
    expect((await session.fire('SessionStart', start)).env).toEqual({ ADDED: '1' })
  })

  it('are done without when no file can be made', async () => {
    const { TMPDIR: before } = process.env
    process.env['TMPDIR'] = join(folder, 'gone')
    try {
      const hooks = await open({ SessionStart: [() => ({ env: { A: '1' } }) as never] })
      expect((await hooks.session().fire('SessionStart', start)).env).toEqual({ A: '1' })
    } finally {
      if (before === undefined) delete process.env['TMPDIR']
      else process.env['TMPDIR'] = before
    }
  })

  it('are no trap: a folder, a link to a device and a huge file set nothing', async () => {
    const command =
      'rm -f "$CLAUDE_ENV_FILE"; case $KIND in folder) mkdir "$CLAUDE_ENV_FILE";; device) ln -s /dev/zero "$CLAUDE_ENV_FILE";; huge) head -c 3000000 /dev/zero > "$CLAUDE_ENV_FILE";; esac'
    const text = JSON.stringify({ hooks: { SessionStart: [{ hooks: [{ type: 'command', command }] }] } })
    const hooks = await open({}, [{ dialect: 'claude', text }])
    for (const KIND of ['folder', 'device', 'huge', 'gone']) {
      expect((await hooks.session({ hostEnv: { PATH, KIND } }).fire('SessionStart', start)).env).toEqual({})
    }
  })
})
