import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const program = resolve(import.meta.dirname, '../../dist/bin/hookline.js')
const toolCall = JSON.stringify({
  session_id: 's',
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'ls' },
})

/** Runs the program with a stdout that takes nothing. */
function runInto(device: string, args: readonly string[], files: Record<string, object> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-loss-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, value] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(value))
  const stdout = openSync(device, 'w')
  const { status, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder },
    input: toolCall,
    stdio: ['pipe', stdout, 'pipe'],
    encoding: 'utf8',
  })
  closeSync(stdout)
  return { status, stderr }
}

const told =
  'error[FILE_REFUSED] stdout cannot be written: ENOSPC: no space left on device, write\n' +
  'hint: What was printed is lost or cut short. Make room, or send it somewhere else, and call again.\n'

test('output that a full disk swallowed is told, and gives 1', () => {
  expect(runInto('/dev/full', ['events'])).toEqual({ status: 1, stderr: told })
  expect(runInto('/dev/null', ['events'])).toEqual({ status: 0, stderr: '' })
})

test('a deny that could not be written still denies, with its reason', () => {
  const hook = { type: 'command', command: 'echo not today >&2; exit 2' }
  const files = { 'hooks.json': { PreToolUse: [{ hooks: [hook] }] } }
  const fire = ['fire', '--event', '-', '--config', 'hooks.json']
  expect(runInto('/dev/full', [...fire, '--reply', 'claude'], files)).toEqual({
    status: 2,
    stderr: `not today\n${told}`,
  })
  expect(runInto('/dev/null', [...fire, '--reply', 'claude'], files)).toEqual({ status: 0, stderr: '' })
  expect(runInto('/dev/full', [...fire, '--json'], files)).toEqual({ status: 2, stderr: told })
})
