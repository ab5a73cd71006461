import type { Case } from '../case.ts'
import { bash, block, call, deny, ends, hits, hook, misses, nativeFile, on, onMatch, together } from '../compose.ts'

const ignoreAll = { spawn: 'ignore', timeout: 'ignore', crash: 'ignore', signal: 'ignore', invalidOutput: 'ignore' }
const crash = ends(1, { err: 'broke' })

/** Group B1 and B2: settings and matchers of the native format. */
export const bladeConfigCases: Case[] = [
  {
    id: 'B1.1',
    basis: 'X',
    title: 'an empty configuration has the defaults of the document',
    config: on('PreToolUse', hook('a', block)),
    steps: [{ list: [{ id: 'a', timeoutMs: 60_000, onFailure: ignoreAll, async: false, once: false, shadow: false }] }],
  },
  {
    id: 'B1.2',
    basis: 'T',
    title: 'a setting of a nearer layer changes that setting, the others keep their values',
    files: [nativeFile({ defaultTimeout: 90, failureBehavior: 'ask', PreToolUse: [{ hooks: [hook('file', crash)] }] })],
    config: { timeoutBehavior: 'deny', ...on('PreToolUse', hook('code', block)) },
    steps: [
      {
        list: [
          {
            id: 'file',
            timeoutMs: 90_000,
            onFailure: { spawn: 'ask', timeout: 'deny', crash: 'ask', signal: 'ask', invalidOutput: 'ask' },
          },
          {
            id: 'code',
            timeoutMs: 90_000,
            onFailure: { spawn: 'ask', timeout: 'deny', crash: 'ask', signal: 'ask', invalidOutput: 'ask' },
          },
        ],
      },
    ],
  },
  {
    id: 'B1.3',
    basis: 'X',
    title: 'hook lists of two layers append, and an empty layer changes nothing',
    files: [nativeFile(on('PreToolUse', hook('file', ends(0))), 'one.json'), nativeFile({}, 'two.json')],
    config: on('PreToolUse', hook('code', block)),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      ...deny('hit'),
      runs: [
        { hook: 'file', status: 'ok' },
        { hook: 'code', status: 'blocked' },
      ],
    },
  },
  {
    id: 'B1.4',
    basis: 'S',
    title: 'enabled: false starts no process',
    config: { enabled: false, ...on('PreToolUse', hook('a', 'touch ran; exit 2')) },
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: { runs: [{ hook: 'a', status: 'skipped', why: /^disabled/ }] },
      },
      { missing: 'ran' },
    ],
  },
  ...['omitted', '', '*'].map(
    (matcher): Case => ({
      id: 'B2.1',
      basis: 'S/T',
      title: `a matcher that is ${matcher === 'omitted' ? matcher : `"${matcher}"`} is for all tools`,
      config: onMatch('PreToolUse', matcher === 'omitted' ? undefined : matcher, block),
      steps: [hits(bash('ls')), hits(call('Read')), hits(call('mcp__a__b'))],
    }),
  ),
  {
    id: 'B2.2',
    basis: 'S/T',
    title: 'a plain name is the whole name, case and all',
    config: onMatch('PreToolUse', 'Bash', block),
    steps: [
      hits(bash('ls')),
      misses(call('Read')),
      misses(call('bash')),
      misses(call('BashOutput')),
      misses(call('MyBash')),
    ],
  },
  {
    id: 'B2.3',
    basis: 'S/T',
    title: 'alternatives are whole names too',
    config: onMatch('PreToolUse', 'Edit|Write', block),
    steps: [hits(call('Edit')), hits(call('Write')), misses(call('Read')), misses(call('NotebookEdit'))],
  },
  {
    id: 'B2.4',
    basis: 'S',
    title: 'a pattern finds all tools of MCP servers',
    config: onMatch('PreToolUse', 'mcp__.*', block),
    steps: [hits(call('mcp__github__create')), misses(bash('ls'))],
  },
  {
    id: 'B2.5',
    basis: 'T',
    title: 'an end anchor may be written',
    config: onMatch('PreToolUse', '.*Tool$', block),
    steps: [hits(call('BashTool')), hits(call('ReadTool')), misses(bash('ls'))],
  },
  {
    id: 'B2.6',
    basis: 'S',
    title: 'a pattern that is none is refused with the path of its entry',
    files: [nativeFile({ PreToolUse: [{ matcher: '[', hooks: [{ command: block }] }] })],
    refuses: { code: 'CONFIG_INVALID_PATTERN', message: /not active/, line: 4 },
  },
  {
    id: 'B2.7',
    basis: 'S',
    title: 'SessionStart matches on the source',
    config: onMatch('SessionStart', 'resume', ends(0, { out: 'hit' })),
    steps: [
      { fire: 'SessionStart', input: { source: 'resume', isResume: true }, expect: { context: ['hit'] } },
      ...['startup', 'clear', 'compact'].map((source) => misses({ source }, 'SessionStart')),
    ],
  },
  {
    id: 'B2.8',
    basis: 'S',
    title: 'each event matches on its own field',
    config: together(
      onMatch('SessionEnd', 'error', ends(2, { err: 'ended' })),
      onMatch('Notification', 'idle_prompt', ends(2, { err: 'idle' })),
      onMatch('SubagentStart', 'Explore', ends(0, { out: { additionalContext: 'started' } })),
      onMatch('SubagentStop', 'Explore', block),
      onMatch('Compaction', 'auto', block),
    ),
    steps: [
      { fire: 'SessionEnd', input: { reason: 'error' }, expect: { messages: ['ended'] } },
      misses({ reason: 'other' }, 'SessionEnd'),
      {
        fire: 'Notification',
        input: { notificationType: 'idle_prompt', message: 'm' },
        expect: { messages: ['idle'] },
      },
      misses({ notificationType: 'info', message: 'm' }, 'Notification'),
      { fire: 'SubagentStart', input: { agentType: 'Explore' }, expect: { context: ['started'] } },
      misses({ agentType: 'Plan' }, 'SubagentStart'),
      hits({ agentType: 'Explore', success: true }, 'SubagentStop'),
      misses({ agentType: 'Plan', success: true }, 'SubagentStop'),
      hits({ trigger: 'auto', messagesBefore: 1, tokensBefore: 2 }, 'Compaction'),
      misses({ trigger: 'manual', messagesBefore: 1, tokensBefore: 2 }, 'Compaction'),
    ],
  },
  {
    id: 'B2.9',
    basis: 'S',
    title: 'events without a matcher field fire whatever matcher is written',
    config: together(
      onMatch('UserPromptSubmit', 'zzz', block),
      onMatch('Stop', 'zzz', block),
      onMatch('TaskCompleted', 'zzz', block),
      onMatch('TurnStart', 'zzz', block),
    ),
    steps: [
      hits({ userPrompt: 'hi' }, 'UserPromptSubmit'),
      hits({ stopReason: 'no_tool_calls' }, 'Stop'),
      hits({ taskId: '1', taskDescription: 'd', success: true }, 'TaskCompleted'),
      hits({ userPrompt: 'hi' }, 'TurnStart'),
      { notices: [/UserPromptSubmit/, /Stop/, /TaskCompleted/, /TurnStart/] },
    ],
  },
  {
    id: 'B2.10',
    basis: 'T',
    title: 'the object form lists tools by name',
    config: onMatch('PreToolUse', { tools: ['Bash', 'Read', 'Write'] }, block),
    steps: [hits(bash('ls')), hits(call('Read')), hits(call('Write')), misses(call('Edit'))],
  },
  {
    id: 'B2.10',
    basis: 'T',
    title: 'the object form takes a command glob in brackets',
    config: onMatch('PreToolUse', { tools: 'Bash(npm test*)' }, block),
    steps: [hits(bash('npm test')), hits(bash('npm test:unit')), misses(bash('npm install'))],
  },
  {
    id: 'B2.10',
    basis: 'T',
    title: 'a file glob without a slash is for every folder',
    config: onMatch('PreToolUse', { tools: 'Read(*.ts)' }, block),
    steps: [
      hits(call('Read', { file_path: 'index.ts' })),
      hits(call('Read', { file_path: 'src/main.ts' })),
      misses(call('Read', { file_path: 'index.js' })),
    ],
  },
  {
    id: 'B2.10',
    basis: 'T',
    title: 'alternatives share the glob behind them',
    config: onMatch('PreToolUse', { tools: 'Edit|Write(src/**)' }, block),
    steps: [
      hits(call('Edit', { file_path: 'src/index.ts' })),
      hits(call('Write', { file_path: 'src/utils/helper.ts' })),
      misses(call('Edit', { file_path: 'test/index.ts' })),
    ],
  },
  {
    id: 'B2.11',
    basis: 'T',
    title: 'paths of the object form are globs, one or several',
    config: {
      PreToolUse: [
        { matcher: { paths: '**/*.ts' }, hooks: [hook('ts', ends(2, { err: 'ts' }))] },
        { matcher: { paths: ['src/**', 'lib/**'] }, hooks: [hook('dirs', ends(2, { err: 'dirs' }))] },
      ],
    },
    steps: [
      { fire: 'PreToolUse', input: call('Read', { file_path: 'a/b.ts' }), expect: deny('ts') },
      { fire: 'PreToolUse', input: call('Read', { file_path: 'src/b.js' }), expect: deny('dirs') },
      { fire: 'PreToolUse', input: call('Read', { file_path: 'lib/x/b.js' }), expect: deny('dirs') },
      misses(call('Read', { file_path: 'doc/b.md' })),
    ],
  },
  {
    id: 'B2.11',
    basis: 'T',
    title: 'commands of the object form are exact or globs, one or several',
    config: {
      PreToolUse: [
        { matcher: { commands: 'make' }, hooks: [hook('exact', ends(2, { err: 'exact' }))] },
        { matcher: { commands: 'npm *' }, hooks: [hook('glob', ends(2, { err: 'glob' }))] },
        { matcher: { commands: ['yarn test', 'yarn run build'] }, hooks: [hook('list', ends(2, { err: 'list' }))] },
      ],
    },
    steps: [
      { fire: 'PreToolUse', input: bash('make'), expect: deny('exact') },
      misses(bash('make all')),
      { fire: 'PreToolUse', input: bash('npm test'), expect: deny('glob') },
      { fire: 'PreToolUse', input: bash('yarn test'), expect: deny('list') },
      { fire: 'PreToolUse', input: bash('yarn run build'), expect: deny('list') },
      misses(bash('yarn install')),
    ],
  },
  {
    id: 'B2.11',
    basis: 'T',
    title: 'all parts of the object form are needed, and none is all',
    config: {
      PreToolUse: [
        { matcher: { tools: 'Bash', commands: 'npm *' }, hooks: [hook('cmd', ends(2, { err: 'cmd' }))] },
        { matcher: { tools: 'Edit|Write', paths: 'src/**/*.ts' }, hooks: [hook('path', ends(2, { err: 'path' }))] },
      ],
      ...onMatch('PostToolUse', {}, ends(2, { err: 'all' })),
    },
    steps: [
      { fire: 'PreToolUse', input: bash('npm test'), expect: deny('cmd') },
      misses(bash('yarn test')),
      misses(call('Other', { command: 'npm test' })),
      { fire: 'PreToolUse', input: call('Edit', { file_path: 'src/a/b.ts' }), expect: deny('path') },
      misses(call('Edit', { file_path: 'src/a/b.js' })),
      misses(call('Read', { file_path: 'src/a/b.ts' })),
      { fire: 'PostToolUse', input: { ...call('X'), toolOutput: 1 }, expect: { context: ['all'] } },
    ],
  },
  {
    id: 'B2.12',
    basis: 'T',
    title: 'a call without a path is outside every path; one of several files is enough',
    config: onMatch('PreToolUse', { paths: 'src/**' }, block),
    steps: [
      misses(call('Ping', { text: 'hi' })),
      hits(call('MultiEdit', { files: [{ file_path: 'doc/a.md' }, { file_path: 'src/a.ts' }] })),
      misses(call('MultiEdit', { files: [{ file_path: 'doc/a.md' }, { file_path: 'doc/b.md' }] })),
    ],
  },
]
