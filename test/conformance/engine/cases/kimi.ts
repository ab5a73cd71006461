import type { Case } from '../case.ts'
import {
  bash,
  block,
  call,
  claudeHook,
  deny,
  dumps,
  ends,
  hits,
  kimiHook,
  kimiHooks,
  misses,
  officialHooks,
  on,
  prints,
  specific,
} from '../compose.ts'

const write = (path: string): Record<string, unknown> => call('Write', { file_path: path, content: 'x' })
const stop = { stopReason: 'no_tool_calls', stepCount: 5 }

/** Group K: the tables of Kimi's configuration. */
export const kimiCases: Case[] = [
  {
    id: 'K1',
    basis: 'T',
    title: 'defaults, names and both spellings of async',
    files: [
      kimiHooks({
        before_tool: [
          { command: 'true' },
          { command: ':', name: 'mine', timeout: 100, async_: true },
          { command: 'exit 0', timeout: 600_000, async: true, type: 'command' },
        ],
      }),
    ],
    steps: [
      {
        list: [
          { id: 'before_tool_0', name: 'before_tool_0', timeoutMs: 30_000, async: false },
          { id: 'mine', name: 'mine', timeoutMs: 100, async: true },
          { id: 'before_tool_2', timeoutMs: 600_000, async: true },
        ],
      },
    ],
  },
  ...[50, 700_000].map(
    (timeout): Case => ({
      id: 'K1',
      basis: 'T',
      title: `a timeout of ${timeout} is refused`,
      files: [kimiHook('before_tool', 'true', { timeout })],
      refuses: { code: 'CONFIG_INVALID_VALUE', message: /milliseconds/ },
    }),
  ),
  {
    id: 'K1',
    basis: 'T',
    title: 'all events of the document are accepted',
    files: [
      kimiHooks(
        Object.fromEntries(
          [
            'session_start',
            'session_end',
            'before_agent',
            'after_agent',
            'before_tool',
            'after_tool',
            'after_tool_failure',
            'subagent_start',
            'subagent_stop',
            'pre_compact',
            'before_stop',
          ].map((event) => [event, [{ command: 'true' }]]),
        ),
      ),
    ],
    steps: [
      {
        list: [
          'SessionStart',
          'SessionEnd',
          'TurnStart',
          'TurnEnd',
          'PreToolUse',
          'PostToolUse',
          'PostToolUseFailure',
          'SubagentStart',
          'SubagentStop',
          'Compaction',
          'Stop',
        ].map((event) => ({ event })),
      },
    ],
  },
  {
    id: 'K2',
    basis: 'T',
    title: 'an empty matcher is for all',
    files: [kimiHook('before_tool', block, { matcher: {} })],
    steps: [hits(bash('ls')), hits(call('mcp__a__b'))],
  },
  {
    id: 'K2',
    basis: 'T',
    title: 'tool is a whole name, in Kimi’s words',
    files: [kimiHook('before_tool', block, { matcher: { tool: 'Shell' } })],
    steps: [hits(bash('ls')), misses(write('a')), misses(call('ShellOutput'))],
  },
  {
    id: 'K2',
    basis: 'T',
    title: 'tool takes alternatives',
    files: [kimiHook('before_tool', block, { matcher: { tool: 'Shell|WriteFile' } })],
    steps: [hits(bash('ls')), hits(write('a')), misses(call('Read', { file_path: 'a' }))],
  },
  {
    id: 'K2',
    basis: 'T',
    title: 'tool takes patterns',
    files: [kimiHook('before_tool', block, { matcher: { tool: 'Read.*|Write.*' } })],
    steps: [hits(call('Read', { file_path: 'a' })), hits(write('a')), misses(bash('ls'))],
  },
  {
    id: 'K2',
    basis: 'T',
    title: 'pattern is searched in the input',
    files: [kimiHook('before_tool', block, { matcher: { pattern: 'rm -rf' } })],
    steps: [hits(bash('rm -rf /tmp')), misses(bash('ls -la'))],
  },
  {
    id: 'K2',
    basis: 'T',
    title: 'tool and pattern are both needed',
    files: [kimiHook('before_tool', block, { matcher: { tool: 'Shell', pattern: 'rm -rf' } })],
    steps: [hits(bash('rm -rf /tmp')), misses(bash('ls')), misses(call('Write', { content: 'rm -rf /tmp' }))],
  },
  {
    id: 'K2',
    basis: 'X',
    title: 'an end anchor works on a value of the input',
    files: [kimiHook('before_tool', block, { matcher: { tool: 'WriteFile', pattern: '\\.py$' } })],
    steps: [hits(write('a.py')), misses(write('a.pyc')), misses(call('Read', { file_path: 'a.py' }))],
  },
  {
    id: 'K3',
    basis: 'S',
    title: 'the payload of before_tool is one line of its document, in Kimi’s words',
    files: [kimiHook('before_tool', dumps('payload.json'))],
    steps: [
      { fire: 'PreToolUse', input: bash('ls -la'), expect: {} },
      {
        read: 'payload.json',
        holds: {
          event_type: 'before_tool',
          timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/,
          session_id: 'sess-42',
          work_dir: '<dir>',
          tool_name: 'Shell',
          tool_input: { command: 'ls -la' },
        },
      },
      {
        read: 'payload.json',
        holds: /^\{"event_type": "before_tool", "timestamp": .*"tool_input": \{"command": "ls -la"\}.*\}$/,
      },
    ],
  },
  {
    id: 'K3',
    basis: 'S',
    title: 'the payload of before_stop has its fields',
    files: [kimiHook('before_stop', 'cat >> payloads')],
    steps: [
      {
        fire: 'Stop',
        input: { ...stop, finalMessage: { role: 'assistant', content: '我已完成任务...' } },
        expect: {},
      },
      { fire: 'Stop', input: { stopReason: 'tool_rejected', stepCount: 1 }, expect: {} },
      { fire: 'Stop', input: { ...stop, finalResponse: 'done' }, expect: {} },
      {
        read: 'payloads',
        holds: [
          {
            event_type: 'before_stop',
            stop_reason: 'no_tool_calls',
            step_count: 5,
            final_message: { role: 'assistant', content: '我已完成任务...' },
          },
          { stop_reason: 'tool_rejected', step_count: 1, final_message: null },
          { final_message: { role: 'assistant', content: 'done' } },
        ],
      },
    ],
  },
  {
    id: 'K4',
    basis: 'T',
    title: 'decision deny denies',
    files: [kimiHook('before_tool', prints({ decision: 'deny', reason: 'test' }))],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: deny('test'),
  },
  {
    id: 'K4',
    basis: 'T',
    title: 'plain text is context',
    files: [kimiHook('before_tool', prints('Plain text output'))],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { context: ['Plain text output'] },
  },
  {
    id: 'K4',
    basis: 'T',
    title: 'exit 2 denies with stderr',
    files: [kimiHook('before_tool', ends(2, { err: 'Blocking error' }))],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: deny('Blocking error'),
  },
  {
    id: 'K4',
    basis: 'T',
    title: 'exit 1 lets the call through and is marked failed with its code',
    files: [kimiHook('before_tool', ends(1), { name: 'n' })],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      failedOpen: [{ hook: 'n', class: 'crash' }],
      warnings: [/1/],
      runs: [{ hook: 'n', status: 'failed', class: 'crash', exitCode: 1 }],
    },
  },
  {
    id: 'K4',
    basis: 'T',
    title: 'additional_context is context',
    files: [kimiHook('before_tool', prints({ decision: 'allow', additional_context: 'Git branch: main' }))],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { context: ['Git branch: main'] },
  },
  {
    id: 'K5',
    basis: 'T',
    title: 'a hook past its timeout lets the call through and says so',
    files: [kimiHook('before_tool', 'sleep 10', { timeout: 100, name: 'slow' })],
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: { failedOpen: [{ hook: 'slow', class: 'timeout' }], warnings: [/timed out/] },
        withinMs: 2100,
      },
    ],
  },
  {
    id: 'K5',
    basis: 'T',
    title: 'a hook that cannot start lets the call through',
    files: [kimiHook('before_tool', '/nonexistent/program', { name: 'gone' })],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { failedOpen: [{ hook: 'gone', class: 'spawn' }] },
  },
  {
    id: 'K7',
    basis: 'S',
    title: 'after a deny the next hook does not run',
    files: [kimiHooks({ before_tool: [{ command: block }, { command: 'cat >/dev/null; touch ran' }] })],
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: {
          ...deny('hit'),
          runs: [{ status: 'blocked' }, { status: 'skipped', why: 'chain ended by before_tool_0' }],
        },
      },
      { missing: 'ran' },
    ],
  },
  {
    id: 'K7',
    basis: 'S',
    title: 'after an allow the next hook runs, on the input as rewritten',
    files: [
      kimiHooks({
        before_tool: [
          { command: prints({ decision: 'allow', modified_input: { command: 'pwd' } }) },
          { command: dumps('seen.json') },
        ],
      }),
    ],
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: { input: { command: 'pwd' }, changes: [{ path: 'input.command', by: 'before_tool_0' }] },
      },
      { read: 'seen.json', holds: { tool_input: { command: 'pwd' } } },
    ],
  },
  {
    id: 'K9',
    basis: 'S',
    title: 'ask asks with the reason',
    files: [kimiHook('before_tool', prints({ decision: 'ask', reason: 'This affects production. Continue?' }))],
    steps: [
      {
        tool: { name: 'Bash', input: { command: 'x' } },
        ask: ({ reason }) => ({ behavior: 'deny', message: `asked: ${reason}` }),
        expect: { status: 'denied', reason: 'asked: This affects production. Continue?' },
      },
    ],
  },
  {
    id: 'K9',
    basis: 'S',
    title: 'modified_input is what the tool runs with, other keys are kept',
    files: [kimiHook('before_tool', prints({ modified_input: { command: 'pwd' } }))],
    steps: [
      {
        tool: { name: 'Bash', input: { command: 'ls', timeout: 1 } },
        expect: { status: 'ok', ran: { command: 'pwd', timeout: 1 } },
      },
    ],
  },
  {
    id: 'K9',
    basis: 'S',
    title: 'an unknown decision lets the call through with a warning that names the field',
    files: [kimiHook('before_tool', prints({ decision: 'maybe' }), { name: 'n' })],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { failedOpen: [{ hook: 'n', class: 'invalidOutput' }], warnings: [/decision.*maybe/] },
  },
  {
    id: 'K10',
    basis: 'S',
    title: 'a hook sees Kimi’s variables and the environment of the host, without model credentials',
    env: { HOST_VARIABLE: 'h', ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k', KIMI_API_KEY: 'k' },
    files: [kimiHook('before_tool', 'cat >/dev/null; env > names')],
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      ...[
        /^KIMI_SESSION_ID=sess-42$/m,
        /^KIMI_WORK_DIR=(.*)\n(?:.*\n)*?KIMI_PROJECT_DIR=\1$|^KIMI_PROJECT_DIR=(.*)\n(?:.*\n)*?KIMI_WORK_DIR=\2$/m,
        /^KIMI_ENV_FILE=.*\/\.kimi\/env$/m,
        /^HOST_VARIABLE=h$/m,
        /^(?![\s\S]*API_KEY)/,
      ].map((holds) => ({ read: 'names', holds })),
    ],
  },
  ...[ends(2, { err: 'E' }), prints({ decision: 'deny', reason: 'E' })].map(
    (command, index): Case => ({
      id: 'K13',
      basis: 'S',
      title: `before_stop ${index === 0 ? 'exit 2' : 'deny'} keeps the agent working`,
      files: [kimiHook('before_stop', command)],
      event: 'Stop',
      input: stop,
      expect: deny('E'),
    }),
  ),
  {
    id: 'K13',
    basis: 'S',
    title: 'before_stop allow lets the agent stop',
    files: [kimiHook('before_stop', prints({ decision: 'allow' }))],
    event: 'Stop',
    input: stop,
    expect: {},
  },
  ...(
    [
      ['after_tool', 'PostToolUse', { ...bash('ls'), toolOutput: 1 }, { context: ['no'] }],
      ['after_tool_failure', 'PostToolUseFailure', { ...bash('ls'), error: 'e' }, { context: ['no'] }],
      ['before_agent', 'TurnStart', { userPrompt: 'hi' }, deny('no')],
      ['subagent_start', 'SubagentStart', { agentType: 'x' }, deny('no')],
      ['subagent_stop', 'SubagentStop', { agentType: 'x', success: true }, deny('no')],
      ['session_start', 'SessionStart', { source: 'startup' }, { messages: ['no'] }],
      ['session_end', 'SessionEnd', { reason: 'other' }, { messages: ['no'] }],
      ['after_agent', 'TurnEnd', { stopReason: 'x' }, { messages: ['no'] }],
      ['pre_compact', 'Compaction', { trigger: 'auto' }, deny('no')],
    ] as const
  ).flatMap(([name, event, input, expected]): Case[] =>
    [prints({ decision: 'deny', reason: 'no' }), ends(2, { err: 'no' })].map((command, index) => ({
      id: 'K14',
      basis: 'S',
      title: `${index === 0 ? 'deny' : 'exit 2'} on ${name} ${'decision' in expected ? 'blocks' : 'is feedback'}`,
      files: [kimiHook(name, command)],
      event,
      input,
      expect: expected as NonNullable<Case['expect']>,
    })),
  ),
  {
    id: 'K16',
    basis: 'T',
    title: 'contexts of two hooks are both kept',
    files: [
      kimiHooks({
        before_tool: [{ command: prints('one') }, { command: prints({ additional_context: 'two' }) }],
      }),
    ],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { context: ['one', 'two'] },
  },
  {
    id: 'K16',
    basis: 'T',
    title: 'without hooks nothing happens',
    config: {},
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { runs: [], warnings: [] },
  },
]

const official = 'config.toml#hooks[0]'

/** Group O: the list of Kimi's official configuration. */
export const officialCases: Case[] = [
  {
    id: 'O1',
    basis: 'T',
    title: 'an unknown event is refused',
    files: [officialHooks({ event: 'BeforeTool', command: 'x' })],
    refuses: { code: 'CONFIG_INVALID_VALUE', message: /BeforeTool/ },
  },
  {
    id: 'O1',
    basis: 'T',
    title: 'the matcher is for all by default, a timeout counts in seconds, 30 by default',
    files: [
      officialHooks({ event: 'PreToolUse', command: block }, { event: 'PreToolUse', command: 'true', timeout: 5 }),
    ],
    steps: [{ list: [{ timeoutMs: 30_000 }, { timeoutMs: 5000 }] }, hits(bash('ls')), hits(call('Read'))],
  },
  ...(
    [
      ['exit 0', ends(0), {}],
      ['exit 1', ends(1), { failedOpen: [{ hook: official, class: 'crash' }] }],
      ['exit 2', ends(2, { err: 'stop' }), deny('stop')],
      [
        'permissionDecision deny',
        prints(specific({ permissionDecision: 'deny', permissionDecisionReason: 'r' })),
        deny('r'),
      ],
    ] as const
  ).map(
    ([what, command, expected]): Case => ({
      id: 'O2',
      basis: 'T',
      title: `${what} means what the document says`,
      files: [officialHooks({ event: 'PreToolUse', command })],
      event: 'PreToolUse',
      input: bash('ls'),
      expect: expected as NonNullable<Case['expect']>,
    }),
  ),
  {
    id: 'O2',
    basis: 'T',
    title: 'a hook past its timeout lets the call through',
    files: [officialHooks({ event: 'PreToolUse', command: 'sleep 30', timeout: 1 })],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { failedOpen: [{ hook: official, class: 'timeout' }], runs: [{ status: 'timeout' }] },
  },
  {
    id: 'O3',
    basis: 'T',
    title: 'a matcher is searched',
    files: [officialHooks({ event: 'PreToolUse', command: block, matcher: 'ash' })],
    steps: [hits(bash('ls')), hits(call('BashOutput')), misses(call('Read'))],
  },
  {
    id: 'O3',
    basis: 'X',
    title: 'a matcher that is no pattern is refused, since no gate is dropped silently',
    files: [officialHooks({ event: 'PreToolUse', command: block, matcher: '[' })],
    refuses: { code: 'CONFIG_INVALID_PATTERN', message: /not active/ },
  },
  {
    id: 'O3',
    basis: 'T',
    title: 'identical commands run once',
    files: [
      officialHooks(
        { event: 'PreToolUse', command: 'cat >/dev/null; echo x >> log' },
        { event: 'PreToolUse', command: 'cat >/dev/null; echo x >> log' },
      ),
    ],
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: { runs: [{ status: 'ok' }, { status: 'skipped', why: /^duplicate/ }] },
      },
      { read: 'log', holds: 'x' },
    ],
  },
  {
    id: 'O3',
    basis: 'T',
    title: 'hooks run together, and all they say is kept',
    files: [
      officialHooks(
        { event: 'PreToolUse', command: 'cat >/dev/null; touch a; while [ ! -e b ]; do sleep 0.02; done; echo one' },
        { event: 'PreToolUse', command: 'cat >/dev/null; touch b; while [ ! -e a ]; do sleep 0.02; done; echo two' },
      ),
    ],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { context: ['one', 'two'] },
  },
  {
    id: 'O6',
    basis: 'X',
    title: 'an abort ends a running hook; here the call is denied',
    files: [officialHooks({ event: 'PreToolUse', command: 'sleep 30' })],
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        abortAfterMs: 300,
        withinMs: 2300,
        expect: { decision: 'deny', reason: /[Aa]bort/, aborted: true, runs: [{ status: 'cancelled' }] },
      },
    ],
  },
  {
    id: 'O7',
    basis: 'T',
    title: 'every event matches on its own field',
    files: [
      officialHooks(
        { event: 'SessionStart', command: block, matcher: 'resume' },
        { event: 'SessionEnd', command: block, matcher: 'logout' },
        { event: 'SubagentStart', command: block, matcher: 'explore' },
        { event: 'PreCompact', command: block, matcher: 'auto' },
        { event: 'Notification', command: block, matcher: 'info' },
      ),
    ],
    steps: [
      { fire: 'SessionStart', input: { source: 'resume' }, expect: { messages: ['hit'] } },
      misses({ source: 'startup' }, 'SessionStart'),
      { fire: 'SessionEnd', input: { reason: 'logout' }, expect: { messages: ['hit'] } },
      misses({ reason: 'clear' }, 'SessionEnd'),
      { fire: 'SubagentStart', input: { agentType: 'explore' }, expect: { messages: ['hit'] } },
      misses({ agentType: 'plan' }, 'SubagentStart'),
      hits({ trigger: 'auto' }, 'Compaction'),
      misses({ trigger: 'manual' }, 'Compaction'),
      { fire: 'Notification', input: { notificationType: 'info', message: 'm' }, expect: { messages: ['hit'] } },
      misses({ notificationType: 'error', message: 'm' }, 'Notification'),
    ],
  },
  {
    id: 'O8',
    basis: 'T',
    title: 'an event of the catalogue that is not hosted is announced, and the rest works',
    files: [officialHooks({ event: 'SessionHeartbeat', command: 'true' }, { event: 'PreToolUse', command: block })],
    steps: [hits(bash('ls')), { notices: [/SessionHeartbeat/] }],
  },
]

const both = { decision: 'deny', reason: 'r' }

/** Group X: one engine for all dialects. */
export const crossCases: Case[] = [
  ...(
    [
      ['native', { config: on('PreToolUse', prints(both)) }],
      ['claude', { files: [claudeHook('PreToolUse', prints(both))] }],
      ['kimi', { files: [kimiHook('before_tool', prints(both))] }],
    ] as const
  ).map(
    ([name, place]): Case => ({
      id: 'X2',
      basis: 'S',
      title: `a plain deny denies in ${name}`,
      ...(place as Partial<Case>),
      event: 'PreToolUse',
      input: bash('ls'),
      expect: deny('r'),
    }),
  ),
  ...(
    [
      ['native', { config: on('Stop', prints({ decision: 'block', reason: 'r' })) }],
      ['claude', { files: [claudeHook('Stop', prints({ decision: 'block', reason: 'r' }))] }],
      ['kimi', { files: [kimiHook('before_stop', prints({ decision: 'block', reason: 'r' }))] }],
    ] as const
  ).map(
    ([name, place]): Case => ({
      id: 'X3',
      basis: 'S',
      title: `a block on Stop keeps the agent working in ${name}`,
      ...(place as Partial<Case>),
      event: 'Stop',
      input: stop,
      expect: deny('r'),
    }),
  ),
  {
    id: 'X4',
    basis: 'S',
    title: 'a timeout of 30 is seconds in three dialects',
    config: on('PreToolUse', { command: 'true', timeout: 30 }),
    files: [
      claudeHook('PreToolUse', 'true', { timeout: 30 }),
      officialHooks({ event: 'PreToolUse', command: 'true', timeout: 30 }),
    ],
    steps: [{ list: [{ timeoutMs: 30_000 }, { timeoutMs: 30_000 }, { timeoutMs: 30_000 }] }],
  },
  {
    id: 'X4',
    basis: 'S',
    title: 'a timeout of 30 in Kimi’s tables is refused, naming the unit',
    files: [kimiHook('before_tool', 'true', { timeout: 30 })],
    refuses: { code: 'CONFIG_INVALID_VALUE', message: /milliseconds/ },
  },
  {
    id: 'X5',
    basis: 'S',
    title: 'one event reaches each dialect in its own words',
    config: {
      PreToolUse: [
        { hooks: [{ command: dumps('native') }] },
        ({ toolName, toolInput, event, sessionId }: Record<string, unknown>) => ({
          additionalContext: JSON.stringify({ toolName, toolInput, event, sessionId }),
        }),
      ],
    },
    files: [claudeHook('PreToolUse', dumps('claude')), kimiHook('before_tool', dumps('kimi'))],
    steps: [
      {
        fire: 'PreToolUse',
        input: call('Write', { file_path: 'a.py', content: 'x' }),
        expect: {
          context: [
            '{"toolName":"Write","toolInput":{"file_path":"a.py","content":"x"},"event":"PreToolUse","sessionId":"sess-42"}',
          ],
        },
      },
      {
        read: 'native',
        holds: { hook_event_name: 'PreToolUse', tool_name: 'Write', tool_input: { file_path: 'a.py', content: 'x' } },
      },
      {
        read: 'claude',
        holds: { hook_event_name: 'PreToolUse', tool_name: 'Write', tool_input: { file_path: 'a.py', content: 'x' } },
      },
      {
        read: 'kimi',
        holds: {
          event_type: 'before_tool',
          tool_name: 'WriteFile',
          tool_input: { file_path: 'a.py', path: 'a.py', content: 'x' },
        },
      },
    ],
  },
  {
    id: 'X7',
    basis: 'S',
    title: 'an event with three names fires once, and a hook of each dialect runs once',
    config: { Compaction: [{ hooks: [{ command: 'cat >/dev/null; echo native >> log' }] }] },
    files: [
      claudeHook('PreCompact', 'cat >/dev/null; echo claude >> log'),
      kimiHook('pre_compact', 'cat >/dev/null; echo kimi >> log'),
    ],
    steps: [
      {
        fire: 'Compaction',
        input: { trigger: 'auto' },
        expect: { runs: [{ status: 'ok' }, { status: 'ok' }, { status: 'ok' }] },
      },
      { read: 'log', holds: 'claude\nkimi\nnative' },
    ],
  },
  {
    id: 'X8',
    basis: 'S',
    title: 'a call inside a sub-agent passes the same hooks, which see whose it is',
    config: on('PreToolUse', 'cat > seen.json; echo no >&2; exit 2'),
    steps: [
      {
        fire: 'PreToolUse',
        input: { ...bash('ls'), agentId: 'a1', agentType: 'Explore', parentAgentId: 'main' },
        expect: deny('no'),
      },
      { read: 'seen.json', holds: { agent_id: 'a1', agent_type: 'Explore', parent_agent_id: 'main' } },
    ],
  },
]
