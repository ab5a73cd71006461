import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { gitReaders, isHarmlessCall, readers } from './harmless-call.ts'
import { judgeCall } from './judge-call.ts'
import { collectPlaces } from './protected-places.ts'

const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-harmless-')))
const project = join(root, 'project')
const home = join(root, 'home')
for (const folder of ['project/.claude', 'project/.hookline', 'home'])
  mkdirSync(join(root, folder), { recursive: true })
writeFileSync(join(project, '.claude/settings.json'), '{}')
afterAll(() => rmSync(root, { recursive: true, force: true }))

const places = collectPlaces({
  projectDir: project,
  env: { HOME: home },
  files: [],
  scripts: [join(project, 'guard.sh')],
})
const bash = (command: unknown) => ({ toolName: 'Bash', toolInput: { command }, cwd: project })

const programs = [
  ...readers,
  ...[...gitReaders].map((name) => `git ${name}`),
  ...'tee cp mv rm sed dd ln touch sort git npm env xargs find python3 hookline sh uname printf'.split(' '),
]
const words =
  '.claude/settings.json .hookline .hookline/hooks.json guard.sh . .. / -rf -o -i -n -oguard.sh --o=guard.sh --output=guard.sh --out=guard.sh --oneline status diff log show checkout mv clean config x=1 a,b @ %1'
const word = fc.constantFrom(...programs, ...words.split(' '), '>', '|', ';', '&&', '$(x)', '"a b"', '~')
const command = fc
  .tuple(fc.constantFrom(...programs), fc.array(word, { maxLength: 5 }), fc.constantFrom(' ', '  ', '\n'))
  .map(([program, rest, blank]) => [program, ...rest].join(blank))

it('never calls harmless what the guard has something to say about', () => {
  let harmless = 0
  fc.assert(
    fc.property(command, (text) => {
      if (!isHarmlessCall(bash(text))) return
      harmless++
      expect(judgeCall(bash(text), { places, home, isExcepted: () => false })).toBeNull()
    }),
    { numRuns: 6000 },
  )
  expect(harmless).toBeGreaterThan(100)
})

it.each([
  ['ls -la', true],
  ['  cat src/a.ts  ', true],
  ['git status --short', true],
  ['git log --oneline -5', true],
  ['git diff --output=.claude/settings.json', false],
  ['git checkout main', false],
  ['git -C x status', false],
  ['echo a > b', false],
  ['ls; rm x', false],
  ['ls\nrm x', false],
  ['ls $(rm x)', false],
  ['A=1 ls', false],
  ['/bin/ls', false],
  ['sort -o x y', false],
  ['npm test', false],
  ['', false],
  [undefined, true],
  [['ls'], false],
  [7, false],
])('%j is certainly harmless: %s', (text, harmless) => {
  expect(isHarmlessCall(bash(text))).toBe(harmless)
})

it('knows tools that write nothing, under any of their names', () => {
  const names = ['Read', 'ReadFile', 'Glob', 'WebFetch', 'Write', 'Edit', 'WriteFile', 'mcp__fs__read_file', 'Shell']
  const harmless = names.filter((toolName) =>
    isHarmlessCall({ toolName, toolInput: { command: 'rm x' }, cwd: project }),
  )
  expect(harmless).toEqual(['Read', 'ReadFile', 'Glob', 'WebFetch'])
})
