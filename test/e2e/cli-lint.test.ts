import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeProject } from './support/project.ts'

const dead = { PostToolUse: [{ matcher: 'Wrte', hooks: [{ command: 'true', timeout: 30000 }] }] }

test('lint prints place, severity, code, message and hint, and exits with 1 for errors', async () => {
  const project = makeProject({ '.hookline/hooks.json': dead })
  expect(await project.run(['lint'])).toEqual({
    code: 1,
    stderr: '',
    stdout: `.hookline/hooks.json:4:18 error[misspelt-tool] There is no tool "Wrte": the hook never runs for it.
    hint: Did you mean "Write"?
.hookline/hooks.json:8:22 error[timeout-unit] 30000 seconds cannot be meant: the unit here is seconds.
    hint: Write 30, or the time with its unit, as in "30s".
2 errors, 0 warnings in 1 file; 2 can be fixed with --fix.
`,
  })
})

test('lint exits with 0 for warnings alone, and for nothing at all', async () => {
  const project = makeProject({ 'a.json': { TurnEnd: [{ matcher: 'x', hooks: [{ command: 'true' }] }] } })
  const warned = await project.run(['lint', 'a.json'])
  expect([warned.code, warned.stdout]).toEqual([
    0,
    expect.stringContaining('0 errors, 1 warning in 1 file; 1 can be fixed'),
  ])
  expect(await makeProject().run(['lint'])).toEqual({
    code: 0,
    stderr: '',
    stdout: 'No configuration files were found. Name one, or write one with: hookline init\n',
  })
})

test('lint --fix mends, says what it changed, and leaves the rest', async () => {
  const project = makeProject({
    '.hookline/hooks.jsonc':
      '{\n  // keep me\n  "Notification": [{ "hooks": [{ "command": "./a.sh", "timeout": 5000 }] }]\n}\n',
    'a.sh': '#!/bin/sh\nif true; then\n # nothing\nfi\n',
  })
  const { code, stdout } = await project.run(['lint', '--fix'])
  expect([code, stdout.split('\n').filter((line) => !line.startsWith('    '))]).toEqual([
    1,
    [
      `.hookline/hooks.jsonc:3:45 fixed script-not-executable: mode of ${project.path('a.sh')} changed from 644 to 755`,
      '.hookline/hooks.jsonc:3:66 fixed timeout-unit: Notification[0].hooks[0].timeout set to 5',
      'a.sh:2:1 error[empty-branch] The then branch that begins here holds no command.',
      '1 error, 0 warnings in 1 file; 2 fixed.',
      '',
    ],
  ])
  expect(project.read('.hookline/hooks.jsonc')).toContain('// keep me\n')
  expect(project.read('.hookline/hooks.jsonc')).toContain('"timeout": 5 }')
  expect(statSync(project.path('a.sh')).mode & 0o111).toBe(0o111)
})

test('lint --json gives one document', async () => {
  const project = makeProject({ 'a.json': { ...dead, version: 2 } })
  const { code, stdout } = await project.run(['lint', 'a.json', '--json'])
  expect([code, JSON.parse(stdout)]).toEqual([
    1,
    {
      version: 1,
      files: [project.path('a.json')],
      problems: [
        {
          file: project.path('a.json'),
          line: 8,
          column: 22,
          path: 'PostToolUse[0].hooks[0].timeout',
          code: 'timeout-unit',
          severity: 'error',
          message: '30000 seconds cannot be meant: the unit here is seconds.',
          hint: 'Write 30, or the time with its unit, as in "30s".',
          fixable: true,
        },
        {
          file: project.path('a.json'),
          line: 13,
          column: 14,
          path: 'version',
          code: 'invalid-value',
          severity: 'error',
          message: 'version: found 2, expected 1.',
          hint: expect.any(String),
          fixable: false,
        },
      ],
      fixed: [],
      errors: 2,
      warnings: 0,
    },
  ])
})

test('lint takes a dialect for the files it is given', async () => {
  const project = makeProject({
    x: '{ "Stop": [{ "hooks": [{ "type": "command", "command": "true", "asyncRewake": true }] }] }',
  })
  expect((await project.run(['lint', 'x'])).stdout).toContain('0 errors')
  expect((await project.run(['lint', 'x', '--dialect', 'blade'])).stdout).toContain('error[unknown-key]')
})

test('lint tells files that do not exist, folders, and a dialect without a file', async () => {
  const project = makeProject({ 'sub/x': '' })
  const told = await Promise.all(
    [['gone.json'], ['sub'], ['--dialect', 'kimi']].map((args) => project.run(['lint', ...args])),
  )
  expect(told.map(({ code, stderr }) => [code, stderr.split('\n')[0]])).toEqual([
    [1, `error[CONFIG_NOT_FOUND] ${project.path('gone.json')} there is no such file`],
    [1, `error[CONFIG_UNREADABLE] ${project.path('sub')} it is a directory, not a file`],
    [1, 'error[USAGE] --dialect needs a file'],
  ])
})

test('lint finds the two faults of scripts that are copied most', async () => {
  const project = makeProject({
    '.claude/settings.json': {
      hooks: { PostToolUse: [{ matcher: 'Write|Edit', hooks: [{ type: 'command', command: './lint.sh' }] }] },
    },
    '.kimi/config.toml': `[[hooks.before_tool]]\nonFailure = "deny"\ncommand = """\nif true; then\n  # check\nfi\n"""\n`,
  })
  project.script('lint.sh', 'TOOL=$(jq -r .tool_name)\nFILE=$(jq -r .tool_input.file_path)\necho "$TOOL $FILE"')
  const { code, stdout } = await project.run(['lint'])
  expect(code).toBe(1)
  expect(stdout).toContain('.kimi/config.toml:3:11 error[empty-branch]')
  expect(stdout).toContain('lint.sh:3:8 error[stdin-read-twice]')
})
