import { describe, expect, it } from 'vitest'
import { makeHook, makeInput, onlyHook } from '../../test/support/make-hook.ts'
import type { Hook } from '../protocol/hook.ts'
import type { SessionFacts } from '../protocol/ports.ts'
import type { CommandRequest } from './command/index.ts'
import { createCommandHandler } from './command-handler.ts'
import { hookEnvironment } from './hook-environment.ts'

const session: SessionFacts = {
  id: 's1',
  projectDir: '/p',
  hostEnv: { PATH: '/bin', SECRET: 'x', LC_TIME: 'C', no_proxy: 'n', OPENAI_API_KEY: 'k', GONE: undefined },
  sessionEnv: { STAGE: 'test', ANTHROPIC_API_KEY: 'k' },
}

/** What the runner would be asked to run. */
async function requestOf(hook: Hook, signal?: AbortSignal): Promise<CommandRequest> {
  const requests: CommandRequest[] = []
  const handler = createCommandHandler({
    run: async (request) => {
      requests.push(request)
      return { kind: 'cancelled' }
    },
    preflight: async () => null,
    warm: async () => {},
    close: async () => {},
  })
  await handler.run({ hook, input: makeInput(), timeoutMs: 500, signal, session })
  expect(requests).toHaveLength(1)
  return requests[0]!
}

describe('a command hook', () => {
  it('is run in the project with its payload, its time and its session as key', async () => {
    const { signal } = new AbortController()
    const request = await requestOf(makeHook({ command: './guard.sh' }), signal)
    expect(request).toMatchObject({
      command: { shell: './guard.sh' },
      cwd: '/p',
      timeoutMs: 500,
      reap: 'group',
      key: 's1',
      signal,
    })
    expect(request.stdin.endsWith('}\n')).toBe(true)
    expect(JSON.parse(request.stdin)).toMatchObject({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'ls' },
    })
  })

  it('may be a program with arguments, elsewhere, and keep what it started', async () => {
    const hook = makeHook({ exec: '/bin/guard', args: ['a b'], cwd: 'sub', reap: 'none' })
    expect(await requestOf(hook)).toMatchObject({
      command: { exec: '/bin/guard', args: ['a b'] },
      cwd: '/p/sub',
      reap: 'none',
    })
  })

  it('gets templates as variables, never as text of the command', async () => {
    const hook = onlyHook('kimi', { hooks: { before_tool: [{ name: 'x', command: 'echo {{tool_input.command}}' }] } })
    const { command, env } = await requestOf(hook)
    expect(command).toEqual({ shell: 'echo "$HOOKLINE_TEMPLATE_1"' })
    expect(env['HOOKLINE_TEMPLATE_1']).toBe('ls')
  })
})

describe('hookEnvironment', () => {
  const namesOf = (hook: Hook): string[] => Object.keys(hookEnvironment(hook, makeInput(), session, {}))

  it('lets a native hook see the list and what the session has set, no credential', () => {
    const names = namesOf(makeHook())
    expect(names).toEqual(
      expect.arrayContaining(['PATH', 'LC_TIME', 'no_proxy', 'STAGE', 'HOOKLINE_EVENT', 'BLADE_TOOL_NAME']),
    )
    expect(names.filter((name) => /SECRET|API_KEY|GONE/.test(name))).toEqual([])
  })

  it('lets passEnv name what else it needs, of the host and of the session', () => {
    const env = hookEnvironment(
      makeHook({ passEnv: ['SECRET', 'ANTHROPIC_API_KEY', 'GONE'] }),
      makeInput(),
      session,
      {},
    )
    expect(env).toMatchObject({ SECRET: 'x', ANTHROPIC_API_KEY: 'k' })
    expect(Object.hasOwn(env, 'GONE')).toBe(false)
  })

  it('lets the hook itself have the last word', () => {
    const env = hookEnvironment(
      makeHook({ env: { PATH: '/own', STAGE: 'own', HOOKLINE_EVENT: 'own' } }),
      makeInput(),
      session,
      {},
    )
    expect(env).toMatchObject({ PATH: '/own', STAGE: 'own', HOOKLINE_EVENT: 'own' })
  })

  it('lets a claude hook see the host without model credentials', () => {
    const hook = onlyHook('claude', { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] } })
    const names = namesOf(hook)
    expect(names).toEqual(expect.arrayContaining(['SECRET', 'STAGE', 'CLAUDE_PROJECT_DIR']))
    expect(names.filter((name) => name.endsWith('API_KEY'))).toEqual([])
  })

  it('cuts what no program could be started with', () => {
    const env = hookEnvironment(makeHook(), makeInput('PreToolUse', { toolUseId: 'x'.repeat(1 << 20) }), session, {})
    expect(Buffer.byteLength(env['BLADE_TOOL_USE_ID']!)).toBeLessThan(128 * 1024)
  })
})
