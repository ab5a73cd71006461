import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  createHooks,
  createSession,
  type HookError,
  type HooksConfig,
  type ObservedStep,
  prompt,
  type SessionConfig,
} from '../../src/index.ts'
import { eventNames } from '../../src/protocol/event-types.ts'
import { lineageVariable, writeToken } from '../../src/store/lineage-token.ts'
import { createReviewState } from '../../src/store/review-state.ts'
import { findPlaces } from '../../src/supervisor/places.ts'
import { supervise } from '../../src/supervisor/supervise.ts'

const program = resolve(import.meta.dirname, '../../src/cli/main.ts')
let place: string
let env: Record<string, string>

beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-recursion-')))
  env = { PATH: process.env['PATH']!, HOME: place }
  onTestFinished(() => rmSync(place, { recursive: true, force: true }))
})

function fire(event: object, more: Record<string, string> = {}): Promise<{ code: number; stdout: string }> {
  return new Promise((finish) => {
    const args = [program, 'fire', '--event', '-', '--config', join(place, 'hooks.json'), '--json']
    const child = execFile(process.execPath, args, { cwd: place, env: { ...env, ...more } }, (error, stdout) =>
      finish({ code: error ? Number(error.code) : 0, stdout }),
    )
    child.stdin!.end(JSON.stringify(event))
  })
}

const wire = (event: string): object => ({ hook_event_name: event, session_id: 's', cwd: place, ...fields[event] })
const call = { tool_name: 'Bash', tool_use_id: 't', tool_input: { command: 'true' } }
const work = { agent_type: 'a', task_description: 'd', task_id: 't', success: true }
const fields: Record<string, object> = {
  SessionStart: { source: 'startup' },
  UserPromptSubmit: { user_prompt: 'x' },
  TurnStart: { user_prompt: 'x' },
  PreToolUse: call,
  PermissionRequest: call,
  PostToolUse: { ...call, tool_output: 'x' },
  PostToolUseFailure: { ...call, error: 'x' },
  Notification: { notification_type: 'info', message: 'x' },
  SubagentStart: work,
  SubagentStop: work,
  Stop: { stop_reason: 'no_tool_calls' },
  TaskCompleted: work,
  Compaction: { trigger: 'manual' },
  TurnEnd: { stop_reason: 'success' },
  SessionEnd: { reason: 'other' },
}
const log = (): string[] => readFileSync(join(place, 'log'), 'utf8').trim().split('\n')

/** A hook that writes its name down and then fires an event with the program itself. */
function again(name: string, event: object): object {
  const call = `'${process.execPath}' '${program}' fire --event - --config '${join(place, 'hooks.json')}' --json`
  const file = join(place, `${name}.json`)
  writeFileSync(file, JSON.stringify(event))
  return {
    id: name,
    command: `echo ${name} >> '${join(place, 'log')}'; ${call} < '${file}' >> '${join(place, 'out')}'`,
    timeout: 60,
  }
}

describe('D10, F105: a hook that starts the program', () => {
  it('comes to an end by depth, although every event fires another one', { timeout: 60_000 }, async () => {
    const events = ['SessionEnd', 'SessionStart', 'Stop', 'PostToolUse', 'Notification', 'TurnEnd']
    const samples = events.map((event) => wire(event))
    const config = Object.fromEntries(
      events.map((event, at) => [event, [{ hooks: [again(event, samples[(at + 1) % events.length]!)] }]]),
    )
    writeFileSync(join(place, 'hooks.json'), JSON.stringify(config))
    const { code } = await fire(samples[0]!)
    expect(code).toBe(0)
    expect(log()).toEqual(events.slice(0, 4))
    const out = readFileSync(join(place, 'out'), 'utf8')
    expect(out).toContain(
      'hooks may start each other 3 deep, and this is 4 deep: SessionEnd > SessionStart > Stop > PostToolUse',
    )
    expect(out).toContain('"status": "skipped"')
  })

  it('F106: does not run inside itself, while others do', { timeout: 60_000 }, async () => {
    const event = wire('Stop')
    const other = { command: `echo other >> '${join(place, 'log')}'` }
    writeFileSync(join(place, 'hooks.json'), JSON.stringify({ Stop: [{ hooks: [again('one', event), other] }] }))
    await fire(event)
    expect(log().toSorted()).toEqual(['one', 'other', 'other'])
    expect(readFileSync(join(place, 'out'), 'utf8')).toContain('recursion: this is inside what the hook has started')
  })

  it('comes to an end at every event it is fired at', { timeout: 600_000 }, async () => {
    const events = eventNames.slice(0, process.env['HOOKLINE_FULL'] ? 6 : 2)
    const config = Object.fromEntries(events.map((event) => [event, [{ hooks: [again(event, wire(event))] }]]))
    writeFileSync(join(place, 'hooks.json'), JSON.stringify(config))
    for (const event of events) await fire(wire(event))
    expect(log()).toEqual([...events])
  })

  it('is refused when its lineage is not ours, and a strict gate then denies', { timeout: 60_000 }, async () => {
    const gate = { command: `echo ran >> '${join(place, 'log')}'` }
    writeFileSync(join(place, 'log'), '')
    const config = (strict: boolean): string => JSON.stringify({ strict, PreToolUse: [{ hooks: [gate] }] })
    const forged = {
      [lineageVariable]: `${Buffer.from('{"root":"","session":"","hooks":[]}').toString('base64url')}.x`,
    }
    writeFileSync(join(place, 'hooks.json'), config(false))
    const open = await fire(wire('PreToolUse'), forged)
    writeFileSync(join(place, 'hooks.json'), config(true))
    const shut = await fire(wire('PreToolUse'), { [lineageVariable]: '' })
    expect([open.code, shut.code, log()]).toEqual([0, 2, ['']])
    expect(JSON.parse(open.stdout)).toMatchObject({
      decision: null,
      warnings: [expect.stringContaining('No hook ran: HOOKLINE_LINEAGE holds what this user')],
      runs: [{ status: 'skipped', why: expect.stringMatching(/^recursion: HOOKLINE_LINEAGE/) }],
    })
  })
})

describe('F105: the number of what one event starts', () => {
  const token = (root = 'r'): string => writeToken({ root, session: 'parent', hooks: [{ id: 'h', file: '' }] }, env)

  it('is 16 agents, for all processes together', async () => {
    const lineage = { ...env, [lineageVariable]: token() }
    const start = async (id: string): Promise<string> => {
      const session = await createSession({
        provider: { type: 'scripted', script: [] },
        env: lineage,
        sessionId: id,
        cwd: place,
        storage: false,
        permissionMode: 'yolo',
      })
      await session.close()
      return 'started'
    }
    const ends: string[] = []
    for (let at = 0; at < 18; at++)
      ends.push(await start(`s${at}`).catch((error: HookError) => `${error.code} ${error.message}`))
    expect(ends.filter((end) => end === 'started')).toHaveLength(16)
    expect(ends.slice(16)).toEqual(
      Array(2).fill(
        'RECURSION The agent was not started: hooks have started 16 sessions already because of one event: h.',
      ),
    )
    expect(await start('s3')).toBe('started')
  })

  it('is exact when processes ask at once', async () => {
    const code = `import { takeSlot } from ${JSON.stringify(resolve(import.meta.dirname, '../../src/store/lineage-slots.ts'))}
      const got = Array.from({ length: 8 }, () => takeSlot('r', { session: null, env: process.env })).filter((slot) => slot !== null)
      console.log(JSON.stringify(got))`
    const ask = (): Promise<number[]> =>
      new Promise((finish, fail) =>
        execFile(process.execPath, ['--input-type=module', '-e', code], { env }, (error, stdout) =>
          error ? fail(error) : finish(JSON.parse(stdout)),
        ),
      )
    const slots = (await Promise.all([ask(), ask(), ask(), ask()])).flat()
    expect(slots.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 16 }, (_, at) => at + 1))
  })

  it('is one for an agent, however many events it fires, and one each for a hook that fires its own session again', async () => {
    const count = async (id: string, times: number): Promise<number> => {
      const root = `root-${id}`
      for (let at = 0; at < times; at++) {
        // A process each: the variable differs in nothing that counts.
        const hooks = await createHooks(
          {},
          {
            env: {
              ...env,
              [lineageVariable]: writeToken({ root, session: 'parent', hooks: [{ id: `h${at}`, file: '' }] }, env),
            },
            observer: () => {},
          },
        )
        hooks.session({ id })
        await hooks.close()
      }
      const folders = readdirSync(join(place, '.local/state/hookline/lineage')).map(
        (name) => readdirSync(join(place, '.local/state/hookline/lineage', name)).length,
      )
      return folders.at(-1)! && Math.max(...folders)
    }
    expect(await count('agent', 5)).toBe(1)
    expect(await count('parent', 5)).toBe(5)
  })

  it('is kept where only its owner reads and writes', async () => {
    token()
    const { mode } = statSync(join(place, '.local/state/hookline/lineage.key'))
    expect(mode & 0o777).toBe(0o600)
  })
})

describe('what a hook starts', () => {
  it('is told below which hooks it stands, whatever the dialect and the handler', async () => {
    const show = `printf '{"additionalContext":"%s"}' "$${lineageVariable}"`
    const seen: string[] = []
    const config: HooksConfig = {
      UserPromptSubmit: [{ hooks: [{ id: 'blade', command: show, env: { [lineageVariable]: 'mine' } }] }],
    }
    const typedHooks = [{ event: 'UserPromptSubmit' as const, command: show }]
    const hooks = await createHooks(config, { cwd: place, env, typedHooks, observer: () => {} })
    const { context } = await hooks
      .session({ id: 'top' })
      .fire('UserPromptSubmit', { userPrompt: 'x', hasImages: false, imageCount: 0 })
    for (const text of context) seen.push(Buffer.from(text.split('.')[0]!, 'base64url').toString())
    await hooks.close()
    expect(seen.map((text) => JSON.parse(text))).toEqual([
      { version: 1, root: expect.any(String), session: 'top', hooks: [{ id: expect.any(String), file: '' }] },
      { version: 1, root: expect.any(String), session: 'top', hooks: [{ id: 'blade', file: '' }] },
    ])
    expect(JSON.parse(seen[0]!).root).toBe(JSON.parse(seen[1]!).root)
  })

  it('is told so too when it is an agent of a hook with a shell', async () => {
    const steps: ObservedStep[] = []
    let printed = ''
    await using session = await createSession({
      provider: {
        type: 'scripted',
        script: ({ messages, step }) => {
          const said = JSON.stringify(messages)
          if (!said.includes('JUDGE'))
            return step === 0 ? { toolCalls: [{ name: 'Bash', input: { command: 'true' } }] } : { text: 'Done.' }
          printed ||= /version/.exec(Buffer.from(/eyJ[\w-]+/.exec(said)?.[0] ?? '', 'base64url').toString()) ? said : ''
          return step === 0
            ? { toolCalls: [{ name: 'Bash', input: { command: `echo $${lineageVariable}` } }] }
            : { text: '{}' }
        },
      },
      hooks: { PreToolUse: [{ hooks: [{ id: 'judge', type: 'agent', prompt: 'JUDGE', tools: ['Bash'] }] }] },
      cwd: place,
      env,
      storage: false,
      permissionMode: 'yolo',
      observer: (step) => void steps.push(step),
    })
    await session.send('Go.')
    for await (const _ of session.stream());
    const token = JSON.parse(Buffer.from(/eyJ[\w-]+/.exec(printed)![0], 'base64url').toString())
    expect(token).toMatchObject({ session: session.id, hooks: [{ id: 'judge', file: '' }] })
  })
})

describe('the supervisor', () => {
  it('lets an agent stop that hooks have started too deep', async () => {
    const event = { session_id: 'deep', hook_event_name: 'Stop' }
    const hooks = ['a', 'b', 'c', 'd'].map((id) => ({ id, file: '' }))
    const token = writeToken({ root: 'r', session: 'x', hooks }, env)
    const end = await supervise({
      argv: [],
      env: { ...env, CCC_SUPERVISOR_ID: 'boss', [lineageVariable]: token },
      cwd: place,
      readStdin: async () => ({ bytes: Buffer.from(JSON.stringify(event)), timedOut: false }),
      tell: () => {},
    })
    expect(end).toMatchObject({ exitCode: 0, stderr: '', outcome: 'capped' })
    expect(JSON.parse(end.stdout)).toEqual({
      reason: expect.stringMatching(/^not reviewed: .* 4 deep: a > b > c > d$/),
    })
    const state = createReviewState(findPlaces(env, place))
    onTestFinished(() => state.close())
    expect(state.list({ sessionId: 'deep', limit: 9 })).toMatchObject([
      { outcome: 'capped', reason: expect.stringContaining('4 deep') },
    ])
  })
})

describe('D10: a callback that starts an agent with the same callback', () => {
  it('comes to an end, and hears why', async () => {
    let started = 0
    const ends: string[] = []
    const config: SessionConfig = {
      provider: { type: 'scripted', script: [{ text: 'Done.' }] },
      hooks: {
        SessionEnd: [
          {
            hooks: [
              {
                type: 'callback',
                id: 'again',
                callback: async () => {
                  started++
                  await prompt('Again.', config).catch((error: HookError) =>
                    ends.push(`${error.code} ${error.message}`),
                  )
                },
              },
            ],
          },
        ],
      },
      cwd: place,
      env,
      storage: false,
      permissionMode: 'yolo',
    }
    await prompt('Go.', config)
    expect(started).toBe(4)
    expect(ends).toEqual([
      'RECURSION The agent was not started: callbacks may start agents 3 deep, and this is 4 deep: again > again > again > again.',
    ])
    await prompt('And later.', { ...config, hooks: {} })
  })
})
