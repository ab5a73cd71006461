import type { Case, ConfigFile } from '../case.ts'
import {
  bash,
  block,
  call,
  claudeFile,
  claudeHook,
  deny,
  ends,
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

const guardFile = (text: string, file: string): ConfigFile[] => [{ dialect: 'blade', text, file }]
const all = (policy: string): object =>
  Object.fromEntries(['spawn', 'timeout', 'crash', 'signal', 'invalidOutput'].map((name) => [name, policy]))

/** Ways to fail, by class. */
const failures = {
  spawn: 'no-such-program-here',
  timeout: 'sleep 30',
  crash: 'exit 1',
  signal: 'kill -9 $$',
  invalidOutput: prints('{"decision":'),
}

/** Section 3: the native format, layers and what is refused. */
export const configCases: Case[] = numbered('S3', [
  {
    title: 'a native file is the bare object',
    files: guardFile(JSON.stringify(on('PreToolUse', block)), 'a.json'),
    steps: [hits(bash('ls'))],
  },
  {
    title: 'a native file is the object under hooks',
    files: guardFile(JSON.stringify({ version: 1, hooks: on('PreToolUse', block) }), 'a.json'),
    steps: [hits(bash('ls'))],
  },
  {
    title: 'a native file may have comments and trailing commas',
    files: guardFile(
      `{ // guard\n "PreToolUse": [{ "hooks": [{ "command": ${JSON.stringify(block)}, }, ], }, ], }`,
      'a.jsonc',
    ),
    steps: [hits(bash('ls'))],
  },
  {
    title: 'a native file may be TOML',
    files: guardFile(`[[PreToolUse]]\nmatcher = "Bash"\nhooks = [{ command = "echo hit >&2; exit 2" }]\n`, 'a.toml'),
    steps: [hits(bash('ls')), misses(call('Read'))],
  },
  {
    title: 'a native file may be TypeScript, with callbacks',
    files: guardFile(
      `export default { PreToolUse: [(input: { toolName?: string }) => ({ action: 'skip', reason: String(input.toolName) })] }`,
      'a.ts',
    ),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: deny('Bash'),
  },
  {
    title: 'an unknown key of a hook is refused with the nearest name and its line',
    files: [nativeFile({ PreToolUse: [{ hooks: [{ command: 'x', timeuot: 3 }] }] })],
    refuses: { code: 'CONFIG_UNKNOWN_KEY', message: /timeuot.*timeout/, line: 7 },
  },
  {
    title: 'an unknown event is refused with the nearest name',
    config: { PreTolUse: [{ hooks: [{ command: 'x' }] }] },
    refuses: { code: 'CONFIG_UNKNOWN_KEY', message: /PreTolUse.*PreToolUse/ },
  },
  {
    title: 'an unknown key of a group is refused',
    config: { PreToolUse: [{ match: 'Bash', hooks: [{ command: 'x' }] }] },
    refuses: { code: 'CONFIG_UNKNOWN_KEY', message: /match.*matcher/ },
  },
  {
    title: 'an unknown value of a switch is refused',
    config: { failureBehavior: 'allow' },
    refuses: { code: 'CONFIG_INVALID_VALUE', message: /failureBehavior/ },
  },
  {
    title: 'one broken file refuses everything, and says what is not active',
    config: on('PreToolUse', block),
    files: [
      nativeFile({ PreToolUse: [{ hooks: [{ command: 'x' }] }] }, 'good.json'),
      { dialect: 'blade', text: '{', file: 'bad.json' },
    ],
    refuses: { code: 'CONFIG_SYNTAX', message: /Nothing was loaded.*bad\.json.*1 hook of 1 other file/ },
  },
  {
    title: 'durations may be text with a unit',
    config: {
      defaultTimeout: '2s',
      ...on('PreToolUse', hook('a', 'x'), hook('b', 'y', { timeout: '500ms' }), hook('c', 'z', { timeout: '1m' })),
    },
    steps: [{ list: [{ timeoutMs: 2000 }, { timeoutMs: 500 }, { timeoutMs: 60_000 }] }],
  },
  ...[0, -1, '30', 1e12].map((timeout) => ({
    title: `a timeout of ${JSON.stringify(timeout)} is refused`,
    config: on('PreToolUse', hook('a', 'x', { timeout })),
    refuses: { code: 'CONFIG_INVALID_VALUE' as const, message: /timeout/ },
  })),
  ...Object.entries(failures).map(([name, command]) => ({
    title: `onFailure sets ${name} alone`,
    config: on(
      'PreToolUse',
      hook('own', command, { timeout: 0.4, onFailure: { [name]: 'deny' } }),
      hook('others', `${command} `, {
        timeout: 0.4,
        onFailure: Object.fromEntries(
          Object.keys(failures)
            .filter((other) => other !== name)
            .map((other) => [other, 'deny']),
        ),
      }),
    ),
    event: 'PreToolUse' as const,
    input: bash('ls'),
    expect: { decision: 'deny' as const, reason: /./, decidedBy: 'own', failedOpen: [{ hook: 'others', class: name }] },
  })),
  {
    title: 'failureBehavior is for all classes but timeout, timeoutBehavior for that',
    config: {
      failureBehavior: 'deny',
      timeoutBehavior: 'ask',
      ...on('PreToolUse', hook('a', 'x'), hook('b', 'y', { onFailure: 'ignore' })),
    },
    steps: [{ list: [{ onFailure: { ...all('deny'), timeout: 'ask' } }, { onFailure: all('ignore') }] }],
  },
  {
    title: 'a hook with samples to deny defaults to deny, whatever the switches say',
    config: {
      failureBehavior: 'ignore',
      ...on('PreToolUse', hook('a', 'exit 1', { mustDeny: ['rm -rf /'] })),
    },
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { decision: 'deny', reason: /1/ },
  },
  {
    title: 'strict makes all native gates deny, and no hook of a foreign file',
    config: {
      strict: true,
      ...on('PreToolUse', hook('native', 'exit 1')),
      ...on('PostToolUse', hook('post', 'exit 1')),
    },
    files: [claudeHook('PreToolUse', 'exit 3'), kimiHook('before_tool', 'exit 4', { name: 'k' })],
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: {
          decision: 'deny',
          reason: /1/,
          decidedBy: 'native',
          failedOpen: [
            { hook: 'settings.json#PreToolUse[0].hooks[0]', class: 'crash' },
            { hook: 'k', class: 'crash' },
          ],
        },
      },
      { fire: 'PostToolUse', input: { ...bash('ls'), toolOutput: 1 }, expect: {} },
    ],
  },
  {
    title: 'a broken observer is recorded and is no gate that failed open',
    config: { failureBehavior: 'deny', ...on('Notification', hook('n', ends(1, { err: 'oops' }))) },
    event: 'Notification',
    input: { notificationType: 'info', message: 'm' },
    expect: { warnings: [/oops/], runs: [{ status: 'failed', class: 'crash' }] },
  },
  {
    title: 'hooks in code may be a callback where a group stands, and among the hooks of a group',
    config: {
      PreToolUse: [
        () => ({ additionalContext: 'one' }),
        { matcher: 'Bash', hooks: [() => ({ additionalContext: 'two' })] },
        { matcher: 'Read', hooks: [() => ({ additionalContext: 'three' })] },
      ],
    },
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { context: ['one', 'two'] },
  },
  {
    title: 'a command may be a program with arguments, which no shell reads',
    config: on('PreToolUse', { id: 'a', exec: 'printf', args: ['{"additionalContext":"%s"}', '$HOME `x` *'] }),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { context: ['$HOME `x` *'] },
  },
  {
    title: 'shadow runs and is recorded, and does not count',
    config: on(
      'PreToolUse',
      hook('deny', 'cat >/dev/null; touch ran; echo no >&2; exit 2', { shadow: true }),
      hook('crash', 'exit 1', { shadow: true, onFailure: 'deny' }),
      hook('rewrite', prints({ updatedInput: { command: 'x' }, additionalContext: 'c' }), { shadow: true }),
    ),
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: { runs: [{ status: 'shadow', decision: 'deny' }, { status: 'shadow' }, { status: 'shadow' }] },
      },
      { read: 'ran', holds: '' },
    ],
  },
  {
    title: 'enabled: false switches off one hook, and enabled: false of a file only its own',
    config: on('PreToolUse', hook('on', prints({ additionalContext: 'on' })), hook('off', block, { enabled: false })),
    files: [nativeFile({ enabled: false, ...on('PreToolUse', hook('file', block)) })],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      context: ['on'],
      runs: [
        { hook: 'file', status: 'skipped', why: /^disabled/ },
        { hook: 'on', status: 'ok' },
        { hook: 'off', status: 'skipped', why: /^disabled/ },
      ],
    },
  },
  {
    title: 'enabled: false in code switches off the hooks of files too',
    config: { enabled: false },
    files: [claudeHook('PreToolUse', block), kimiHook('before_tool', block)],
    steps: [misses(bash('ls'))],
  },
  {
    title: 'overrides in code switch off, shadow and time hooks of files by id',
    config: { overrides: { a: { enabled: false }, b: { shadow: true }, c: { timeout: 3 } } },
    files: [nativeFile(on('PreToolUse', hook('a', block), hook('b', ends(2, { err: 'b' })), hook('c', ends(0))))],
    steps: [
      {
        list: [
          { idle: { why: 'disabled', detail: 'switched off by an override' } },
          { shadow: true },
          { timeoutMs: 3000 },
        ],
      },
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: { runs: [{ status: 'skipped' }, { status: 'shadow' }, { status: 'ok' }] },
      },
    ],
  },
  {
    title: 'overrides of another file than the user’s are ignored and announced',
    files: [
      nativeFile(on('PreToolUse', hook('a', block)), 'a.json'),
      nativeFile({ overrides: { a: { enabled: false } } }, 'b.json'),
    ],
    steps: [hits(bash('ls')), { notices: [/overrides/] }],
  },
  {
    title: 'layers run in order: user, project, files named by their owner, code',
    config: on('PreToolUse', hook('code', prints({ additionalContext: 'code' }))),
    tree: {
      '.hookline/hooks.json': JSON.stringify(
        on('PreToolUse', hook('project', prints({ additionalContext: 'project' }))),
      ),
      'home/.hookline/hooks.json': JSON.stringify(
        on('PreToolUse', hook('user', prints({ additionalContext: 'user' }))),
      ),
    },
    env: { HOME: '<dir>/home' },
    options: { settingSources: ['project', 'user'] },
    files: [nativeFile(on('PreToolUse', hook('config', prints({ additionalContext: 'config' }))))],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      context: ['user', 'config', 'code'],
      runs: [
        { hook: 'user', status: 'ok' },
        { hook: 'project', status: 'skipped', why: /^untrusted/ },
        { hook: 'config', status: 'ok' },
        { hook: 'code', status: 'ok' },
      ],
    },
  },
  {
    title: 'enabled: false of the user switches off all but managed hooks',
    config: on('PreToolUse', hook('code', block)),
    tree: { 'home/.hookline/hooks.json': JSON.stringify({ enabled: false }) },
    env: { HOME: '<dir>/home' },
    options: { settingSources: ['user'] },
    steps: [misses(bash('ls'))],
  },
  {
    title: 'a project file can deny and ask by rule, its allow rules are ignored and announced',
    tree: {
      '.hookline/hooks.json': JSON.stringify({ permissions: { deny: ['Bash(rm *)'], allow: ['Write'] } }),
    },
    options: { settingSources: ['project'] },
    session: { permissionMode: 'default' },
    steps: [
      {
        tool: { name: 'Bash', input: { command: 'rm x' } },
        expect: { status: 'denied', reason: /Bash\(rm \*\)/, decidedBy: 'rule:Bash(rm *)' },
      },
      { tool: { name: 'Write', input: {} }, expect: { status: 'denied', reason: /nobody to ask/ } },
      { notices: [/permissions\.allow/] },
    ],
  },
  {
    title: 'a reload tightens at once and loosens at the next session',
    files: [nativeFile(on('PreToolUse', hook('old', ends(2, { err: 'old' }))))],
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: deny('old') },
      {
        write: 'hookline.json',
        text: JSON.stringify(onMatch('PreToolUse', 'Read', hook('new', ends(2, { err: 'new' })))),
      },
      { reload: 'works' },
      { fire: 'PreToolUse', input: bash('ls'), expect: deny('old') },
      { fire: 'PreToolUse', input: call('Read'), expect: { ...deny('old') } },
      { newSession: { id: 'next' } },
      misses(bash('ls')),
      { fire: 'PreToolUse', input: call('Read'), expect: deny('new') },
    ],
  },
  {
    title: 'a file that breaks keeps the last good configuration, and that is told',
    files: [nativeFile(on('PreToolUse', hook('old', block)))],
    steps: [
      { write: 'hookline.json', text: '{ "PreToolUse": [' },
      { reload: 'fails' },
      hits(bash('ls')),
      { newSession: { id: 'next' } },
      hits(bash('ls')),
      { observed: { type: 'notice', code: 'CONFIG_KEPT' } },
    ],
  },
  {
    title: 'events of Claude’s catalogue that are not hosted and mcp_tool hooks load, are announced, never run',
    files: [
      claudeFile({
        model: 'x',
        somethingElse: { hooks: 7 },
        hooks: {
          FileChanged: [{ hooks: [{ type: 'command', command: 'touch ran' }] }],
          PreToolUse: [
            {
              hooks: [
                { type: 'mcp_tool', server: 's', tool: 't' },
                { type: 'command', command: block },
              ],
            },
          ],
        },
      }),
    ],
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: {
          ...deny('hit'),
          runs: [{ handler: 'mcp_tool', status: 'skipped', why: /^unsupported/ }, { status: 'blocked' }],
        },
      },
      { notices: [/FileChanged/, /mcp_tool/] },
    ],
  },
  {
    title: 'a hook without an id is named by source, event and position; a source is file and line',
    config: { PreToolUse: [{ hooks: [{ command: 'true' }] }] },
    files: [
      nativeFile({ PreToolUse: [{ hooks: [{ command: ':' }] }] }),
      claudeHook('PreToolUse', 'exit 0'),
      kimiHook('before_tool', ': ;'),
    ],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      runs: [
        { hook: 'hookline.json#PreToolUse[0].hooks[0]', source: /^\/.*\/hookline\.json:5$/ },
        { hook: 'settings.json#PreToolUse[0].hooks[0]', source: /settings\.json:6$/ },
        { hook: 'before_tool_0', source: /config\.toml:1$/ },
        { hook: 'code#PreToolUse[0].hooks[0]', source: 'code' },
      ],
    },
  },
  {
    title: 'explain says of every hook whether it will run, why not, and when',
    config: {
      PreToolUse: [
        { matcher: 'Bash', hooks: [hook('runs', 'true')] },
        { matcher: 'Read', hooks: [hook('other', 'true ')] },
        { hooks: [hook('cond', 'true  ', { if: 'Bash(git *)' }), hook('off', ':', { enabled: false })] },
        () => undefined,
      ],
    },
    steps: [
      {
        explain: 'PreToolUse',
        input: bash('ls'),
        rows: [
          { hook: 'runs', willRun: true, stage: 1, matcher: 'exactly Bash' },
          { hook: 'other', willRun: false, why: /^matcher/ },
          { hook: 'cond', willRun: false, why: /^if/, if: 'Bash(git *)' },
          { hook: 'off', willRun: false, why: /^disabled/, stage: null },
          { hook: 'code#PreToolUse[3]', willRun: true, stage: 2 },
        ],
      },
    ],
  },
])
