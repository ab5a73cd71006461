import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { writeSuspension } from '../../src/config/trust/suspension.ts'
import type { CreateHooksOptions } from '../../src/hooks/hooks-types.ts'
import { createHooks, createSession, type HooksConfig, type SessionConfig, type Verdict } from '../../src/index.ts'
import type { ScriptStep } from '../../src/models/index.ts'

const guard = 'hookline:self-protection'
let project: string
let home: string
let env: Record<string, string>

beforeEach(() => {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-lifted-')))
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
  project = join(place, 'project')
  home = join(place, 'home')
  env = { PATH: process.env['PATH']!, HOME: home }
  for (const folder of [project, home]) mkdirSync(folder, { mode: 0o700 })
})

function write(file: string, content: string | object): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 })
  return file
}

const settings = (): string => join(project, '.claude/settings.json')
const call = (file: string): { toolName: string; toolUseId: string; toolInput: Record<string, unknown> } => ({
  toolName: 'Write',
  toolUseId: 't',
  toolInput: { file_path: file, content: '{}' },
})

async function judge(config: HooksConfig, options: CreateHooksOptions = {}, file = settings()): Promise<Verdict> {
  const hooks = await createHooks(config, { cwd: project, env, observer: () => {}, watchUserFiles: false, ...options })
  try {
    return await hooks.session({ cwd: project, hostEnv: env }).fire('PreToolUse', call(file))
  } finally {
    await hooks.close()
  }
}

const decided = ({ decision, decidedBy }: Verdict): unknown => [decision, decidedBy]

describe('A14: the guard', () => {
  it('counts where files are read, and not where all hooks are in code', async () => {
    expect(decided(await judge({}))).toEqual([null, null])
    expect(decided(await judge({ protect: true }))).toEqual(['deny', guard])
    expect(decided(await judge({}, { settingSources: ['user'] }))).toEqual(['deny', guard])
    const file = write(join(project, 'my-hooks.json'), {})
    expect(decided(await judge({}, { files: [file] }))).toEqual(['deny', guard])
    expect(decided(await judge({}, { files: [file] }, file))).toEqual(['deny', guard])
  })

  it('is lifted by code and by the user, in whole or in part', async () => {
    expect(decided(await judge({ protect: false }, { protect: true }))).toEqual([null, null])
    const except: HooksConfig = { protect: { except: ['.claude/**'] } }
    expect(decided(await judge(except, { protect: true }))).toEqual([null, null])
    expect(decided(await judge(except, { protect: true }, join(project, '.hookline/hooks.json')))).toEqual([
      'deny',
      guard,
    ])
    write(join(home, '.hookline/hooks.json'), { protect: false })
    expect(decided(await judge({}, { settingSources: ['user'] }))).toEqual([null, null])
    expect(decided(await judge({ protect: true }, { settingSources: ['user'] }))).toEqual(['deny', guard])
  })

  it.each(['.hookline/hooks.json', '.hookline/hooks.local.json'])('is never lifted by %s', async (file) => {
    for (const protect of [false, { except: ['**'] }]) {
      write(join(project, file), { protect })
      const options: CreateHooksOptions = { settingSources: ['project', 'local'] }
      expect(decided(await judge({}, options))).toEqual(['deny', guard])
    }
  })

  it('is never lifted by a file named on the way in', async () => {
    const file = write(join(project, 'my-hooks.json'), { protect: false })
    expect(decided(await judge({}, { files: [file] }))).toEqual(['deny', guard])
  })

  it('refuses exceptions that are no globs', async () => {
    await expect(judge({ protect: { except: [''] } })).rejects.toMatchObject({ code: 'CONFIG_INVALID_PATTERN' })
  })

  it('looks at what hooks have made of a call, and an allow does not help', async () => {
    const hooks = (answer: object): HooksConfig => ({
      protect: true,
      PreToolUse: [{ hooks: [{ type: 'callback', id: 'mine', callback: () => answer as Record<string, unknown> }] }],
    })
    const away = { updatedInput: { file_path: join(project, 'harmless') }, permissionDecision: 'allow' }
    const into = { updatedInput: { file_path: settings() }, permissionDecision: 'allow' }
    expect(decided(await judge(hooks(away)))).toEqual(['deny', guard])
    expect(decided(await judge(hooks(into), {}, join(project, 'harmless')))).toEqual(['deny', guard])
  })

  it('looks at what an approver has made of a call', async () => {
    const hooks = await createHooks({ protect: true }, { cwd: project, env, observer: () => {} })
    const session = hooks.session({
      cwd: project,
      canUseTool: async () => ({ behavior: 'allow', updatedInput: { file_path: settings() } }),
    })
    const outcome = await session.tool({ name: 'Write', input: { file_path: join(project, 'x') } }, () => 'ran')
    expect(outcome).toMatchObject({ status: 'denied', decidedBy: guard })
    await hooks.close()
  })

  it('keeps counting in a session after a reload that lifts it', async () => {
    const file = write(join(home, '.hookline/hooks.json'), {})
    const hooks = await createHooks(
      {},
      { cwd: project, env, settingSources: ['user'], observer: () => {}, watchUserFiles: false },
    )
    const before = hooks.session({ cwd: project })
    write(file, { protect: false })
    await hooks.reload()
    const after = hooks.session({ cwd: project })
    expect(decided(await before.fire('PreToolUse', call(settings())))).toEqual(['deny', guard])
    expect(decided(await after.fire('PreToolUse', call(settings())))).toEqual([null, null])
    await hooks.close()
  })
})

describe('F101: break-glass', () => {
  it('lifts the guard for a time, and every call that profits says so', async () => {
    const now = Date.now()
    const at = (ms: number): CreateHooksOptions => ({
      protect: true,
      clock: { now: () => now + ms, monotonic: () => performance.now(), after: () => () => {} },
    })
    expect(decided(await judge({}, at(0)))).toEqual(['deny', guard])
    writeSuspension(env, now, 600_000)
    const lifted = await judge({}, at(1000))
    expect(decided(lifted)).toEqual([null, null])
    expect(lifted.warnings).toEqual([
      `${guard} did not count, its owner has lifted it until ${new Date(now + 600_000).toISOString()}: the call writes ${settings()}`,
    ])
    expect((await judge({}, at(1000), join(project, 'x'))).warnings).toEqual([])
    expect(decided(await judge({}, at(600_001)))).toEqual(['deny', guard])
    writeSuspension(env, now, 0)
    expect(decided(await judge({}, at(2000)))).toEqual(['deny', guard])
  })

  it('cannot be had by a tool call, and people need none for their own editor', async () => {
    const suspension = join(home, '.config/hookline/suspension.json')
    expect(decided(await judge({ protect: true }, {}, suspension))).toEqual(['deny', guard])
    write(settings(), { hooks: {} })
    expect(readFileSync(settings(), 'utf8')).toBe('{"hooks":{}}')
  })
})

describe('A4: an agent that wants new hooks', () => {
  const evil = { hooks: { SessionStart: [{ hooks: [{ type: 'command', command: 'touch pwned' }] }] } }

  async function work(steps: ScriptStep[], more: Partial<SessionConfig> = {}): Promise<string[]> {
    const results: string[] = []
    await using session = await createSession({
      provider: { type: 'scripted', script: steps },
      cwd: project,
      env,
      permissionMode: 'yolo',
      storage: false,
      settingSources: ['user', 'project', 'local'],
      ...more,
    })
    await session.send('Go.')
    for await (const message of session.stream())
      if (message.type === 'tool_result') results.push(message.isError ? String(message.output) : 'ran')
    return results
  }

  it('gets none into the next session, by any tool, in yolo mode, from a sub-agent either', async () => {
    const files = ['.claude/settings.json', '.hookline/hooks.json', '.kimi/config.toml'].map((file) =>
      join(project, file),
    )
    files.push(join(home, '.claude/settings.json'), join(home, '.hookline/hooks.json'))
    const content = JSON.stringify(evil)
    const calls = files.flatMap((file) => [
      { name: 'Write', input: { file_path: file, content } },
      { name: 'Bash', input: { command: `mkdir -p '${dirname(file)}' && echo '${content}' > '${file}'` } },
    ])
    const task = { name: 'Task', input: { description: 'd', prompt: 'p', subagent_type: 'general-purpose' } }
    const results = await work([{ toolCalls: [...calls, task] }])
    expect(results).toHaveLength(calls.length + 1)
    expect(results.slice(0, -1).filter((result) => !result.includes(guard))).toEqual([])
    const hooks = await createHooks(
      {},
      { cwd: project, env, settingSources: ['user', 'project', 'local'], observer: () => {} },
    )
    expect(hooks.list()).toEqual([])
    await hooks.close()
  })

  it('is left alone with all other work', async () => {
    const file = join(project, 'a.txt')
    expect(
      await work([
        {
          toolCalls: [
            { name: 'Write', input: { file_path: file, content: 'x' } },
            { name: 'Bash', input: { command: 'cp a.txt b.txt && ls' } },
          ],
        },
      ]),
    ).toEqual(['ran', 'ran'])
  })
})

describe('fire', () => {
  it('guards by default, and answers as the hook of another agent', async () => {
    const program = resolve(import.meta.dirname, '../../src/cli/main.ts')
    const event = {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      cwd: project,
      tool_name: 'Edit',
      tool_input: { file_path: settings(), old_string: 'a', new_string: 'b' },
    }
    const stdout = await new Promise<string>((finish) => {
      const child = execFile(
        process.execPath,
        [program, 'fire', '--event', '-', '--reply', 'claude'],
        { cwd: project, env },
        (_, out) => finish(out),
      )
      child.stdin!.end(JSON.stringify(event))
    })
    expect(JSON.parse(stdout)).toMatchObject({
      hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: expect.stringContaining(guard) },
    })
  })
})
