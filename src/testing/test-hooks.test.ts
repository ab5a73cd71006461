import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { listWatchedFiles } from './list-watched-files.ts'
import { type TestRequest, testHooks } from './test-hooks.ts'

let root: string
const at = (path: string): string => join(root, path)
const write = (path: string, content: string | object, mode = 0o644): string => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), typeof content === 'string' ? content : JSON.stringify(content), { mode })
  return at(path)
}
const request = (given: Partial<TestRequest> = {}): TestRequest => ({
  cwd: root,
  env: { PATH: process.env['PATH'], HOME: at('home') },
  configs: [],
  tests: [],
  ...given,
})
const run = async (given: Partial<TestRequest> = {}): Promise<unknown[]> => {
  const report = await testHooks(request(given))
  const cases = report.suites.flatMap((suite) =>
    suite.cases.map(({ name, passed, happened }) => [suite.name.slice(root.length + 1), name, passed || happened]),
  )
  expect(report.passed + report.failed).toBe(cases.length)
  return cases
}

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-test-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
})

const command = `case $(cat) in *prod*) echo 'not on prod' >&2; exit 2 ;; esac`
const guard = { PreToolUse: [{ matcher: 'Bash', hooks: [{ id: 'guard', command, mustDeny: ['deploy prod'] }] }] }
const deny = {
  name: 'denies prod',
  event: 'PreToolUse',
  input: 'deploy prod',
  expect: { decision: 'deny', reason: 'not on' },
}

test('proves samples of named files and runs cases against the same files', async () => {
  const configs = [write('a.json', guard)]
  const tests = [write('a.hooktest.json', { cases: [deny, { ...deny, name: 'is wrong', input: 'ls' }] })]
  expect(await run({ configs, tests })).toEqual([
    ['a.json', 'guard must deny "deploy prod"', true],
    ['a.hooktest.json', 'denies prod', true],
    ['a.hooktest.json', 'is wrong', 'decision is none, expected deny; reason is [""], expected "not on" in it'],
  ])
})

test('takes the configuration that a file of cases names, by path or as an object', async () => {
  write('sub/guard.json', guard)
  write('sub/kimi.toml', `[[hooks.before_tool]]\nname = "k"\nmatcher = { tool = "Shell" }\ncommand = "exit 2"\n`)
  const tests = [
    write(
      'sub/path.hooktest.jsonc',
      JSON.stringify({ config: 'guard.json', cases: [deny] }).replace('{', '{ // cases\n'),
    ),
    write('sub/object.hooktest.json', { config: guard, cases: [{ ...deny, event: 'before_tool' }] }),
    write('sub/list.hooktest.json', {
      config: ['guard.json', 'kimi.toml'],
      cases: [{ name: 'both', event: 'PreToolUse', input: 'ls', expect: { decidedBy: 'k', ran: ['guard', 'k'] } }],
    }),
  ]
  expect((await run({ tests })).map((row) => (row as unknown[])[2])).toEqual([true, true, true])
})

test('runs code that was named, with callbacks and rewrites', async () => {
  const code = `export default {
    config: { PreToolUse: [(input: { toolInput: { command: string } }) => ({ modifiedInput: { command: input.toolInput.command + ' -n' } })] },
    cases: [{ name: 'rewrites', event: 'PreToolUse', input: { command: 'rm x' },
      expect: { decision: null, changes: ['input.command'], input: { command: 'rm x -n' } } }],
  }`
  expect(await run({ tests: [write('a.hooktest.ts', code)] })).toEqual([['a.hooktest.ts', 'rewrites', true]])
})

test('runs a script relative to the root that a file of cases names', async () => {
  write('app/guard.sh', `#!/bin/sh\nexit 2\n`, 0o755)
  write('app/guard.json', { PreToolUse: [{ hooks: [{ command: './guard.sh' }] }] })
  const tests = [
    write('app/a.hooktest.json', {
      config: 'guard.json',
      cwd: '.',
      cases: [{ ...deny, expect: { decision: 'deny' } }],
    }),
  ]
  expect(await run({ tests })).toEqual([['app/a.hooktest.json', 'denies prod', true]])
})

test.each([
  ['{ "cases": [] }', /cases: found a list of 0, expected at least 1 entry/],
  [
    '{ "cases": [{}] }',
    /1:13 cases\[0\]\.name is missing, expected text\. Also: cases\[0\]\.event is missing, expected text; /,
  ],
  ['{ "case": [] }', /Unknown key "case".*Did you mean "cases"/],
  [
    '{ "cases": [{ "name": "a", "event": "Stop", "input": {}, "expect": { "decison": "deny" } }] }',
    /Unknown key "decison".* Did you mean "decision"\?/,
  ],
  ['{ nope', /expected/],
])('a file of cases that cannot be read has failed: %s', async (text, told) => {
  const [row] = (await run({ tests: [write('a.hooktest.json', text)] })) as [string, string, string][]
  expect(row![2]).toMatch(told)
})

test('tells an event that does not exist and an input that does not fit', async () => {
  const cases = [
    { ...deny, event: 'PreTolUse' },
    { ...deny, event: 'Stop' },
    { name: 'wrong type', event: 'Stop', input: { step_count: 'two' }, expect: {} },
  ]
  expect(await run({ tests: [write('a.hooktest.json', { config: guard, cases })] })).toEqual([
    ['a.hooktest.json', 'denies prod', 'there is no event "PreTolUse"; did you mean "PreToolUse"?'],
    ['a.hooktest.json', 'denies prod', 'a text says nothing on Stop; write its input fields instead'],
    ['a.hooktest.json', 'wrong type', expect.stringMatching(/^the input of Stop does not fit: stepCount/)],
  ])
})

test('takes what is found when nothing is named, and runs nothing that nobody approved', async () => {
  write('home/.hookline/hooks.json', guard)
  const marker = at('ran')
  const bad = { id: 'bad', command: `touch ${marker}; exit 2`, mustDeny: ['x'] }
  write('.hookline/hooks.json', { PreToolUse: [{ hooks: [bad] }] })
  write('own.hooktest.json', { cases: [deny] })
  write('sub/config.hooktest.json', {
    config: { PreToolUse: [{ hooks: [bad] }] },
    cases: [{ ...deny, name: 'own config' }],
  })
  write(
    'sub/code.hooktest.ts',
    `import { writeFileSync } from 'node:fs'\nwriteFileSync('${marker}', '')\nexport default {}`,
  )
  write('node_modules/x/a.hooktest.json', { cases: [deny] })
  const refused = 'it was not run: a project brought it along; name the file to run it'
  expect(await run()).toEqual([
    ['home/.hookline/hooks.json', 'guard must deny "deploy prod"', true],
    [
      '.hookline/hooks.json',
      'bad must deny "x"',
      expect.stringMatching(/^it did not run: untrusted: new: it has not been approved; run: hookline trust \//),
    ],
    ['own.hooktest.json', 'denies prod', true],
    ['sub/code.hooktest.ts', at('sub/code.hooktest.ts'), refused],
    ['sub/config.hooktest.json', 'own config', refused],
  ])
  expect((await import('node:fs')).existsSync(marker)).toBe(false)
})

test('lists gates without samples', async () => {
  const configs = [write('a.json', { PreToolUse: [{ hooks: [{ id: 'bare', command: 'true' }] }] })]
  expect(await testHooks(request({ configs }))).toEqual({
    suites: [],
    unproved: [{ hook: 'bare', source: `${at('a.json')}:1` }],
    passed: 0,
    failed: 0,
  })
})

test('watches configurations, scripts and files of cases', async () => {
  write('guard.sh', '#!/bin/sh\n', 0o755)
  write('lib/check.py', '')
  const hooks = [{ command: './guard.sh --x' }, { command: 'python3 "$HOOKLINE_PROJECT_DIR/lib/check.py"' }]
  const configs = [write('a.json', { PreToolUse: [{ hooks }] })]
  const tests = [write('a.hooktest.json', { cases: [deny] })]
  expect(await listWatchedFiles(request({ configs, tests }))).toEqual(
    ['a.json', 'a.hooktest.json', 'guard.sh', 'lib/check.py'].map(at),
  )
  expect(await listWatchedFiles(request())).toContain(at('.hookline/hooks.json'))
})

test('a file of the project that cannot be understood has failed, although nothing of it could be proved', async () => {
  write('.hookline/hooks.json', '{ "PreToolUse": [ }')
  expect(await run()).toEqual([
    [
      '.hookline/hooks.json',
      'can be read',
      expect.stringContaining(`${at('.hookline/hooks.json')}:1:19 expected a value`),
    ],
  ])
})
