import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { guardWith, toolCall } from './support/events.ts'
import { makeProject } from './support/project.ts'

const found = ['fire', '--event', '-', '--json']
const named = (file: string): string[] => [...found, '--config', file]

describe('without --config', () => {
  test('the user’s hooks run, and the project’s do not but are announced', async () => {
    const project = makeProject({
      '~/.claude/settings.json': { hooks: guardWith('echo user >> "$CLAUDE_PROJECT_DIR/ran"', { id: undefined }) },
      '.claude/settings.json': { hooks: guardWith('echo project >> ran', { id: undefined }) },
      '.hookline/hooks.local.json': guardWith('echo local >> ran'),
    })
    const { code, stdout, stderr } = await project.run(found, { stdin: toolCall('ls') })
    const rows = JSON.parse(stdout).runs.map((row: Record<string, unknown>) => [
      row['source'],
      row['status'],
      row['why'],
    ])
    expect([code, project.read('ran'), rows]).toEqual([
      0,
      'user\n',
      [
        [`${project.path('~/.claude/settings.json')}:7`, 'ok', undefined],
        [
          `${project.path('.claude/settings.json')}:7`,
          'skipped',
          `untrusted: new: it has not been approved; run: hookline trust ${project.folder}`,
        ],
        [
          `${project.path('.hookline/hooks.local.json')}:6`,
          'skipped',
          `untrusted: new: it has not been approved; run: hookline trust ${project.folder}`,
        ],
      ],
    ])
    expect(stderr.split('\n')).toEqual([
      `warning: 1 hook of ${project.path('.claude/settings.json')} (untrusted) never ran: new: it has not been approved; run: hookline trust ${project.folder}`,
      `warning: 1 hook of ${project.path('.hookline/hooks.local.json')} (untrusted) never ran: new: it has not been approved; run: hookline trust ${project.folder}`,
      '',
    ])
  })

  test('naming a project file is trusting it, and only it counts', async () => {
    const project = makeProject({
      '~/.hookline/hooks.json': guardWith('echo user >> ran'),
      '.hookline/hooks.json': guardWith('echo project >> ran'),
    })
    const { code, stderr } = await project.run(named('.hookline/hooks.json'), { stdin: toolCall('ls') })
    expect([code, stderr, project.read('ran')]).toEqual([0, '', 'project\n'])
  })

  test('code of the user may import this package where nobody installed it, and nothing else', async () => {
    const code = (name: string): string =>
      `import { defineHooks, HookEvent } from '${name}'
export default defineHooks({ [HookEvent.PreToolUse]: [({ toolName }) => ({ action: 'skip', reason: String(toolName) })] })
`
    const project = makeProject({ '~/.hookline/hooks.ts': code('hookline'), 'other.ts': code('hooklines') })
    const own = await project.run(found, { stdin: toolCall('ls') })
    expect([own.code, JSON.parse(own.stdout).reason, own.stderr]).toEqual([2, 'Bash', ''])
    const other = await project.run(named('other.ts'), { stdin: toolCall('ls') })
    expect([other.code, JSON.parse(other.stdout).error.message]).toEqual([
      1,
      expect.stringContaining("Cannot find package 'hooklines'"),
    ])
  })

  test('code that a project brings along is never run', async () => {
    const project = makeProject({
      '.hookline/hooks.ts': `import { writeFileSync } from 'node:fs'\nwriteFileSync('ran', '')\nexport default {}\n`,
    })
    const { code, stderr } = await project.run(found, { stdin: toolCall('ls') })
    expect([code, existsSync(project.path('ran'))]).toEqual([0, false])
    expect(stderr).toContain('the file is code and a project brought it along: it was not run')
  })

  test('a broken file of the project is left out with a warning and disarms nobody', async () => {
    const project = makeProject({
      '~/.hookline/hooks.json': guardWith('echo user guard >&2; exit 2'),
      '.claude/settings.json': '{\n  "hooks": {,}\n}\n',
    })
    const { code, stdout, stderr } = await project.run(found, { stdin: toolCall('ls') })
    expect([code, JSON.parse(stdout)]).toMatchObject([2, { decision: 'deny', reason: 'user guard' }])
    expect(stderr.split(project.path('.claude/settings.json'))).toEqual([
      'warning: ',
      expect.stringMatching(/^:2:13 the file was left out: /),
    ])
  })

  test('a broken file of the user refuses everything and says which guards are not active', async () => {
    const project = makeProject({
      '~/.hookline/hooks.json': guardWith('exit 2'),
      '~/.claude/settings.json': '{\n  "hooks": {,}\n}\n',
    })
    const { code, stdout } = await project.run(found, { stdin: toolCall('ls') })
    expect([code, JSON.parse(stdout).error]).toMatchObject([
      1,
      {
        code: 'CONFIG_SYNTAX',
        message: expect.stringContaining('are not active, nor 1 hook of 1 other file.'),
        line: 2,
        column: 13,
      },
    ])
  })
})

describe('--config', () => {
  const deny = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'echo no >&2; exit 2' }] }] } }
  const cases: [string, string | object][] = [
    ['hooks.json', deny],
    ['hooks.jsonc', `// mine\n${JSON.stringify(deny.hooks)}`],
    ['hooks.toml', '[[hooks.PreToolUse]]\n[[hooks.PreToolUse.hooks]]\ncommand = "echo no >&2; exit 2"\n'],
    ['kimi.toml', '[[hooks.before_tool]]\nmatcher = { tool = "Shell" }\ncommand = "echo no >&2; exit 2"\n'],
    ['official.toml', '[[hooks]]\nevent = "PreToolUse"\ncommand = "echo no >&2; exit 2"\n'],
    ['settings.json', { ...deny, model: 'opus' }],
    [
      'hooks.ts',
      `interface Answer { action: 'skip'; reason: string }\nexport default { PreToolUse: [(): Answer => ({ action: 'skip', reason: 'no' })] }\n`,
    ],
  ]

  test.each(cases)('takes %s', async (file, content) => {
    const project = makeProject({ [file]: content })
    const { code, stdout, stderr } = await project.run(named(file), { stdin: toolCall('ls') })
    expect([code, stderr, JSON.parse(stdout).reason]).toEqual([2, '', 'no'])
  })

  test('may be given several times; hooks run in that order', async () => {
    const project = makeProject({
      'a.json': guardWith('sleep 0.2; echo \'{"additionalContext":"a"}\''),
      'b.json': guardWith('echo \'{"additionalContext":"b"}\'', { id: 'other' }),
    })
    const { stdout } = await project.run([...named('a.json'), '--config', 'b.json'], { stdin: toolCall('ls') })
    expect(JSON.parse(stdout).context).toEqual(['a', 'b'])
  })

  test('is read in the dialect of --dialect', async () => {
    const project = makeProject({ 'hooks.json': guardWith('cat > seen', { id: undefined }) })
    await project.run([...named('hooks.json'), '--dialect', 'claude'], { stdin: toolCall('ls') })
    const { stdout } = await project.run(
      ['explain', '--event', '-', '--config', 'hooks.json', '--dialect', 'claude', '--json'],
      {
        stdin: toolCall('ls'),
      },
    )
    expect(JSON.parse(stdout).hooks.map((hook: { dialect: string }) => hook.dialect)).toEqual(['claude'])
  })

  test('events of a product that are not hosted are announced, and the rest works', async () => {
    const project = makeProject({
      'settings.json': { hooks: { ...guardWith('exit 2', { id: undefined }), PostToolBatch: [] } },
    })
    const { code, stderr } = await project.run(named('settings.json'), { stdin: toolCall('ls') })
    expect(code).toBe(2)
    expect(stderr).toMatch(
      /^warning: \S+settings\.json:\d+:\d+ PostToolBatch is an event of Claude Code that Hookline does not host/,
    )
  })

  const broken: [string, string, string, object][] = [
    ['gone.json', '', 'CONFIG_NOT_FOUND', {}],
    ['a.json', '{ "PreToolUse": [ }', 'CONFIG_SYNTAX', { line: 1, column: 19 }],
    ['b.json', '{\n  "PreTolUse": []\n}', 'CONFIG_UNKNOWN_KEY', { line: 2, column: 3, path: 'PreTolUse' }],
    [
      'c.json',
      '{ "PreToolUse": [{ "matcher": "(", "hooks": [{ "command": "true" }] }] }',
      'CONFIG_INVALID_PATTERN',
      { line: 1 },
    ],
    ['d.toml', 'hooks = [', 'CONFIG_SYNTAX', { line: 1 }],
    ['e.mjs', 'const x = 1\nthrow new Error("no way")\n', 'CONFIG_UNREADABLE', { line: 2, column: 7 }],
    ['f.mjs', 'export default {\n', 'CONFIG_SYNTAX', {}],
    ['g.ts', 'export const hooks: object = {}\n', 'CONFIG_INVALID_VALUE', {}],
  ]

  test.each(broken)('%s that is broken is refused with its place', async (file, content, code, place) => {
    const project = makeProject(content === '' ? {} : { [file]: content })
    const result = await project.run(named(file), { stdin: toolCall('ls') })
    expect([result.code, JSON.parse(result.stdout)]).toMatchObject([
      1,
      { error: { code, file: project.path(file), ...place } },
    ])
    expect(result.stderr).toMatch(new RegExp(`^error\\[${code}\\] ${project.path(file)}.* Nothing was loaded: `))
  })

  test('F99: a pipe that nobody writes to is refused at once', async () => {
    const project = makeProject()
    execFileSync('mkfifo', [project.path('pipe.json')])
    const { code, stderr } = await project.run(named('pipe.json'), { stdin: toolCall('ls') })
    expect(code).toBe(1)
    expect(stderr).toContain('the file cannot be read: it is a pipe, not a regular file')
  })
})
