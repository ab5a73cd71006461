import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHooks, type HookCallback, type HooksConfig } from '../../src/index.ts'
import type { Script, ScriptRequest, ScriptStep } from '../../src/models/index.ts'
import { makeProject } from '../e2e/support/project.ts'
import { startAnthropicServer } from '../support/model-servers/index.ts'

let project: string

beforeAll(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-standalone-')))
  writeFileSync(join(project, 'policy.txt'), 'No deploys on Fridays.')
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const deny = '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"policy.txt says no"}}'
const bash = { toolName: 'Bash', toolUseId: 't', toolInput: { command: './deploy' } }

const look = (step: number): ScriptStep =>
  step === 0 ? { toolCalls: [{ name: 'Read', input: { file_path: join(project, 'policy.txt') } }] } : { text: deny }

function judge(more: HooksConfig['PreToolUse'] = [], model?: string): HooksConfig {
  const hook = { type: 'agent', id: 'judge', prompt: 'JUDGE', ...(model !== undefined && { model }) } as const
  return { PreToolUse: [{ matcher: 'Bash', hooks: [hook] }, ...more] }
}

test('an agent hook looks around and decides for a host that has an agent of its own', async () => {
  const said: ScriptRequest[] = []
  const script: Script = (request) => {
    said.push(request)
    return look(request.step)
  }
  const hooks = await createHooks(judge(), { cwd: project, models: { type: 'scripted', script } })
  const verdict = await hooks.session({ id: 's' }).fire('PreToolUse', bash)
  expect(verdict).toMatchObject({ decision: 'deny', reason: 'policy.txt says no', decidedBy: 'judge' })
  expect(JSON.stringify(said[1]!.messages)).toContain('No deploys on Fridays.')
  await hooks.close()
})

test('its calls pass the other hooks of the configuration, and nobody is asked', async () => {
  const seen: unknown[] = []
  const guard: HookCallback<'PreToolUse'> = (input) => {
    seen.push([input.toolName, input.agentType, input.sessionId])
    return input.toolName === 'Read' ? { decision: 'deny', reason: 'not to be read' } : {}
  }
  const results: string[] = []
  const script: Script = ({ messages, step }) => {
    results.push(JSON.stringify(messages.at(-1)))
    return look(step)
  }
  const hooks = await createHooks(judge([guard]), { cwd: project, models: { type: 'scripted', script } })
  expect((await hooks.session({ id: 's' }).fire('PreToolUse', bash)).decision).toBe('deny')
  expect(seen).toEqual([['Read', 'hook', 's']])
  expect(results[1]).toContain('not to be read')
  await hooks.close()
})

test('without a model it fails as one that cannot start, and says what to set', async () => {
  const hooks = await createHooks(judge(), { cwd: project, env: {}, observer: () => {} })
  const { failedOpen, runs } = await hooks.session({ id: 's' }).fire('PreToolUse', bash)
  expect(failedOpen).toEqual([{ hook: 'judge', class: 'spawn' }])
  expect(runs[0]!.why).toContain('ANTHROPIC_API_KEY')
  await hooks.close()
})

test('under hookline fire, too', async () => {
  const server = await startAnthropicServer(({ step }) => look(step))
  const place = makeProject({
    'hooks.json': judge([], 'claude-haiku-4-5'),
    'event.json': {
      hook_event_name: 'PreToolUse',
      session_id: 's',
      tool_name: 'Bash',
      tool_input: { command: './deploy' },
    },
  })
  const env = { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: server.url }
  const fired = await place.run(['fire', '--event', 'event.json', '--config', 'hooks.json', '--json'], { env })
  await server.close()
  expect(fired.code).toBe(2)
  expect(JSON.parse(fired.stdout)).toMatchObject({ decision: 'deny', reason: 'policy.txt says no', failedOpen: [] })
  expect(server.requests.map(({ body }) => (body as { temperature?: number }).temperature)).toEqual([0, 0])
})
