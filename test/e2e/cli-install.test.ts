import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseDocument } from '../../src/base/document.ts'
import { makeProject, type Project } from './support/project.ts'

const settings = `{
    // chosen with care
    "model": "opus",
    "hooks": {
        "PreToolUse": [ { "matcher": "Edit",   "hooks": [ { "type": "command", "command": "mine" } ] } ], // mine
        /* empty */ "Stop": []
    }
}
`

const denyAll = {
  hooks: { PreToolUse: [{ hooks: [{ command: 'echo no >&2; exit 2' }] }] },
}

interface Settings {
  hooks: Record<string, { matcher?: string; hooks: { command: string; timeout?: number }[] }[]>
}

function readSettings(project: Project, file = '~/.claude/settings.json'): Settings {
  return parseDocument(project.read(file), 'jsonc').value as Settings
}

test('install registers Hookline for every hosted event and keeps everything else', async () => {
  const project = makeProject({ '~/.claude/settings.json': settings, '~/.hookline/hooks.json': denyAll })
  chmodSync(project.path('~/.claude/settings.json'), 0o640)
  const { code, stdout, stderr } = await project.run(['install', 'claude'])
  const { hooks } = readSettings(project)
  expect({ code, stderr, events: Object.keys(hooks).length }).toEqual({ code: 0, stderr: '', events: 13 })
  expect(stdout).toContain('added: SessionStart, UserPromptSubmit, PreToolUse,')
  const { command, timeout } = hooks['PreToolUse']!.at(-1)!.hooks[0]!
  expect(command).toMatch(
    /hookline\.js fire --reply claude --on-error block --event - --config \S+\/\.hookline\/hooks\.json$/,
  )
  expect(timeout).toBe(600)
  const text = project.read('~/.claude/settings.json')
  for (const line of [
    '    // chosen with care',
    '"matcher": "Edit",   "hooks": [ {',
    '// mine',
    '/* empty */ "Stop": [',
  ]) {
    expect(text).toContain(line)
  }
  expect(statSync(project.path('~/.claude/settings.json')).mode & 0o777).toBe(0o640)
  expect(readdirSync(project.path('~/.claude'))).toEqual(['settings.json'])
})

test('what install registers answers Claude Code in its own words', async () => {
  const project = makeProject({ '~/.hookline/hooks.json': denyAll })
  await project.run(['install', 'claude'])
  const { command } = readSettings(project).hooks['PreToolUse']![0]!.hooks[0]!
  const event = {
    hook_event_name: 'PreToolUse',
    session_id: 's',
    cwd: project.folder,
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
  }
  const { status, stdout } = spawnSync('/bin/sh', ['-c', command], {
    input: JSON.stringify(event),
    encoding: 'utf8',
    cwd: project.folder,
    env: { PATH: process.env['PATH'], HOME: project.home },
    timeout: 60_000,
  })
  expect({ status, answer: JSON.parse(stdout) }).toEqual({
    status: 0,
    answer: {
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' },
    },
  })
})

test('install twice changes nothing, uninstall takes out only what it added', async () => {
  const project = makeProject({ '~/.claude/settings.json': settings, '~/.hookline/hooks.json': denyAll })
  await project.run(['install', 'claude'])
  const installed = project.read('~/.claude/settings.json')
  const again = await project.run(['install', 'claude', '--json'])
  expect(JSON.parse(again.stdout)).toMatchObject({ changed: false, added: [], removed: [] })
  expect(project.read('~/.claude/settings.json')).toBe(installed)
  const out = await project.run(['install', 'claude', '--uninstall', '--json'])
  expect(JSON.parse(out.stdout)).toMatchObject({ changed: true, added: [], removed: { length: 13 } })
  const left = readSettings(project)
  expect(left.hooks).toEqual({ PreToolUse: [{ matcher: 'Edit', hooks: [{ type: 'command', command: 'mine' }] }] })
  expect(project.read('~/.claude/settings.json')).toContain('"matcher": "Edit",   "hooks": [ {')
  const none = await project.run(['install', 'claude', '--uninstall'])
  expect({ code: none.code, stdout: none.stdout }).toEqual({
    code: 0,
    stdout: `${project.path('~/.claude/settings.json')} needs no change.\n`,
  })
})

test('install with another configuration replaces its own entries', async () => {
  const project = makeProject({ '~/.hookline/hooks.json': denyAll, 'other.json': denyAll })
  await project.run(['install', 'claude'])
  const { code, stdout } = await project.run(['install', 'claude', '--config', 'other.json', '--json'])
  expect({ code, ...JSON.parse(stdout) }).toMatchObject({ code: 0, changed: true, removed: [], kept: [] })
  const groups = readSettings(project).hooks['PreToolUse']!
  expect(groups).toHaveLength(1)
  expect(groups[0]!.hooks[0]!.command).toMatch(/--config \S+\/project\/other\.json$/)
})

test('install makes an empty configuration when there is none', async () => {
  const project = makeProject()
  const { code, stdout } = await project.run(['install', 'claude', '--scope', 'project'])
  expect(code).toBe(0)
  expect(stdout).toContain(`${project.path('.hookline/hooks.json')} made: put your hooks there.`)
  expect(JSON.parse(project.read('.hookline/hooks.json'))).toEqual({ hooks: { version: 1 } })
  const { command } = readSettings(project, '.claude/settings.json').hooks['Stop']![0]!.hooks[0]!
  expect(command).toMatch(/--config "\$CLAUDE_PROJECT_DIR"\/\.hookline\/hooks\.json$/)
  expect(statSync(project.path('.claude/settings.json')).mode & 0o777).toBe(0o600)
})

test('install --dry-run only says what it would do', async () => {
  const project = makeProject()
  const { code, stdout } = await project.run(['install', 'claude', '--dry-run'])
  expect(code).toBe(0)
  expect(stdout).toContain('would be added: SessionStart')
  expect(existsSync(project.path('~/.claude'))).toBe(false)
  expect(existsSync(project.path('~/.hookline'))).toBe(false)
})

test('install and uninstall leave a TOML file of Kimi as it was', async () => {
  const text = '# mine\nmodel = "k2"   # odd\n\n[[hooks.before_tool]]\ncommand = "own"\n'
  const project = makeProject({ '~/.kimi/config.toml': text, '~/.hookline/hooks.json': denyAll })
  const { code } = await project.run(['install', 'kimi'])
  const installed = project.read('~/.kimi/config.toml')
  expect({ code, kept: installed.startsWith(text) }).toEqual({ code: 0, kept: true })
  const { hooks } = parseDocument(installed, 'toml').value as { hooks: Record<string, { timeout?: number }[]> }
  expect({
    events: Object.keys(hooks).length,
    own: hooks['before_tool']!.length,
    timeout: hooks['before_stop']![0]!.timeout,
  }).toEqual({
    events: 11,
    own: 2,
    timeout: 600_000,
  })
  expect((await project.run(['install', 'kimi', '--json'])).stdout).toContain('"changed": false')
  await project.run(['install', 'kimi', '--uninstall'])
  expect(project.read('~/.kimi/config.toml')).toBe(text)
})

test('install registers with the official Kimi program in its own form', async () => {
  const project = makeProject({ '~/.hookline/hooks.json': denyAll })
  await project.run(['install', 'kimi-official'])
  const { hooks } = parseDocument(project.read('~/.kimi-code/config.toml'), 'toml').value as { hooks: object[] }
  expect(hooks).toHaveLength(13)
  expect(Object.keys(hooks[0]!)).toEqual(['event', 'command', 'timeout'])
  await project.run(['install', 'kimi-official', '--uninstall'])
  expect(project.read('~/.kimi-code/config.toml').trim()).toBe('')
})

test('install follows a link inside the folder and refuses one that leads out of it', async () => {
  const project = makeProject({
    '~/dotfiles/claude.json': '{}',
    'outside/settings.json': '{}',
    '~/.hookline/hooks.json': denyAll,
  })
  mkdirSync(project.path('~/.claude'))
  symlinkSync('../dotfiles/claude.json', project.path('~/.claude/settings.json'))
  expect((await project.run(['install', 'claude'])).code).toBe(0)
  expect(project.read('~/dotfiles/claude.json')).toContain('fire --reply claude')
  symlinkSync('../home/dotfiles', project.path('.claude'))
  const { code, stderr } = await project.run(['install', 'claude', '--scope', 'project'])
  expect(code).toBe(1)
  expect(stderr).toContain('error[CONFIG_UNREADABLE]')
  expect(stderr).toContain('leads out of')
  expect(existsSync(project.path('~/dotfiles/settings.json'))).toBe(false)
})

test('install tells that the hooks of a file are switched off', async () => {
  const project = makeProject({
    '~/.claude/settings.json': { disableAllHooks: true },
    '~/.hookline/hooks.json': denyAll,
  })
  expect((await project.run(['install', 'claude'])).stdout).toContain('But disableAllHooks is true there')
})

test.each([
  ['no agent', [], 'USAGE', 'which agent?'],
  ['an agent it does not know', ['claud'], 'USAGE', 'there is no agent "claud"'],
  ['a scope the agent does not have', ['kimi', '--scope', 'local'], 'USAGE', 'Kimi has no settings of scope "local"'],
  [
    'a configuration that is not there',
    ['claude', '--config', 'gone.json'],
    'CONFIG_NOT_FOUND',
    'there is no such file',
  ],
])('install refuses %s and changes nothing', async (_, args, code, message) => {
  const project = makeProject()
  const result = await project.run(['install', ...args, '--json'])
  expect(result.code).toBe(1)
  expect(JSON.parse(result.stdout).error).toMatchObject({ code, message: expect.stringContaining(message) })
  expect(readdirSync(project.home).filter((name) => name !== '.cache')).toEqual([])
})

test.each([
  ['is no JSON', '{"hooks": ', 'CONFIG_SYNTAX'],
  ['holds a list', '[]', 'CONFIG_INVALID_VALUE'],
  ['has hooks of another form', '{"hooks": {"Stop": {"": "old"}}}', 'CONFIG_INVALID_VALUE'],
])('install leaves a settings file alone that %s', async (_, text, code) => {
  const project = makeProject({ '~/.claude/settings.json': text, '~/.hookline/hooks.json': denyAll })
  const result = await project.run(['install', 'claude', '--json'])
  expect({ code: result.code, error: JSON.parse(result.stdout).error.code }).toEqual({ code: 1, error: code })
  expect(project.read('~/.claude/settings.json')).toBe(text)
})

test('a settings file whose hooks are no hooks is left alone, with what to do about it', async () => {
  const project = makeProject({ 'hooks.json': denyAll, 'settings.json': '{ "hooks": { "Stop": {} } }' })
  const args = ['install', 'claude', '--config', 'hooks.json', '--settings', 'settings.json']
  const { code, stderr } = await project.run(args)
  expect({ code, text: project.read('settings.json') }).toEqual({ code: 1, text: '{ "hooks": { "Stop": {} } }' })
  expect(stderr).toMatch(
    /settings\.json .*its hooks of Stop are no list.*\nhint: Mend the hooks of that file first, .*--settings/,
  )
})
