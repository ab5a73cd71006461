import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeProject } from './support/project.ts'

const guard = {
  PreToolUse: [
    {
      matcher: 'Bash',
      hooks: [{ id: 'guard', command: './guard.sh', mustDeny: ['deploy prod'], mustAllow: ['deploy staging'] }],
    },
  ],
}
const noProd = `case $(cat) in *"deploy prod"*) echo "not on prod" >&2; exit 2 ;; esac`
const cases = [{ name: 'asks nobody', event: 'PreToolUse', input: 'deploy prod', expect: { decision: 'deny' } }]
const plain = (text: string): string => text.replaceAll(/ \(\d+ ms\)/g, '')

test('test proves samples and cases and says so in one line', async () => {
  const project = makeProject({ 'hooks.json': guard, 'a.hooktest.json': { config: 'hooks.json', cases } })
  project.script('guard.sh', noProd)
  const { code, stdout, stderr } = await project.run(['test', 'hooks.json', 'a.hooktest.json'])
  expect({ code, stderr, stdout: plain(stdout) }).toEqual({
    code: 0,
    stderr: '',
    stdout: `hooks.json
  pass guard must deny "deploy prod"
  pass guard must let pass "deploy staging"
a.hooktest.json
  pass asks nobody
3 passed, 0 failed
`,
  })
})

test('test tells what happened instead, and exits with 1', async () => {
  const project = makeProject({ 'hooks.json': { ...guard, Stop: [{ hooks: [{ id: 'bare', command: 'true' }] }] } })
  project.script('guard.sh', 'no-such-jq -r .tool_input.command')
  const { code, stdout } = await project.run(['test', 'hooks.json'])
  expect([code, plain(stdout)]).toEqual([
    1,
    expect.stringMatching(
      /^hooks\.json\n {2}FAIL guard must deny "deploy prod"\n {7}it failed \(spawn\): .*not found.*\nunproved bare \(hooks\.json:\d+\) has no sample that it must deny\n0 passed, 2 failed\n$/s,
    ),
  ])
})

test('test --json and --junit give the same results to programs', async () => {
  const project = makeProject({ 'hooks.json': guard })
  project.script('guard.sh', 'exit 2')
  const { code, stdout } = await project.run(['test', 'hooks.json', '--json', '--junit', 'out/junit.xml'])
  const { version, passed, failed, suites, unproved } = JSON.parse(stdout)
  expect({ code, version, passed, failed, unproved }).toEqual({
    code: 1,
    version: 1,
    passed: 1,
    failed: 1,
    unproved: [],
  })
  expect(suites).toEqual([
    {
      name: project.path('hooks.json'),
      cases: [
        expect.objectContaining({ name: 'guard must deny "deploy prod"', passed: true, hook: 'guard' }),
        expect.objectContaining({ name: 'guard must let pass "deploy staging"', passed: false }),
      ],
    },
  ])
  expect(project.read('out/junit.xml')).toContain('<testsuites name="hookline" tests="2" failures="1"')
})

test('test runs nothing of a project that nobody approved', async () => {
  const project = makeProject({ '.hookline/hooks.json': guard })
  project.script('guard.sh', 'touch ran; exit 2')
  const { code, stdout } = await project.run(['test'])
  expect(code).toBe(1)
  expect(stdout).toContain('it did not run: untrusted')
  expect(stdout).toContain('hookline test .hookline/hooks.json')
  expect(() => project.read('ran')).toThrow()
})

test('test finds files of cases by itself', async () => {
  const project = makeProject({
    '~/.hookline/hooks.json': { guards: ['hookline:dangerous-commands'] },
    'sub/a.hooktest.json': {
      cases: [
        {
          name: 'denies',
          event: 'PreToolUse',
          input: 'rm -rf /',
          expect: { decidedBy: 'hookline:dangerous-commands' },
        },
        { name: 'passes', event: 'before_tool', input: { command: 'ls' }, expect: { decision: 'none' } },
      ],
    },
  })
  const { code, stdout } = await project.run(['test'])
  expect([code, plain(stdout)]).toEqual([0, 'sub/a.hooktest.json\n  pass denies\n  pass passes\n2 passed, 0 failed\n'])
})

test('test without anything to prove says so', async () => {
  const { code, stdout } = await makeProject().run(['test'])
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^There is nothing to prove: .*\n0 passed, 0 failed\n$/)])
})

test('test tells a configuration that cannot be understood, files that do not exist and a place it cannot write', async () => {
  const project = makeProject({ 'a.json': '{ "Stop": 1 }', 'b.json': {} })
  const calls = [['a.json'], ['gone.json'], ['b.json', '--junit', 'b.json/x.xml'], ['--dialect', 'kimi']]
  const told = await Promise.all(calls.map((args) => project.run(['test', ...args])))
  expect(told.map(({ code, stderr }) => [code, stderr.split(']')[0]])).toEqual([
    [1, 'error[CONFIG_INVALID_VALUE'],
    [1, 'error[CONFIG_NOT_FOUND'],
    [1, 'error[USAGE'],
    [1, 'error[USAGE'],
  ])
})

test('test --watch runs again when a script changes, and ends when told to', async () => {
  const project = makeProject({ 'hooks.json': guard })
  project.script('guard.sh', 'exit 0')
  const program = resolve(import.meta.dirname, '../../dist/bin/hookline.js')
  const child = spawn(process.execPath, [program, 'test', 'hooks.json', '--watch'], {
    cwd: project.folder,
    env: { PATH: process.env['PATH'], HOME: project.home },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exit = new Promise<number | null>((finish) => child.once('exit', finish))
  let output = ''
  for (const channel of [child.stdout, child.stderr])
    channel.on('data', (chunk) => {
      output += String(chunk)
    })
  const seen = (text: string | RegExp): Promise<void> =>
    vi.waitFor(() => expect(output).toMatch(text), { timeout: 25_000, interval: 50 })
  await seen(/1 passed, 1 failed[\s\S]*Watching/)
  project.script('guard.sh', noProd)
  await seen('2 passed, 0 failed')
  expect(output).toContain(`Changed: ${project.path('guard.sh')}`)
  child.kill('SIGINT')
  expect(await exit).toBe(0)
})

test('every fault of a file of cases is told, and a file that is named twice is tested once', async () => {
  const project = makeProject({
    'a.hooktest.json': { cases: [{ nme: 'x', event: 1 }] },
    'b.hooktest.json': '{"cases": [',
  })
  const { code, stdout } = await project.run(['test', 'a.hooktest.json', 'b.hooktest.json', 'a.hooktest.json'])
  expect({ code, lines: stdout.replaceAll(project.folder, '.').split('\n') }).toEqual({
    code: 1,
    lines: [
      'a.hooktest.json',
      '  FAIL can be read',
      expect.stringMatching(
        /^ {7}\.\/a\.hooktest\.json:4:7 Unknown key "nme" in a test\. Also: .*name is missing.*\. Did you mean "name"\?$/,
      ),
      'b.hooktest.json',
      '  FAIL can be read',
      expect.stringContaining('the end of the text. Mend the text'),
      '0 passed, 2 failed',
      '',
    ],
  })
})
