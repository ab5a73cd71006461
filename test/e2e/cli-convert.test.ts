import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeProject } from './support/project.ts'

const native = { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ command: './guard.sh', timeout: 10 }] }] } }

test('convert prints the configuration on stdout and the report on stderr', async () => {
  const project = makeProject({ 'hooks.json': native })
  const { code, stdout, stderr } = await project.run(['convert', '--from', 'blade', '--to', 'claude', 'hooks.json'])
  expect({ code, settings: JSON.parse(stdout), report: stderr.split('\n') }).toEqual({
    code: 0,
    settings: {
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: './guard.sh', timeout: 10 }] }] },
    },
    report: [
      'hooks.json:7:11 PreToolUse (./guard.sh): honoured',
      '1 honoured, 0 weakened, 0 impossible',
      "note: Scripts now read Claude's payload: hook_event_name, cwd, tool_response, prompt, and tools named Bash, Write, Read, Edit.",
      'note: A rewritten input replaces the old one whole; it was merged before.',
      "note: Hooks see the host's environment.",
      '',
    ],
  })
})

test('convert reads stdin, exits 0 when something is weakened and 3 when something is impossible', async () => {
  const project = makeProject()
  const convert = (hook: object) =>
    project.run(['convert', '--from', 'blade', '--to', 'kimi'], {
      stdin: JSON.stringify({ Stop: [{ hooks: [hook] }] }),
    })
  const weakened = await convert({ command: 'a', once: true })
  expect({ code: weakened.code, row: weakened.stderr.split('\n').slice(0, 2) }).toEqual({
    code: 0,
    row: ['stdin:1:20 Stop (a): weakened', '  once is lost: the hook runs every time'],
  })
  const impossible = await convert({ type: 'prompt', prompt: 'p' })
  expect({ code: impossible.code, stdout: impossible.stdout, row: impossible.stderr.split('\n').slice(0, 2) }).toEqual({
    code: 3,
    stdout: '',
    row: ['stdin:1:20 Stop (p): impossible', '  Kimi runs commands only, not prompt hooks'],
  })
})

test('convert --json prints both in one document', async () => {
  const project = makeProject({ 'hooks.json': native })
  const args = ['convert', '--from', 'blade', '--to', 'kimi-official', 'hooks.json', '--json']
  const { code, stdout, stderr } = await project.run(args)
  expect({ code, stderr, printed: JSON.parse(stdout) }).toEqual({
    code: 0,
    stderr: '',
    printed: {
      version: 1,
      from: 'blade',
      to: 'kimi-official',
      text: '[[hooks]]\nevent = "PreToolUse"\nmatcher = "^Bash$"\ncommand = "./guard.sh"\ntimeout = 10\n',
      report: [
        {
          place: { file: 'hooks.json', line: 7, column: 11, path: 'hooks.PreToolUse[0].hooks[0]' },
          event: 'PreToolUse',
          runs: './guard.sh',
          fidelity: 'honoured',
        },
      ],
      notes: expect.arrayContaining(["Hooks see the host's environment."]),
    },
  })
})

test('convert --into adds to a file, keeps its comments and mode, and adds nothing twice', async () => {
  const settings = '{\n  // mine\n  "model": "opus",\n  "hooks": {\n    "Stop": [] // none yet\n  }\n}\n'
  const project = makeProject({ 'hooks.json': native, '.claude/settings.json': settings })
  const args = ['convert', '--from', 'blade', '--to', 'claude', 'hooks.json', '--into', '.claude/settings.json']
  const first = await project.run(args)
  const text = project.read('.claude/settings.json')
  expect({ code: first.code, printed: first.stdout }).toEqual({ code: 0, printed: text })
  expect(
    text.startsWith('{\n  // mine\n  "model": "opus",\n  "hooks": {\n    "Stop": [], // none yet\n    "PreToolUse": ['),
  ).toBe(true)
  expect((await project.run(args)).code).toBe(0)
  expect(project.read('.claude/settings.json')).toBe(text)
})

test('convert --into makes a file that only its owner can read', async () => {
  const project = makeProject({ 'hooks.json': native })
  const { code } = await project.run([
    'convert',
    '--from',
    'blade',
    '--to',
    'kimi',
    'hooks.json',
    '--into',
    'new/config.toml',
  ])
  expect({ code, mode: statSync(project.path('new/config.toml')).mode & 0o777 }).toEqual({ code: 0, mode: 0o600 })
})

test.each([
  ['no dialects', ['hooks.json'], 'USAGE', '--from is missing'],
  ['the same dialect', ['--from', 'blade', '--to', 'blade', 'hooks.json'], 'USAGE', 'blade to blade is no conversion'],
  [
    'a file that is not there',
    ['--from', 'blade', '--to', 'kimi', 'gone.json'],
    'CONFIG_NOT_FOUND',
    'there is no such file',
  ],
  ['a misspelt dialect', ['--from', 'blade', '--to', 'claud', 'hooks.json'], 'USAGE', '--to does not know "claud"'],
])('convert refuses %s', async (_, args, code, message) => {
  const project = makeProject({ 'hooks.json': native })
  const result = await project.run(['convert', ...args, '--json'])
  expect(result.code).toBe(1)
  expect(JSON.parse(result.stdout).error).toMatchObject({ code, message })
})

test('convert names the place of what it does not understand and changes nothing', async () => {
  const project = makeProject({ 'hooks.json': '{"hooks": {"PreToolUs": []}}', 'to.json': '{}' })
  const { code, stdout, stderr } = await project.run([
    'convert',
    '--from',
    'blade',
    '--to',
    'claude',
    'hooks.json',
    '--into',
    'to.json',
  ])
  expect({ code, stdout, kept: project.read('to.json') }).toEqual({ code: 1, stdout: '', kept: '{}' })
  expect(stderr).toMatch(/^error\[CONFIG_UNKNOWN_KEY\] hooks\.json:1:12 /)
})

test('convert reads a native configuration that is code', async () => {
  const project = makeProject({
    'hooks.ts': "export default { Stop: [{ hooks: [{ command: 'check' as string, timeout: 600 }] }] }\n",
  })
  const { code, stdout } = await project.run(['convert', '--from', 'blade', '--to', 'claude', 'hooks.ts'])
  expect({ code, settings: JSON.parse(stdout) }).toEqual({
    code: 0,
    settings: { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'check' }] }] } },
  })
})

test('an empty stdin is no configuration', async () => {
  const { code, stdout, stderr } = await makeProject().run(['convert', '--from', 'claude', '--to', 'blade'])
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: 'error[USAGE] stdin is empty\nhint: Give a file, or pipe one in.\n',
  })
})
