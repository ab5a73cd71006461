import { expect, test } from 'vitest'
import { evaluatePermissions, parsePermissions } from '../../../match/index.ts'
import { proposeRules } from './propose-rules.ts'

const cwd = '/project'
const propose = (command: string): string[] | null => proposeRules({ toolName: 'Bash', input: { command }, cwd })

const commands: [string, string[] | null][] = [
  ['npm test', ['Bash(npm test *)']],
  ['npm run build -- --watch', ['Bash(npm run build *)']],
  ['git status --short', ['Bash(git status *)']],
  ['git push origin main', ['Bash(git push origin main)']],
  ['ls -la src', ['Bash(ls *)']],
  ['npx tsc --noEmit && npx vitest run', ['Bash(npx tsc *)', 'Bash(npx vitest *)']],
  ['git log | head -5', ['Bash(git log *)', 'Bash(head *)']],
  ['rm -rf build', ['Bash(rm -rf build)']],
  ['/bin/rm -rf build', ['Bash(/bin/rm -rf build)']],
  ['curl https://example.com/x', ['Bash(curl https://example.com/x)']],
  ['sudo npm test', null],
  ['rm *', null],
  ['npm test\nrm -rf /', null],
]

test.each(commands)('for %j it proposes %j', (command, rules) => {
  expect(propose(command)).toEqual(rules)
})

test('a proposed rule never covers another program, a redirect or a substitution', () => {
  const rules = parsePermissions({ allow: commands.flatMap(([, proposed]) => proposed ?? []) })
  const others = [
    'npm install x',
    'git push --force',
    'npm test; reboot',
    'ls > /etc/passwd',
    'npm test $(reboot)',
    'rm -rf /',
  ]
  const decide = (command: string): unknown =>
    evaluatePermissions(rules, { toolName: 'Bash', toolInput: { command }, cwd }).decision
  expect(others.map(decide)).toEqual(others.map(() => null))
  expect(['npm test --all', 'npm test'].map(decide)).toEqual(['allow', 'allow'])
})

test('for other tools it proposes the folder, the host or the tool', () => {
  const of = (toolName: string, input: Record<string, unknown>) => proposeRules({ toolName, input, cwd })
  expect([
    of('Write', { file_path: '/project/src/a/b.ts', content: '' }),
    of('Edit', { file_path: '/project/README.md' }),
    of('Write', { file_path: '/etc/hosts', content: '' }),
    of('WebFetch', { url: 'https://example.com/page' }),
    of('mcp__db__query', { sql: 'x' }),
  ]).toEqual([
    ['Edit|Write(src/a/**)'],
    ['Edit|Write(README.md)'],
    ['Edit|Write(/etc/hosts)'],
    ['WebFetch(domain:example.com)'],
    ['mcp__db__query'],
  ])
})
