import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { makeSupervisedProject } from '../support/supervisor/supervised-project.ts'

test('C19: install writes hooks that work as they stand, again changes nothing, and uninstall takes them out', async () => {
  const project = makeSupervisedProject()
  const settings = project.write('~/.claude/settings.json', '{\n  // mine\n  "model": "opus"\n}\n')
  const installed = await project.run(['install'])
  expect(installed).toMatchObject({ code: 0, stderr: '' })
  const text = project.read('~/.claude/settings.json')
  expect(text).toContain('// mine')
  const { hooks } = JSON.parse(text.replace('// mine', ''))
  expect([hooks.Stop[0].hooks[0].timeout, hooks.PreToolUse[0].matcher]).toEqual([600, 'AskUserQuestion'])
  project.reviewer({ allow_stop: false, feedback: 'not yet' })
  project.settings({ reviewer: { type: 'command', command: project.path('reviewer.sh') } })
  const stdout = execFileSync('/bin/sh', ['-c', hooks.Stop[0].hooks[0].command], {
    input: '{"session_id": "s"}',
    env: { PATH: process.env['PATH'], HOME: project.home, CLAUDE_CODE_SESSION_ID: 's' },
  })
  expect(JSON.parse(stdout.toString())).toEqual({ decision: 'block', reason: 'not yet' })
  expect((await project.run(['install'])).stdout).toContain('needs no change')
  expect(project.read('~/.claude/settings.json')).toBe(text)
  const removed = await project.run(['uninstall', '--json'])
  expect(JSON.parse(removed.stdout)).toMatchObject({ file: settings, changed: true, removed: ['Stop', 'PreToolUse'] })
  expect(project.read('~/.claude/settings.json')).toBe('{\n  // mine\n  "model": "opus"\n}\n')
})

test('install --dry-run and --scope change nothing but what they name', async () => {
  const project = makeSupervisedProject()
  const dry = await project.run(['install', '--scope', 'local', '--dry-run', '--json'])
  expect(JSON.parse(dry.stdout)).toMatchObject({ file: project.path('.claude/settings.local.json'), dryRun: true })
  expect(() => project.read('.claude/settings.local.json')).toThrow()
  expect(await project.run(['install', '--scope', 'local'])).toMatchObject({ code: 0 })
  expect(project.read('.claude/settings.local.json')).toContain('supervisor-hook')
})

test('install leaves a file alone that Claude Code would not read, and says what stands there', async () => {
  const project = makeSupervisedProject()
  for (const text of ['{"hooks":{"Stop":[1]}}', '{"hooks":{"Stop":null}}', '{"hooks":null}', '{"hooks":[]}']) {
    const file = project.write('~/.claude/settings.json', text)
    const { code, stdout, stderr } = await project.run(['install'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr.startsWith(`error[CONFIG_INVALID_VALUE] ${file}:1:`), stderr).toBe(true)
    expect(stderr).toMatch(/ hooks\S* is (1|null|a list), and .+ is expected there\nhint: .+ Nothing was changed\.\n$/)
    expect(project.read('~/.claude/settings.json')).toBe(text)
  }
})
