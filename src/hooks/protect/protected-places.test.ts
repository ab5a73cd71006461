import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { resolvePathForms } from '../../match/real-path.ts'
import { CallSite } from './call-site.ts'
import { judgeCall } from './judge-call.ts'
import { collectPlaces } from './protected-places.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-places-')))
const project = join(root, 'project')
const home = join(root, 'home')
for (const folder of ['project/.claude', 'project/src', 'home']) mkdirSync(join(root, folder), { recursive: true })
writeFileSync(join(project, '.claude/settings.json'), '{}')
symlinkSync('.claude', join(project, 'alias'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const places = collectPlaces({
  projectDir: project,
  env: { HOME: home },
  files: [join(root, 'named.json')],
  scripts: [join(project, 'tools/guard.sh')],
})
const around = { places, home, isExcepted: (path: string) => path.endsWith('/fixtures/.hookline/hooks.json') }

it.each([
  ['.claude/settings.json', 'inside'],
  ['.CLAUDE/Settings.JSON', 'inside'],
  ['alias/settings.json', 'inside'],
  ['packages/a/.kimi/config.toml', 'inside'],
  ['.hookline/deep/er/x', 'inside'],
  ['tools/guard.sh', 'inside'],
  ['../named.json', 'inside'],
  ['~/.config/hookline/trust.json', 'inside'],
  ['~/.local/state/hookline/records.db', 'inside'],
  ['.claude', 'holder'],
  ['tools', 'above'],
  ['~/.config', 'above'],
  ['.', 'above'],
  ['..', 'far'],
  ['~', 'far'],
  ['/', 'far'],
  ['.claude/commands/x.md', null],
  ['src/settings.json', null],
  ['fixtures/.hookline/hooks.json', null],
])('%s stands %s', (path, standing) => {
  expect(new CallSite(project, around).standing(path)).toBe(standing)
})

it('a pattern of the shell picks only what exists, and no dot file by a star', () => {
  const picks = (pattern: string): boolean => places.isPicked(pattern, project)
  expect(['.claude/*.json', '.c*/settings.json', '.claude/settings.?son'].filter((pattern) => !picks(pattern))).toEqual(
    [],
  )
  expect(['*', '*/settings.json', '.claude/*.toml', '.kimi/*'].filter(picks)).toEqual([])
  expect(places.hasSomething(resolvePathForms('.', project), ['sett*'])).toBe(true)
  expect(places.hasSomething(resolvePathForms('src', project))).toBe(false)
})

it.each([
  ['mcp__fs__read_file', { path: '.claude/settings.json' }, null],
  ['mcp__fs__read_and_delete', { path: '.claude/settings.json' }, 'deny'],
  ['mcp__fs__writeFile', { options: { target: [{ path: '.claude/settings.json' }] } }, 'deny'],
  ['mcp__fs__writeFile', { path: 'src/a.ts', content: '.claude/settings.json' }, null],
  ['mcp__sh__execute', { command: 'rm .claude/settings.json' }, 'deny'],
  ['Bash', { command: 'rm settings.json', workdir: '.claude' }, 'deny'],
  ['Bash', { command: 'tar -C .claude -xf t.tar' }, 'deny'],
  ['Bash', { command: 'cd "$X" && mv y settings.json' }, 'ask'],
  ['Bash', { command: `python3 -c "open('.claude/settings.json','w')"` }, 'deny'],
  ['Bash', { command: `python3 -c "print(open('.claude/settings.json').read())"` }, null],
  ['Bash', { command: 'frobnicate --out=.claude/settings.json' }, 'ask'],
  ['Bash', { command: 'npx hookline@latest trust --check' }, null],
  ['Bash', { command: 'npx hookline@latest trust --check --yes' }, 'deny'],
  ['Bash', { command: 'HOME=/x hookline fire' }, 'ask'],
  ['Bash', { command: ['rm', '.claude/settings.json'] }, 'deny'],
  ['Bash', { command: 7 }, null],
])('judges %s with %j: %s', (toolName, toolInput, decision) => {
  expect(judgeCall({ toolName, toolInput, cwd: project }, around)?.decision ?? null).toBe(decision)
})
