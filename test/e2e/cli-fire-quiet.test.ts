import { chmodSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { toolCall } from './support/events.ts'
import { type CallResult, makeProject, type Project } from './support/project.ts'

const tracer = resolve(import.meta.dirname, '../../scripts/build/trace-modules.cjs')

interface Traced extends CallResult {
  /** Whether the hooks were loaded. */
  loaded: boolean
}

/** Fires and tells whether that took the hooks. */
async function fire(project: Project, stdin: string, ...more: string[]): Promise<Traced> {
  const modules = project.path('~/modules.json')
  const args = ['fire', '--event', '-', ...more]
  const env = { NODE_OPTIONS: `--require=${tracer}`, TRACE_MODULES: modules }
  const result = await project.run(args, { stdin, env })
  return {
    ...result,
    loaded: (JSON.parse(project.read('~/modules.json')) as string[]).includes('hooks/create-hooks.ts'),
  }
}

/** Long enough that files are relied on. */
const settle = (): Promise<void> => setTimeout(300)

const stopHook = { Stop: [{ hooks: [{ type: 'command', command: 'true' }] }] }
const deny = { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: 'echo no >&2; exit 2' }] }] }

test.each([
  ['JSON', ['--json']],
  ['text', []],
  ['a reply', ['--reply', 'claude']],
])(
  'answers with %s for an event that nothing is configured for, without loading hooks and in the same words',
  async (_, flags) => {
    const project = makeProject({ 'hooks.json': stopHook })
    const named = ['--config', 'hooks.json', ...flags]
    await settle()
    const first = await fire(project, toolCall('ls -la'), ...named)
    const second = await fire(project, toolCall('ls -la'), ...named)
    expect(first).toMatchObject({ code: 0, stderr: '', loaded: true })
    expect(second).toEqual({ ...first, loaded: false })
    expect(await fire(project, toolCall('ls; touch x'), ...named)).toEqual(first)
    expect((await fire(project, JSON.stringify({ session_id: 's', hook_event_name: 'Stop' }), ...named)).loaded).toBe(
      true,
    )
  },
)

test.each([
  ['the user', '~/.claude/settings.json', { hooks: deny }],
  ['the user, in a file of ours', '~/.config/hookline/hooks.json', deny],
  ['the project', '.hookline/hooks.json', deny],
  ['the project, for one machine', '.claude/settings.local.json', { hooks: deny }],
])('a hook that is added to files of %s counts at the very next event', async (_, file, config) => {
  const project = makeProject()
  await settle()
  await fire(project, toolCall('ls'))
  expect((await fire(project, toolCall('ls'))).loaded).toBe(false)
  project.write(file, config)
  const { loaded, stdout, stderr } = await fire(project, toolCall('ls'))
  // What a project brings along is not run before its owner has approved it, but never passed over in silence.
  const heard = file.startsWith('~') ? stdout : stderr
  expect({ loaded, heard }).toEqual({ loaded: true, heard: expect.stringMatching(/PreToolUse: deny|untrusted/) })
  await settle()
  expect((await fire(project, toolCall('ls'))).loaded).toBe(true)
})

test('a folder that is not on this machine is told at every event', async () => {
  const project = makeProject()
  await settle()
  const lost = JSON.stringify({ ...JSON.parse(toolCall('ls')), cwd: '/nope' })
  for (const _ of [1, 2]) {
    const { stdout, loaded } = await fire(project, lost)
    expect({ stdout, loaded }).toEqual({
      stdout: expect.stringContaining('"/nope" of the event is no folder'),
      loaded: true,
    })
  }
})

test('a hook that comes and goes is told of both times, also when it was code', async () => {
  const project = makeProject()
  await settle()
  for (const _ of [1, 2]) await fire(project, toolCall('ls'))
  project.write('~/.hookline/hooks.ts', `export default ${JSON.stringify(stopHook)}`)
  await settle()
  expect((await fire(project, toolCall('ls'))).loaded).toBe(true)
  rmSync(project.path('~/.hookline/hooks.ts'))
  expect((await fire(project, toolCall('ls'))).stderr).toContain('user hooks have changed')
})

test('a file in a folder that others may write to is refused at the very next event', async () => {
  const project = makeProject({ '~/.claude/settings.json': { hooks: stopHook } })
  await settle()
  await fire(project, toolCall('ls'))
  expect((await fire(project, toolCall('ls'))).loaded).toBe(false)
  chmodSync(project.path('~/.claude'), 0o777)
  const { code, stderr } = await fire(project, toolCall('ls'), '--reply', 'claude', '--on-error', 'block')
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('was not read') })
})

test('where nothing can be made, calls still end', async () => {
  const { code, stdout } = await makeProject().run(['--version'], { env: { HOME: '/proc', XDG_CACHE_HOME: undefined } })
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^\d/) })
})

test('what a configuration has to announce is announced at every event', async () => {
  const project = makeProject({ '.hookline/hooks.json': stopHook })
  await settle()
  for (const _ of [1, 2, 3]) {
    const { stderr, loaded } = await fire(project, toolCall('ls'))
    expect({ stderr, loaded }).toEqual({ stderr: expect.stringContaining('hookline trust'), loaded: true })
  }
})

test('permission rules and calls that the built-in guard looks at take the hooks', async () => {
  const project = makeProject({ 'rules.json': { permissions: { deny: ['Bash(ls:*)'] } }, 'hooks.json': stopHook })
  await settle()
  for (const _ of [1, 2]) {
    expect(await fire(project, toolCall('ls'), '--config', 'rules.json')).toMatchObject({ code: 2, loaded: true })
    const write = toolCall('', { tool_name: 'Write', tool_input: { file_path: 'hooks.json', content: '{}' } })
    expect(await fire(project, write, '--config', 'hooks.json')).toMatchObject({ code: 2, loaded: true })
    const copy = toolCall('cp x hooks.json')
    expect(await fire(project, copy, '--config', 'hooks.json')).toMatchObject({ code: 2, loaded: true })
  }
})
