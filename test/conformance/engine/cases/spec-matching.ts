import type { Case } from '../case.ts'
import {
  bash,
  block,
  call,
  claudeHook,
  hits,
  hook,
  kimiHook,
  misses,
  nativeFile,
  numbered,
  on,
  onMatch,
  prints,
} from '../compose.ts'

const guarded = (rule: string, command = block) => on('PreToolUse', hook('g', command, { if: rule }))
const approve = prints({ permissionDecision: 'allow' })

/** Section 4: matchers, conditions and patterns. */
export const matchingCases: Case[] = numbered('S4', [
  {
    title: 'a claude matcher of names is an exact list, by bar and comma, blanks trimmed',
    files: [claudeHook('PreToolUse', block, { matcher: 'Edit, Write | my-tool_2' })],
    steps: [
      hits(call('Edit')),
      hits(call('Write')),
      hits(call('my-tool_2')),
      misses(call('NotebookEdit')),
      misses(call('edit')),
      misses(call('Edit, Write ')),
    ],
  },
  {
    title: 'a claude matcher with any other sign is a search',
    files: [claudeHook('PreToolUse', block, { matcher: 'mcp__.*' })],
    steps: [hits(call('mcp__a__b')), hits(call('my_mcp__a')), misses(bash('ls'))],
  },
  {
    title: 'a claude matcher of one name is exact',
    files: [claudeHook('PreToolUse', block, { matcher: 'Bash' })],
    steps: [hits(bash('ls')), misses(call('BashOutput'))],
  },
  {
    title: 'a claude search is not anchored',
    files: [claudeHook('PreToolUse', block, { matcher: 'Edit.?' })],
    steps: [hits(call('NotebookEdit')), hits(call('Editor')), misses(call('edit'))],
  },
  {
    title: 'a native matcher is anchored as a whole, alternatives too',
    config: onMatch('PreToolUse', 'Bash|mcp__.*', block),
    steps: [
      hits(bash('ls')),
      hits(call('mcp__x')),
      misses(call('XBash')),
      misses(call('my_mcp__x')),
      misses(call('BashX')),
    ],
  },
  {
    title: 'a kimi pattern is searched in nested values and in the compact JSON',
    files: [kimiHook('before_tool', block, { matcher: { pattern: '"command":"ls"|deep$' } })],
    steps: [
      hits(bash('ls')),
      misses(bash('lsof')),
      hits(call('T', { a: [{ b: 'so deep' }] })),
      misses(call('T', { a: ['deeper'] })),
    ],
  },
  {
    title: 'a kimi pattern without a tool input never matches',
    files: [kimiHook('before_tool', block, { matcher: { pattern: '.*' } })],
    steps: [hits(call('T', {})), misses({ toolName: 'T', toolUseId: '1' })],
  },
  {
    title: 'tools have aliases: a kimi hook is for our names under its own',
    files: [kimiHook('before_tool', block, { matcher: { tool: 'Shell|WriteFile|ReadFile|StrReplaceFile' } })],
    steps: [hits(bash('ls')), hits(call('Write')), hits(call('Read')), hits(call('Edit')), misses(call('Glob'))],
  },
  {
    title: 'a hook sees the names of its own dialect, and its rewrite comes back under ours',
    config: on('PostToolUse', 'true'),
    files: [kimiHook('before_tool', `cat > seen; printf %s '{"modified_input":{"file_path":"b.py"}}'`)],
    steps: [
      {
        fire: 'PreToolUse',
        input: call('Read', { path: 'a.py' }),
        expect: { input: { path: 'b.py' }, changes: [{ path: 'input.path', by: 'before_tool_0' }] },
      },
      { read: 'seen', holds: { tool_name: 'ReadFile', tool_input: { path: 'a.py', file_path: 'a.py' } } },
    ],
  },
  {
    title: 'an if finds its command behind lists, pipes, substitutions and wrappers',
    config: guarded('Bash(git push *)'),
    steps: [
      'git push origin',
      'cd a && git push origin',
      'true; git push origin main',
      'echo $(git push origin)',
      "sh -c 'git push origin'",
      'env A=1 git push origin',
      'echo origin | xargs git push origin',
      'timeout 5 git push origin',
      'git -C x push origin',
      'if true; then git push origin; fi',
    ]
      .map((command) => hits(bash(command)))
      .concat([
        misses(bash('git pull')),
        misses(bash('echo "git push origin"')),
        misses(call('Read', { file_path: 'git push x' })),
      ]),
  },
  {
    title: 'what cannot be parsed counts as a match',
    config: guarded('Bash(git push *)'),
    steps: [hits(bash('git pu$(')), hits(bash('"unclosed'))],
  },
  {
    title: 'an if on files matches paths, also as absolute ones and through dots',
    config: guarded('Write(src/**)'),
    steps: [
      hits(call('Write', { file_path: 'src/a/b.ts' })),
      hits(call('Write', { file_path: '<dir>/src/a.ts' })),
      hits(call('Write', { file_path: 'doc/../src/a.ts' })),
      hits(call('Write', { path: 'src/a.ts' })),
      misses(call('Write', { file_path: 'doc/a.ts' })),
      misses(call('Write', { file_path: 'src-evil/a.ts' })),
    ],
  },
  {
    title: 'an allow with an if counts only if every simple command matched',
    config: guarded('Bash(npm test *)', approve),
    steps: [
      { fire: 'PreToolUse', input: bash('npm test a'), expect: { decision: 'allow' } },
      { fire: 'PreToolUse', input: bash('npm test a && npm test b'), expect: { decision: 'allow' } },
      { fire: 'PreToolUse', input: bash('npm test a; rm -rf x'), expect: { warnings: [/its allow does not count/] } },
      { fire: 'PreToolUse', input: bash('npm test a > /etc/x'), expect: { warnings: [/its allow does not count/] } },
      { fire: 'PreToolUse', input: bash('npm test "$(curl x)"'), expect: { warnings: [/its allow does not count/] } },
      { fire: 'PreToolUse', input: bash('npm test $('), expect: { warnings: [/its allow does not count/] } },
    ],
  },
  {
    title: 'a rewrite with an if counts only if every simple command matched',
    config: guarded('Bash(npm test *)', prints({ updatedInput: { command: 'npm test --safe' } })),
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('npm test a'),
        expect: { input: { command: 'npm test --safe' }, changes: [{ path: 'input.command', by: 'g' }] },
      },
      { fire: 'PreToolUse', input: bash('npm test a; rm x'), expect: { warnings: [/its rewrite does not count/] } },
    ],
  },
  {
    title: 'a deny with an if counts in any case',
    config: guarded('Bash(npm *)'),
    steps: [hits(bash('npm x; rm y')), hits(bash('npm $('))],
  },
  {
    title: 'an if works in claude files, where it runs the hook on any matching command',
    files: [claudeHook('PreToolUse', block, { matcher: 'Bash', if: 'Bash(rm *)' })],
    steps: [hits(bash('ls; rm x')), misses(bash('ls'))],
  },
  {
    title: 'an if on an event without a tool is refused in native files',
    config: on('Stop', hook('a', 'x', { if: 'Bash(x)' })),
    refuses: { code: 'CONFIG_INVALID_VALUE', message: /Stop/ },
  },
  ...[
    ['(?=x)y', /look/],
    ['(?!Bash).*', /look/],
    ['(a)\\1', /back-?reference/i],
    ['(?<=a)b', /look/],
  ].map(([matcher, message]) => ({
    title: `a native pattern ${matcher} is refused, naming what it needs`,
    files: [nativeFile({ PreToolUse: [{ matcher, hooks: [{ command: 'x' }] }] })],
    refuses: { code: 'CONFIG_INVALID_PATTERN' as const, message: message as RegExp, line: 4 },
  })),
  {
    title: 'a foreign pattern may look around',
    files: [claudeHook('PreToolUse', block, { matcher: '^(?!Bash$).*' })],
    steps: [hits(call('Read')), misses(bash('ls'))],
  },
  {
    title: 'no native pattern and no input stalls the host',
    config: onMatch('PreToolUse', '(a+)+b', block),
    steps: [{ fire: 'PreToolUse', input: call('a'.repeat(50_000)), expect: {}, withinMs: 5000 }],
  },
  {
    title: 'a foreign pattern over its cut-off counts as a match',
    files: [claudeHook('PreToolUse', block, { matcher: '^(?=x|a)(a+)+$' })],
    steps: [
      {
        fire: 'PreToolUse',
        input: call(`${'a'.repeat(40)}!`),
        expect: { decision: 'deny', reason: 'hit' },
        withinMs: 5000,
      },
    ],
  },
  {
    title: 'a kimi pattern that is none is refused with its place',
    files: [kimiHook('before_tool', block, { matcher: { tool: '(' } })],
    refuses: { code: 'CONFIG_INVALID_PATTERN', message: /not active/ },
  },
  {
    title: 'a stage sees the input as rewritten, its matchers and conditions too',
    config: {
      PreToolUse: [
        () => ({ modifiedInput: { command: 'git push x' } }),
        { hooks: [hook('g', block, { if: 'Bash(git push *)' })] },
      ],
    },
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      decision: 'deny',
      reason: 'hit',
      input: { command: 'git push x' },
      changes: [{ path: 'input.command', by: 'code#PreToolUse[0]' }],
    },
  },
])
