import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toolCall } from './support/events.ts'
import { makeProject } from './support/project.ts'

const hooks = {
  PreToolUse: [
    { matcher: 'Bash', hooks: [{ id: 'runs', command: 'touch ran', timeout: 5, onFailure: { timeout: 'deny' } }] },
    { matcher: 'Edit|Write', hooks: [{ id: 'other-tool', command: 'touch ran' }] },
    { hooks: [{ id: 'other-command', command: 'touch ran', if: 'Bash(git push *)' }] },
    { hooks: [{ id: 'off', command: 'touch ran', enabled: false }] },
    { hooks: [{ id: 'first-only', command: 'touch once', once: true }] },
  ],
  Stop: [{ hooks: [{ id: 'other-event', command: 'touch ran' }] }],
}
const explain = ['explain', '--event', '-', '--config', 'hooks.json']

test('explain --json gives every hook with its fate and runs nothing', async () => {
  const project = makeProject({ 'hooks.json': hooks })
  const { code, stdout, stderr } = await project.run([...explain, '--json'], { stdin: toolCall('ls') })
  const explanation = JSON.parse(stdout)
  expect({ code, stderr, ran: existsSync(project.path('ran')) }).toEqual({ code: 0, stderr: '', ran: false })
  expect([explanation.event, explanation.matchValue]).toEqual(['PreToolUse', 'Bash'])
  expect(
    explanation.hooks.map((hook: Record<string, unknown>) => [hook['hook'], hook['willRun'], hook['why']]),
  ).toEqual([
    ['runs', true, undefined],
    ['other-tool', false, expect.stringMatching(/^matcher: /)],
    ['other-command', false, expect.stringMatching(/^if: /)],
    ['off', false, expect.stringMatching(/^disabled: /)],
    ['first-only', true, undefined],
    ['other-event', false, 'wrong event: it is for Stop'],
  ])
  expect(explanation.hooks[0]).toEqual({
    event: 'PreToolUse',
    hook: 'runs',
    source: expect.stringMatching(/hooks\.json:\d+$/),
    dialect: 'blade',
    handler: 'command',
    runs: 'touch ran',
    willRun: true,
    matcher: expect.stringContaining('Bash'),
    stage: 1,
    async: false,
    once: false,
    shadow: false,
    timeoutMs: 5000,
    onFailure: expect.objectContaining({ timeout: 'deny', crash: 'ignore' }),
    env: [],
    matches: ['Bash'],
    environment: expect.arrayContaining(['BLADE_PROJECT_DIR', 'HOOKLINE_EVENT', 'PATH']),
  })
  expect(explanation.hooks[1].matches).toEqual(['Write', 'Edit'])
})

test('explain tells people the same', async () => {
  const project = makeProject({ 'hooks.json': hooks })
  const { code, stdout } = await project.run(explain, { stdin: toolCall('ls') })
  expect(code).toBe(0)
  expect(stdout).toMatch(/^PreToolUse \(Bash\): 2 of 5 hooks will run\n/)
  expect(stdout).toContain('\nruns  will run\n')
  expect(stdout).toContain('\nother-tool  will not run: matcher: ')
  expect(stdout).toContain('; of the known values it takes Write, Edit\n')
  expect(stdout).toMatch(
    /\nOther events\n {2}Stop {2}other-event {2}\S+hooks\.json:\d+ {2}wrong event: it is for Stop\n$/,
  )
})

test('explain knows that a once-hook has run', async () => {
  const project = makeProject({ 'hooks.json': hooks })
  const why = async (): Promise<unknown> => {
    const { stdout } = await project.run([...explain, '--json'], { stdin: toolCall('ls') })
    return JSON.parse(stdout).hooks[4].why
  }
  expect(await why()).toBeUndefined()
  await project.run(['fire', '--event', '-', '--config', 'hooks.json'], { stdin: toolCall('ls') })
  expect(await why()).toBe('once: it has run in this session')
})

test('explain shows hooks of files that nobody approved, and duplicates', async () => {
  const settings = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] } }
  const project = makeProject({
    '~/.claude/settings.json': settings,
    '~/.hookline/hooks.json': settings,
    '.claude/settings.json': settings,
  })
  const { stdout } = await project.run(['explain', '--event', '-', '--json'], { stdin: toolCall('ls') })
  const fates = JSON.parse(stdout).hooks.map((hook: Record<string, unknown>) => [hook['source'], hook['why']])
  expect(fates).toEqual([
    [expect.stringContaining('/home/.hookline/hooks.json'), undefined],
    [expect.stringContaining('/home/.claude/settings.json'), undefined],
    [
      expect.stringContaining('/project/.claude/settings.json'),
      `untrusted: new: it has not been approved; run: hookline trust ${project.folder}`,
    ],
  ])
})

test('explain lists entries for events that are not hosted', async () => {
  const project = makeProject({ 'settings.json': { hooks: { PostToolBatch: [] } } })
  const { stdout } = await project.run(['explain', '--event', '-', '--config', 'settings.json', '--json'], {
    stdin: toolCall('ls'),
  })
  expect(JSON.parse(stdout).unsupported).toEqual([
    {
      source: expect.stringMatching(/settings\.json:\d+:\d+$/),
      why: expect.stringMatching(/^unsupported: PostToolBatch /),
    },
  ])
})

test('explain refuses a bad call as fire does', async () => {
  const { code, stdout, stderr } = await makeProject().run(['explain', '--json'])
  expect([code, JSON.parse(stdout).error.code, stderr.split('\n')[0]]).toEqual([
    1,
    'USAGE',
    'error[USAGE] --event is missing',
  ])
})

test.each([
  [
    'git push origin main',
    'Permission rules  deny by Bash(git push *):',
    { decision: 'deny', rule: 'Bash(git push *)' },
  ],
  ['ls', 'Permission rules  none applies to this call', { decision: null, rule: null }],
])('explain tells what permission rules say about %s', async (command, line, rules) => {
  const project = makeProject({ 'hooks.json': { permissions: { deny: ['Bash(git push *)'] } } })
  expect((await project.run(explain, { stdin: toolCall(command) })).stdout).toContain(line)
  const { stdout } = await project.run([...explain, '--json'], { stdin: toolCall(command) })
  expect(JSON.parse(stdout).rules).toMatchObject(rules)
})

test('what is built in is said to be, not by the name that its function has in a build', async () => {
  const project = makeProject({ 'hooks.json': { guards: ['hookline:dangerous-commands'] } })
  const { stdout } = await project.run(explain, { stdin: toolCall('ls') })
  expect(stdout).toMatch(/^ {2}runs +callback: built in$/m)
})

test('a file that was left out is told, in explain as in trust', async () => {
  const project = makeProject({ '.hookline/hooks.json': '{ "PreToolUse": [ }' })
  const explained = await project.run(['explain', '--event', '-'], { stdin: toolCall('ls') })
  expect(explained.stdout).toMatch(/\nWarnings\n {2}.*hooks\.json:1:19 .*was left out: expected a value/)
  const { code, stdout } = await project.run(['trust'])
  expect(code).toBe(3)
  expect(stdout).toMatch(/left out {2}.*hooks\.json:1:19 expected a value/)
  expect(stdout).toContain('What was left out does not run, and cannot be approved as it is: mend it')
  expect(stdout).not.toContain('To approve')
})
