import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeProject, type Project } from './support/project.ts'

const scripts = ['guard-commands.sh', 'format-after-edit.sh', 'tests-before-stop.sh'].map((name) => `.hookline/${name}`)

async function expectProved(project: Project, file: string, passed: number): Promise<void> {
  const lint = await project.run(['lint', file])
  expect([lint.code, lint.stdout]).toEqual([0, '0 errors, 0 warnings in 1 file.\n'])
  const proof = await project.run(['test', file])
  expect([proof.code, proof.stdout.trimEnd().split('\n').at(-1)]).toEqual([0, `${passed} passed, 0 failed`])
}

test('init writes a configuration that lints clean and is proved', async () => {
  const project = makeProject({ 'package.json': { scripts: { test: 'exit 0' } } })
  const { code, stdout, stderr } = await project.run(['init'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('Next:\n  hookline test .hookline/hooks.json ')
  const config = JSON.parse(project.read('.hookline/hooks.json'))
  expect([config.strict, config.guards]).toEqual([true, ['hookline:dangerous-commands']])
  expect(existsSync(project.path(`.hookline/${config.$schema}`))).toBe(true)
  for (const script of scripts) expect(statSync(project.path(script)).mode & 0o777).toBe(0o755)
  expect(project.read('.hookline/tests-before-stop.sh')).toContain('npm test --silent')
  await expectProved(project, '.hookline/hooks.json', 5)
})

test('the configuration guards: a force push, a root delete and a stop with failing tests are denied', async () => {
  const project = makeProject({ 'package.json': { scripts: { test: 'echo two failed; exit 1' } } })
  await project.run(['init', '--yes'])
  const fire = (event: object) =>
    project.run(['fire', '--event', '-', '--config', '.hookline/hooks.json', '--json'], {
      stdin: JSON.stringify(event),
    })
  const bash = (command: string) =>
    fire({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_use_id: '1', tool_input: { command } })
  expect((await bash('git push --force origin main')).code).toBe(2)
  expect((await bash('rm -rf ~')).code).toBe(2)
  expect((await bash('git status')).code).toBe(0)
  const stop = await fire({ hook_event_name: 'Stop', stop_reason: 'no_tool_calls' })
  expect([stop.code, JSON.parse(stop.stdout).reason]).toEqual([2, expect.stringContaining('two failed')])
})

test('the formatter is run on the file that was written', async () => {
  const project = makeProject({ 'a.md': 'text' })
  project.script('node_modules/.bin/prettier', 'echo formatted > "$2"')
  await project.run(['init', '--guard', 'format-after-edit'])
  const event = {
    hook_event_name: 'PostToolUse',
    tool_name: 'Write',
    tool_use_id: '1',
    tool_input: { file_path: 'a.md', content: '{"file_path": "b.md"}' },
    tool_output: 'ok',
  }
  const { code } = await project.run(['fire', '--event', '-', '--config', '.hookline/hooks.json'], {
    stdin: JSON.stringify(event),
  })
  expect([code, project.read('a.md')]).toEqual([0, 'formatted\n'])
})

test('init --guard writes just these, and --json tells what', async () => {
  const project = makeProject()
  const { code, stdout } = await project.run(['init', '--guard', 'tests-before-stop', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    guards: ['tests-before-stop'],
    files: [
      { path: '.hookline/hooks.json', mode: 0o644 },
      { path: '.hookline/hooks.schema.json', mode: 0o644 },
      { path: '.hookline/tests-before-stop.sh', mode: 0o755 },
    ],
    testCommand: null,
    trust: { approved: true },
    next: expect.arrayContaining([{ command: 'hookline test .hookline/hooks.json', why: expect.any(String) }]),
  })
  await expectProved(project, '.hookline/hooks.json', 1)
})

test('init --ts writes code that needs no installed package', async () => {
  const project = makeProject()
  expect((await project.run(['init', '--ts', '--yes'])).code).toBe(0)
  expect(project.read('.hookline/hooks.ts')).toMatch(/^import type .* satisfies HooksConfig\n$/s)
  await expectProved(project, '.hookline/hooks.ts', 5)
})

test('init refuses to overwrite, and --force replaces', async () => {
  const project = makeProject({ '.hookline/hooks.toml': 'version = 1\n' })
  expect(await project.run(['init', '--yes'])).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'error[USAGE] .hookline/hooks.toml exists already: nothing was written\nhint: Write init --force to replace what init writes, or edit the configuration.\n',
  })
  expect(existsSync(project.path('.hookline/hooks.json'))).toBe(false)
  project.write('.hookline/guard-commands.sh', 'my own')
  expect((await project.run(['init', '--yes', '--force'])).code).toBe(0)
  expect(project.read('.hookline/guard-commands.sh')).toMatch(/^#!\/bin\/sh/)
})

test('init never writes through a link', async () => {
  const project = makeProject({ 'target/victim': 'untouched' })
  symlinkSync(project.path('target'), project.path('.hookline'))
  expect((await project.run(['init', '--yes', '--force'])).stderr).toContain('.hookline is a link: nothing was written')
  const other = makeProject({ victim: 'untouched' })
  mkdirSync(other.path('.hookline'))
  symlinkSync(other.path('victim'), other.path('.hookline/hooks.json'))
  expect((await other.run(['init', '--yes', '--force'])).code).toBe(0)
  expect(other.read('victim')).toBe('untouched')
})

test.each([[['--force']], [[]]])('init %j leaves a folder alone that stands where a file belongs', async (flags) => {
  const project = makeProject({ '.hookline/hooks.json/mine': 'untouched' })
  const { code, stderr } = await project.run(['init', '--yes', ...flags])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'error[USAGE] .hookline/hooks.json is a folder, and init writes a file there: nothing was written\nhint: Look into it, and move or remove it first. Files are all that --force replaces.\n',
  })
  expect(readdirSync(project.path('.hookline'))).toEqual(['hooks.json'])
})

test('init tells a guard that does not exist', async () => {
  const { code, stderr } = await makeProject().run(['init', '--guard', 'dangerous-comands'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr:
      'error[USAGE] there is no guard "dangerous-comands"\nhint: Did you mean "dangerous-commands"? There are dangerous-commands, format-after-edit, tests-before-stop.\n',
  })
})
