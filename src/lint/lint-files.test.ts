import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type LintRequest, lintFiles } from './lint-files.ts'

let root: string
const at = (path: string): string => join(root, path)
const write = (path: string, text: string, mode = path.endsWith('.sh') ? 0o755 : 0o644): string => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text, { mode })
  return at(path)
}
const lint = async (files: LintRequest['files'] = []): Promise<[string, string, string][]> => {
  const env = { PATH: process.env['PATH'], HOME: at('home') }
  const { problems } = await lintFiles({ cwd: root, env, files, managedFolder: at('etc') })
  return problems.map(({ file, line, column, code, message }) => [
    [file?.slice(root.length + 1), line, column].filter((part) => part !== undefined).join(':'),
    code,
    message,
  ])
}
const codes = async (files: LintRequest['files'] = []): Promise<string[]> => (await lint(files)).map(([, code]) => code)

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-lint-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
})

test('gives places in configuration files and in scripts', async () => {
  write(
    'a.json',
    '{\n  "PostToolUse": [\n    { "matcher": "Wrte", "hooks": [{ "command": "bash lint.sh" }] }\n  ]\n}\n',
  )
  write('lint.sh', '#!/bin/bash\nTOOL=$(jq -r .tool_name)\nFILE=$(jq -r .tool_input.file_path)\necho "$TOOL $FILE"\n')
  expect(await lint([{ path: 'a.json' }])).toEqual([
    ['a.json:3:18', 'misspelt-tool', 'There is no tool "Wrte": the hook never runs for it.'],
    ['lint.sh:3:8', 'stdin-read-twice', 'jq reads stdin, but jq in line 2 has taken all of it.'],
  ])
})

test('finds a branch of nothing but comments in a command of a TOML file', async () => {
  const command = 'if [ "$x" = 1 ]; then\n  # run the check\nelse\n  echo ok\nfi'
  write('.kimi/config.toml', `[[hooks.after_tool]]\ncommand = """\n${command}\n"""\n`)
  expect(await lint()).toEqual([
    ['.kimi/config.toml:2:11', 'empty-branch', 'The then branch that begins here holds no command.'],
  ])
})

test('looks at files of every layer, and says nothing about those that are fine', async () => {
  write('home/.claude/settings.json', '{ "hooks": { "Stop": {} }, "model": "x" }')
  write('.hookline/hooks.json', '{ "version": 1 }')
  const { files, problems } = await lintFiles({
    cwd: root,
    env: { HOME: at('home') },
    files: [],
    managedFolder: at('etc'),
  })
  expect([files, problems]).toEqual([[at('home/.claude/settings.json'), at('.hookline/hooks.json')], []])
})

test('takes a file of the project for one when it is named, too', async () => {
  write('.hookline/hooks.json', '{ "overrides": { "x": { "enabled": false } } }')
  write('own.json', '{ "overrides": { "x": { "enabled": false } } }')
  expect(await codes([{ path: '.hookline/hooks.json' }])).toEqual(['project-loosens'])
  expect(await codes([{ path: 'own.json' }])).toEqual([])
})

test('lints what is sound of a file that has problems', async () => {
  write('.kimi/config.toml', '[[hooks.after_tool]]\ncommand = "true"\ntimeout = 30\nmatchr = 1\n')
  expect(await codes()).toEqual(['timeout-unit', 'unknown-key'])
})

test('knows scripts behind variables, interpreters, wrappers and links', async () => {
  write('scripts/gone/.keep', '')
  const commands = [
    '"$CLAUDE_PROJECT_DIR"/scripts/a.sh',
    '${HOOKLINE_PROJECT_DIR}/scripts/b.sh',
    'python3 -u scripts/c.py --flag',
    'timeout 5 ./scripts/d.sh',
    'env X=1 bash scripts/e.sh',
    '[ -x scripts/f.sh ] && scripts/f.sh',
    '~/g.sh',
  ]
  write('a.json', JSON.stringify({ Notification: [{ hooks: commands.map((command) => ({ command })) }] }))
  const missing = (await lint([{ path: 'a.json' }])).filter(([, code]) => code === 'missing-script')
  expect(missing.map(([, , message]) => /\w\.(?:sh|py)/.exec(message)?.[0])).toEqual([
    'a.sh',
    'b.sh',
    'c.py',
    'd.sh',
    'e.sh',
    'g.sh',
  ])
})

test('says nothing about variables that are set, passed, defaulted or the shell’s own', async () => {
  write('guard.sh', '#!/bin/sh\nread -r LINE\nfor F in 1 2; do echo "$F $LINE $PWD $? $1"; done\n. ./lib.sh\n')
  write('lib.sh', 'LIB=1\necho "$LIB ${MAYBE:-x} $LANG $HTTP_PROXY $HOOKLINE_EVENT $BLADE_TOOL_NAME"\n')
  write(
    'a.json',
    '{ "Notification": [{ "hooks": [{ "command": "A=1 ./guard.sh && echo $B", "env": { "B": "2" } }] }] }',
  )
  expect(await codes([{ path: 'a.json' }])).toEqual([])
})

test('knows that other dialects pass the environment, less model credentials', async () => {
  const hook = '{ "type": "command", "command": "echo $MY_OWN $ANTHROPIC_API_KEY" }'
  write('.claude/settings.json', `{ "hooks": { "Notification": [{ "hooks": [${hook}] }] } }`)
  const found = await lint()
  expect(found.map(([, code, message]) => [code, message])).toEqual([
    ['unpassed-variable', '$ANTHROPIC_API_KEY is not passed to the hook, so it is empty.'],
  ])
})

test('does not take a guard pack or a callback for a fault, and never runs a hook', async () => {
  write(
    'own.mjs',
    `export default { guards: ['hookline:dangerous-commands'], Notification: [() => { throw new Error('ran') }] }\n`,
  )
  expect(await codes([{ path: 'own.mjs' }])).toEqual([])
})

test('keeps a secret out of its message', async () => {
  const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
  write(
    'a.json',
    JSON.stringify({ Notification: [{ hooks: [{ command: `curl -H "Authorization: Bearer ${token}" https://x` }] }] }),
  )
  const found = await lint([{ path: 'a.json' }])
  expect(found.map(([, code]) => code)).toContain('secret-in-config')
  expect(JSON.stringify(found)).not.toContain(token)
})

test('finds what was configured twice in two files', async () => {
  write(
    'home/.claude/settings.json',
    '{ "hooks": { "SessionStart": [{ "hooks": [{ "type": "command", "command": "date" }] }] } }',
  )
  write(
    '.claude/settings.json',
    '{ "hooks": { "SessionStart": [{ "hooks": [{ "type": "command", "command": "date" }] }] } }',
  )
  expect(await lint()).toEqual([
    ['.claude/settings.json:1:43', 'duplicate-hook', `The same handler as ${at('home/.claude/settings.json')}:1:43.`],
  ])
})

test('is quick with many hooks', async () => {
  const groups = Array.from({ length: 2000 }, (_, index) => ({
    matcher: 'Bash',
    hooks: [{ command: `echo ${index}` }],
  }))
  write('a.json', JSON.stringify({ PostToolUse: groups }))
  const started = performance.now()
  expect(await codes([{ path: 'a.json' }])).toEqual([])
  expect(performance.now() - started).toBeLessThan(60_000)
})

const gate = (command: string): object => ({ PreToolUse: [{ hooks: [{ command }] }] })

test.each([
  ['a log', 'jq -r .tool_name >> /tmp/log', []],
  ['a formatter', 'npx prettier --write .', []],
  ['a program of unknown mind', 'shasum-guard-of-mine', ['gate-fails-open', 'gate-without-samples', 'missing-program']],
  ['code of another language', `python3 -c 'import sys; sys.exit(2)'`, ['gate-fails-open', 'gate-without-samples']],
  ['an answer', `echo '{"decision":"block"}'`, ['gate-fails-open', 'gate-without-samples']],
  ['the reviewer of Hookline itself', 'ccc supervisor-hook', ['gate-fails-open', 'gate-without-samples']],
])('tells a guard from %s', async (_, command, expected) => {
  write('a.json', JSON.stringify(gate(command)))
  expect((await codes([{ path: 'a.json' }])).sort()).toEqual(expected)
})

test('knows a program that is started without a shell', async () => {
  write(
    '.claude/settings.json',
    '{ "hooks": { "SessionStart": [{ "hooks": [{ "type": "command", "command": "./gone.sh", "args": ["a b"] }] }] } }',
  )
  write('.hookline/hooks.json', '{ "SessionStart": [{ "hooks": [{ "exec": "./also.sh" }] }] }')
  expect((await lint()).map(([place, code]) => [place, code])).toEqual([
    ['.hookline/hooks.json:1:42', 'missing-script'],
    ['.claude/settings.json:1:75', 'missing-script'],
  ])
})

test('finds a folder to which everyone may write', async () => {
  write('open/a.json', '{}')
  chmodSync(at('open'), 0o777)
  expect(await lint([{ path: 'open/a.json' }])).toEqual([
    ['open', 'world-writable', 'The folder may be changed by everyone (mode 777).'],
  ])
  chmodSync(at('open'), 0o1777)
  expect(await lint([{ path: 'open/a.json' }])).toEqual([])
})

test('knows that a file of the user makes guards of the project strict', async () => {
  write('.hookline/hooks.json', '{ "PreToolUse": [{ "hooks": [{ "command": "exit 2", "mustAllow": ["x"] }] }] }')
  expect(await codes()).toEqual(['gate-fails-open', 'gate-without-samples'])
  write('home/.hookline/hooks.json', '{ "strict": true }')
  expect(await codes()).toEqual(['gate-without-samples'])
})

test('finds rules that never match a call, at their place, and takes those that do', async () => {
  const group = (matcher: string, rule: string): object => ({ matcher, hooks: [{ command: 'true', if: rule }] })
  write(
    'a.json',
    JSON.stringify({
      guards: ['nope', { use: 'hookline:dangerous-commands', except: ['x'] }],
      permissions: { deny: ['bash(rm *)', 'Bash(rm *)', 'mcp__db', 'Deploy'] },
      PostToolUse: [
        group('Bash', 'Foo(x)'),
        group('Bash', 'Write|Bash(x)'),
        group('run_shell_command', 'Bash(ls)'),
        group('mcp__db__.*', 'mcp__db'),
        group('Deploy', 'Deploy(x)'),
        group('Edit|Write', 'Write(src/**)'),
        group('.*', 'shel(ls)'),
      ],
    }),
  )
  const found = (await lint([{ path: 'a.json' }])).map(([, code, message]) => [code, message])
  expect(found.filter(([code]) => code !== 'dead-matcher')).toEqual([
    ['unknown-guard-pack', 'There is no guard pack "nope".'],
    ['unknown-guard-pack', 'The guard pack "hookline:dangerous-commands" has no rule "x".'],
    ['misspelt-rule', 'There is no tool "bash": bash(rm *) never matches a call of Bash.'],
    ['dead-if', 'Foo(x) is about Foo, but the matcher takes exactly Bash: the hook never runs.'],
  ])
})

test('suggests no time limit that would be refused in its turn', async () => {
  write(
    'a.json',
    '{ "defaultTimeout": 1000000000000, "Stop": [{ "hooks": [{ "command": "true", "timeout": 5000 }] }] }',
  )
  const { problems } = await lintFiles({ cwd: root, env: {}, files: [{ path: 'a.json' }], managedFolder: at('etc') })
  expect(problems.map(({ code, hint }) => [code, hint])).toEqual([
    ['timeout-unit', 'Write the time with its unit, as in "30s" or "500ms".'],
    ['timeout-unit', 'Write 5, or the time with its unit, as in "5s".'],
  ])
})
