import { describe, expect, it } from 'vitest'
import { HookError } from '../base/errors.ts'
import type { DialectName } from '../protocol/dialect.ts'
import { compileMatcher, type MatcherSpec } from './compile-matcher.ts'

const hits = (spec: MatcherSpec, dialect: DialectName, values: readonly string[]) => {
  const matcher = compileMatcher(spec, dialect)
  return values.filter((value) => matcher.test({ value }))
}
const codeOf = (spec: unknown, dialect: DialectName) => {
  try {
    compileMatcher(spec as MatcherSpec, dialect)
  } catch (error) {
    return error instanceof HookError ? error.code : error
  }
  return 'accepted'
}
const bash = (command: unknown) => ({ value: 'Bash', toolInput: { command } })
const file = (value: string, path: unknown, cwd = '/repo') => ({ value, toolInput: { file_path: path }, cwd })

describe('compileMatcher, blade', () => {
  it.each([undefined, null, '', '*'])('takes %j for everything', (spec) => {
    const matcher = compileMatcher(spec, 'blade')
    expect([
      matcher.all,
      matcher.test({ value: 'Bash' }),
      matcher.test({ value: undefined }),
      matcher.plainNames(),
    ]).toEqual([true, true, true, null])
  })

  it.each([
    ['Bash', ['Bash']],
    ['Edit|Write', ['Edit', 'Write']],
    ['mcp__.*', ['mcp__github__create']],
    ['.*Tool$', ['BashTool', 'ReadTool']],
    ['Bash|mcp__.*', ['Bash', 'mcp__github__create']],
  ])('B8: anchors %s over the whole name', (spec, expected) => {
    expect(
      hits(spec, 'blade', [
        'Bash',
        'bash',
        'BashOutput',
        'Edit',
        'NotebookEdit',
        'Write',
        'Read',
        'mcp__github__create',
        'BashTool',
        'ReadTool',
      ]),
    ).toEqual(expected)
  })

  it('B15: matches an event whose field is absent, and treats an unknown value as just a string', () => {
    expect(compileMatcher('startup', 'blade').test({ value: undefined })).toBe(true)
    expect(compileMatcher('startup|fork', 'blade').test({ value: 'fork' })).toBe(true)
    expect(compileMatcher('startup', 'blade').test({ value: 'fork' })).toBe(false)
  })

  it('names its plain names for an index', () => {
    expect(['Edit|Write', 'mcp__.*'].map((spec) => compileMatcher(spec, 'blade').plainNames())).toEqual([
      ['Edit', 'Write'],
      null,
    ])
    expect(compileMatcher({ tools: ['Edit|Write', 'Bash'] }, 'blade').plainNames()).toEqual(['Edit', 'Write', 'Bash'])
    expect(compileMatcher({ tools: 'Bash', commands: 'npm *' }, 'blade').plainNames()).toBeNull()
  })

  it('B9: refuses invalid patterns and wrong types', () => {
    expect(['[', '(?=x)', 5, ['Bash'], true].map((spec) => codeOf(spec, 'blade'))).toEqual([
      'CONFIG_INVALID_PATTERN',
      'CONFIG_INVALID_PATTERN',
      'CONFIG_INVALID_VALUE',
      'CONFIG_INVALID_VALUE',
      'CONFIG_INVALID_VALUE',
    ])
    expect(
      [{ tool: 'Bash' }, { tools: 5 }, { tools: [] }, { paths: [''] }].map((spec) => codeOf(spec, 'blade')),
    ).toEqual(['CONFIG_UNKNOWN_KEY', 'CONFIG_INVALID_VALUE', 'CONFIG_INVALID_VALUE', 'CONFIG_INVALID_PATTERN'])
  })
})

describe('compileMatcher, the object form', () => {
  const test = (spec: MatcherSpec, subject: Parameters<ReturnType<typeof compileMatcher>['test']>[0]) =>
    compileMatcher(spec, 'blade').test(subject)

  it('takes {} for everything', () => {
    expect(compileMatcher({}, 'blade').all).toBe(true)
  })

  it('matches members of tools', () => {
    expect(hits({ tools: ['Bash', 'Read', 'Write'] }, 'blade', ['Bash', 'Read', 'Edit', 'BashOutput'])).toEqual([
      'Bash',
      'Read',
    ])
    expect(hits({ tools: 'mcp__.*' }, 'blade', ['mcp__a__b', 'Bash'])).toEqual(['mcp__a__b'])
    expect(hits({ tools: 'mcp__(a|b)' }, 'blade', ['mcp__a', 'mcp__c'])).toEqual(['mcp__a'])
  })

  it('matches Tool(glob) on commands', () => {
    const commands = ['npm test', 'npm test:unit', 'npm install', 'cd x && npm test']
    expect(commands.map((command) => test({ tools: 'Bash(npm test*)' }, bash(command)))).toEqual([
      true,
      true,
      false,
      true,
    ])
  })

  it('matches Tool(glob) on paths', () => {
    expect(
      ['index.ts', 'src/main.ts', 'index.js'].map((path) => test({ tools: 'Read(*.ts)' }, file('Read', path))),
    ).toEqual([true, true, false])
    const subjects = [
      file('Edit', 'src/index.ts'),
      file('Write', 'src/utils/helper.ts'),
      file('Edit', 'test/index.ts'),
      file('Read', 'src/index.ts'),
    ]
    expect(subjects.map((subject) => test({ tools: 'Edit|Write(src/**)' }, subject))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('matches paths of any file of the call, and nothing in a call without a path', () => {
    expect(test({ paths: ['src/**', 'lib/**'] }, file('Write', 'lib/a'))).toBe(true)
    expect(test({ paths: '**/*.ts' }, file('Write', 'a.js'))).toBe(false)
    expect(test({ paths: 'src/**' }, bash('ls'))).toBe(false)
    const edits = [{ file_path: 'docs/a' }, { file_path: 'src/b' }]
    expect(test({ paths: 'src/**' }, { value: 'MultiEdit', toolInput: { edits }, cwd: '/repo' })).toBe(true)
    expect(test({ paths: 'src/**' }, { value: 'X', toolInput: { files: ['docs/a', 'src/b'] }, cwd: '/repo' })).toBe(
      true,
    )
  })

  it('matches commands', () => {
    expect(['npm test', 'npm test -- -u'].map((command) => test({ commands: 'npm test' }, bash(command)))).toEqual([
      true,
      false,
    ])
    expect(['npm test', 'yarn test'].map((command) => test({ commands: 'npm *' }, bash(command)))).toEqual([
      true,
      false,
    ])
    expect(test({ commands: ['npm test', 'npm run build'] }, bash('npm run build'))).toBe(true)
    expect(test({ commands: 'npm *' }, file('Read', 'a'))).toBe(false)
  })

  it('needs every field it gives', () => {
    expect(test({ tools: 'Bash', commands: 'npm *' }, bash('npm ci'))).toBe(true)
    expect(test({ tools: 'Bash', commands: 'npm *' }, bash('make'))).toBe(false)
    const subjects = [file('Edit', 'src/a.ts'), file('Edit', 'src/a.js'), file('Read', 'src/a.ts')]
    expect(subjects.map((subject) => test({ tools: 'Edit|Write', paths: 'src/**/*.ts' }, subject))).toEqual([
      true,
      false,
      false,
    ])
  })

  it('B7: counts an input of the wrong type as a match', () => {
    for (const wrong of [['npm', 'test'], { a: 1 }, 5, null, true]) {
      expect(test({ commands: 'git *' }, bash(wrong))).toBe(true)
      expect(test({ tools: 'Bash(git *)' }, bash(wrong))).toBe(true)
    }
    expect(test({ paths: 'src/**' }, file('Write', ['docs/a']))).toBe(true)
  })
})

describe('compileMatcher, claude', () => {
  const tools = ['Bash', 'BashOutput', 'bash', 'Write', 'Edit', 'MultiEdit', 'mcp__fake__echo']

  it.each([
    ['Bash', ['Bash']],
    ['Bash|Write', ['Bash', 'Write']],
    ['Bash, Write', ['Bash', 'Write']],
    ['Bash ', ['Bash']],
    ['Bas', []],
    ['.*', tools],
    ['Ba.*', ['Bash', 'BashOutput']],
    ['^Ba', ['Bash', 'BashOutput']],
    ['(Bash)', ['Bash', 'BashOutput']],
    ['B?sh', ['Bash', 'BashOutput', 'bash']],
    ['Edit|Write|Bash$', ['Bash', 'Write', 'Edit', 'MultiEdit']],
    ['mcp__.*', ['mcp__fake__echo']],
    ['mcp__fake__*', ['mcp__fake__echo']],
    ['mcp__fake', []],
    // Look-around has 20 ms, and a busy machine may take them all: then it counts as a match.
    ['^(?!Bash)', ['bash', 'Write', 'Edit', 'MultiEdit', 'mcp__fake__echo']],
  ])('B8: reads %j as the client does', { retry: 3 }, (spec, expected) => {
    expect(hits(spec, 'claude', tools)).toEqual(expected)
  })

  it('matches when the field is absent', () => {
    expect(['Bash', '^Ba', 'a|b'].map((spec) => compileMatcher(spec, 'claude').test({ value: undefined }))).toEqual([
      true,
      true,
      true,
    ])
  })

  it('never drops a gate silently: an invalid pattern and an object are refused', () => {
    expect(['[', '(', { tools: 'Bash' }].map((spec) => codeOf(spec, 'claude'))).toEqual([
      'CONFIG_INVALID_PATTERN',
      'CONFIG_INVALID_PATTERN',
      'CONFIG_INVALID_VALUE',
    ])
  })
})

describe('compileMatcher, kimi', () => {
  const test = (spec: MatcherSpec, value: string | undefined, toolInput?: Record<string, unknown>) =>
    compileMatcher(spec, 'kimi').test({ value, ...(toolInput === undefined ? {} : { toolInput }) })

  it('matches the tool over its whole name', () => {
    expect(hits({ tool: 'Shell' }, 'kimi', ['Shell', 'WriteFile', 'ShellX'])).toEqual(['Shell'])
    expect(hits({ tool: 'Shell|WriteFile' }, 'kimi', ['Shell', 'WriteFile', 'ReadFile'])).toEqual([
      'Shell',
      'WriteFile',
    ])
    expect(hits({ tool: 'Read.*|Write.*' }, 'kimi', ['ReadFile', 'WriteFile', 'Shell'])).toEqual([
      'ReadFile',
      'WriteFile',
    ])
    expect(compileMatcher({}, 'kimi').all).toBe(true)
  })

  it('searches the pattern in every string of the input and in its compact JSON', () => {
    expect([
      test({ pattern: 'rm -rf' }, 'Shell', { command: 'rm -rf /tmp' }),
      test({ pattern: 'rm -rf' }, 'Shell', { command: 'ls -la' }),
    ]).toEqual([true, false])
    expect(test({ tool: 'WriteFile', pattern: '\\.py$' }, 'WriteFile', { file_path: 'a.py', content: 'x' })).toBe(true)
    expect(test({ pattern: 'needle' }, 'X', { deep: [{ er: ['a needle'] }] })).toBe(true)
    expect(test({ pattern: '"command":"ls"' }, 'Shell', { command: 'ls' })).toBe(true)
    expect(test({ pattern: '"n":5' }, 'X', { n: 5 })).toBe(true)
  })

  it('finds the end of a text before its last line break, too', () => {
    const ends = { pattern: 'rm -rf /$' }
    const commands = ['rm -rf /', 'rm -rf /\n', 'rm -rf /\n\n', 'rm -rf /\nls', 'rm -rf /tmp\n']
    expect(commands.map((command) => test(ends, 'Shell', { command }))).toEqual([true, true, false, false, false])
  })

  it('needs both when both are given', () => {
    const spec = { tool: 'Shell', pattern: 'rm' }
    expect([
      test(spec, 'Shell', { command: 'rm' }),
      test(spec, 'Shell', { command: 'ls' }),
      test(spec, 'WriteFile', { path: 'rm' }),
    ]).toEqual([true, false, false])
  })

  it('never matches a missing value', () => {
    expect([test({ tool: '.*' }, undefined), test({ pattern: '.*' }, 'Shell'), test('.*', undefined)]).toEqual([
      false,
      false,
      false,
    ])
  })

  it('searches the official text form anywhere, and takes "" for everything', () => {
    expect(hits('Ba', 'kimi', ['Bash', 'Read'])).toEqual(['Bash'])
    expect(hits('Edit|Write', 'kimi', ['MultiEdit', 'Read'])).toEqual(['MultiEdit'])
    expect(compileMatcher('', 'kimi').all).toBe(true)
  })

  it('refuses unknown keys, wrong types and invalid patterns', () => {
    expect([{ tools: 'x' }, { tool: 5 }, { pattern: '[' }].map((spec) => codeOf(spec, 'kimi'))).toEqual([
      'CONFIG_UNKNOWN_KEY',
      'CONFIG_INVALID_VALUE',
      'CONFIG_INVALID_PATTERN',
    ])
  })

  it('survives an input of any depth', () => {
    let deep: Record<string, unknown> = { leaf: 'found' }
    for (let level = 0; level < 20_000; level++) deep = { a: deep }
    expect(test({ pattern: 'found' }, 'X', deep)).toBe(true)
  })
})
