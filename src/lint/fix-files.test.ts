import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { fixFiles } from './fix-files.ts'

let root: string
const at = (path: string): string => join(root, path)
const write = (path: string, text: string, mode = 0o644): void => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), text, { mode })
}
const fix = () =>
  fixFiles({ cwd: root, env: { PATH: process.env['PATH'], HOME: at('home') }, files: [], managedFolder: at('etc') })

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-fix-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
})

const broken = `{
  // the guards of this project
  "Notification": [
    {
      "hooks": [
        { "command": "./notify.sh", "timout": 30000 } // half a minute
      ]
    }
  ],
  "TurnEnd": [
    {
      "matcher": "Bash", // why?
      "hooks": [{ "command": "true" }]
    }
  ],
  "PostToolUse": [{ "matcher": "bash|Write", "hooks": [{ "command": "true" }] }]
}
`

test('mends JSON with its comments and order, round after round', async () => {
  write('.hookline/hooks.jsonc', broken)
  write('notify.sh', '#!/bin/sh\nexit 0\n')
  const { fixed, problems } = await fix()
  expect(readFileSync(at('.hookline/hooks.jsonc'), 'utf8')).toBe(
    broken
      .replace('"timout": 30000', '"timeout": 30')
      .replace('\n      "matcher": "Bash", // why?\n', '\n      // why?\n')
      .replace('bash|Write', 'Bash|Write'),
  )
  expect(statSync(at('notify.sh')).mode & 0o777).toBe(0o755)
  expect(fixed.map(({ code, change }) => [code, change])).toEqual([
    ['matcher-without-field', 'TurnEnd[0].matcher removed'],
    ['unknown-key', 'Notification[0].hooks[0].timout renamed to "timeout"'],
    ['script-not-executable', `mode of ${at('notify.sh')} changed from 644 to 755`],
    ['timeout-unit', 'Notification[0].hooks[0].timeout set to 30'],
    ['misspelt-tool', 'PostToolUse[0].matcher set to "Bash|Write"'],
  ])
  expect(problems).toEqual([])
})

test('mends TOML with its comments and order', async () => {
  const text = `model = "kimi"

# before
[[hooks.sesion_end]]
name = "bye" # a name
matcher = { tool = "Shell" } # never
timeout = 30
command = "true"

[[hooks.sesion_end]]
command = "echo bye"
`
  write('.kimi/config.toml', text)
  const { problems } = await fix()
  expect(readFileSync(at('.kimi/config.toml'), 'utf8')).toBe(
    text
      .replaceAll('sesion_end', 'session_end')
      .replace('matcher = { tool = "Shell" } # never', '# never')
      .replace('timeout = 30', 'timeout = 30000'),
  )
  expect(problems).toEqual([])
})

test('never touches the content of a script, and keeps links and modes', async () => {
  const script = '#!/bin/sh\nif true; then\n  # nothing\nfi\n'
  write('guard.sh', script, 0o700)
  write('real.json', '{ "Notification": [{ "hooks": [{ "command": "./guard.sh", "timeout": 5000 }] }] }', 0o600)
  mkdirSync(at('.hookline'))
  symlinkSync(at('real.json'), at('.hookline/hooks.json'))
  const { problems } = await fix()
  expect(readFileSync(at('guard.sh'), 'utf8')).toBe(script)
  expect(readFileSync(at('real.json'), 'utf8')).toContain('"timeout": 5 ')
  expect(statSync(at('real.json')).mode & 0o777).toBe(0o600)
  expect(readFileSync(at('.hookline/hooks.json'), 'utf8')).toBe(readFileSync(at('real.json'), 'utf8'))
  expect(problems.map(({ code }) => code)).toEqual(['empty-branch'])
})

test('leaves alone what could mean two things', async () => {
  const text = '{ "Notification": [{ "hooks": [{ "command": "true", "timeout": 3600, "nam": "x", "name": "y" }] }] }'
  write('.hookline/hooks.json', text)
  const { fixed, problems } = await fix()
  expect(readFileSync(at('.hookline/hooks.json'), 'utf8')).toBe(text)
  expect([fixed, problems.map(({ code }) => code)]).toEqual([[], ['timeout-unit', 'unknown-key']])
})

test('changes no file outside the project, whatever a configuration names', async () => {
  const outside = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-outside-')))
  onTestFinished(() => rmSync(outside, { recursive: true, force: true }))
  writeFileSync(join(outside, 'key'), '#!/bin/sh\n', { mode: 0o600 })
  symlinkSync(join(outside, 'key'), at('link'))
  const hooks = [{ command: join(outside, 'key') }, { command: './link' }]
  write('.hookline/hooks.json', JSON.stringify({ Notification: [{ hooks }] }))
  const { fixed, problems } = await fix()
  expect([fixed, problems.map(({ code }) => code)]).toEqual([[], ['script-not-executable', 'script-not-executable']])
  expect(statSync(join(outside, 'key')).mode & 0o777).toBe(0o600)
})
