import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { makeProject } from './support/project.ts'

const manifest = JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8'))

test('--help lists every command, and each has --help, and --json unless its output is fixed', async () => {
  const project = makeProject()
  const { code, stdout } = await project.run(['--help', '--json'])
  const { program, commands } = JSON.parse(stdout)
  expect({ code, program }).toEqual({ code: 0, program: 'hookline' })
  const names: string[] = commands.map(({ name }: { name: string }) => name)
  expect(names).toEqual(expect.arrayContaining(['fire', 'explain', 'events', 'schema']))
  for (const name of names) {
    const help = await project.run([name, '--help'])
    expect({ name, code: help.code, stderr: help.stderr }).toEqual({ name, code: 0, stderr: '' })
    expect(help.stdout).toContain(`Usage: hookline ${name}`)
    expect(help.stdout.includes('--json')).toBe(name !== 'supervisor-hook')
    expect(help.stdout).toContain('--help')
  }
})

test('help COMMAND prints the same as COMMAND --help', async () => {
  const project = makeProject()
  expect(await project.run(['help', 'schema'])).toEqual(await project.run(['schema', '--help']))
})

test('--version prints the version of the package', async () => {
  expect(await makeProject().run(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
})

test('an unknown command names the nearest one', async () => {
  const { code, stdout, stderr } = await makeProject().run(['evnts', '--json'])
  const [first, second] = stderr.split('\n')
  expect({ code, first }).toEqual({ code: 1, first: 'error[USAGE] hookline has no command "evnts"' })
  expect(second).toMatch(/^hint: Did you mean "events"\? Commands: /)
  expect(JSON.parse(stdout).error).toEqual({
    code: 'USAGE',
    message: 'hookline has no command "evnts"',
    hint: second!.slice('hint: '.length),
  })
})

test('a call without a command is an error that shows the commands', async () => {
  const { code, stdout, stderr } = await makeProject().run([])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'error[USAGE] no command was given\nhint: Write hookline COMMAND; the list is above.\n',
  })
  expect(stdout).toContain('Commands:')
})

test('an unknown flag names the nearest one', async () => {
  const { code, stderr } = await makeProject().run(['events', '--jsn'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'error[USAGE] unknown flag --jsn\nhint: Did you mean --json? Known here: --json --help.\n',
  })
})

test('what stands before the command is refused', async () => {
  const { code, stderr } = await makeProject().run(['--jsn', 'events'])
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'error[USAGE] unknown flag --jsn\nhint: The command comes first: hookline COMMAND.\n',
  })
})

test('ccc refuses a command that it does not have, by name', async () => {
  const { code, stdout, stderr } = await makeProject().run(['review-everything'], { program: 'ccc' })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toMatch(/^error\[USAGE\] ccc has no command "review-everything"\nhint: /)
})

test.each(['-v', '-V', 'version'])('%s leads to --version', async (word) => {
  const { code, stderr } = await makeProject().run([word])
  expect(code).toBe(1)
  expect(stderr).toMatch(/\nhint: .*--version/)
})

test.each(['20.20.2', '22.17.9'])('a Node of version %s is told that it is too old', async (version) => {
  const project = makeProject()
  const versions = `{ value: { ...process.versions, node: '${version}' } }`
  const posing = project.write('posing.cjs', `Object.defineProperty(process, 'versions', ${versions})`)
  const { code, stderr } = await project.run(['events'], { env: { NODE_OPTIONS: `--require=${posing}` } })
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `error[USAGE] Node ${version} is too old\nhint: Use Node 22.18 or later.\n`,
  })
})
