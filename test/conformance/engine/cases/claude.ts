import type { Case } from '../case.ts'
import {
  bash,
  block,
  call,
  claudeFile,
  claudeHook,
  deny,
  dumps,
  ends,
  hits,
  misses,
  on,
  prints,
  specific,
} from '../compose.ts'

const group = (command: string, matcher?: string): object => ({
  ...(matcher !== undefined && { matcher }),
  hooks: [{ type: 'command', command }],
})

/** Group G: settings files of Claude Code and typed hooks. */
export const claudeCases: Case[] = [
  {
    id: 'G1',
    basis: 'T',
    title: 'the payload is flat and the answer is read in full',
    files: [
      claudeHook(
        'PreToolUse',
        `cat > payload.json; printf %s '${JSON.stringify({
          decision: 'allow',
          reason: 'ok',
          hookSpecificOutput: { permissionDecision: 'allow', updatedInput: { path: '/tmp/new' } },
        })}'`,
      ),
    ],
    steps: [
      {
        fire: 'PreToolUse',
        input: call('Write', { path: '/tmp/demo' }),
        expect: {
          decision: 'allow',
          reason: 'ok',
          input: { path: '/tmp/new' },
          changes: [{ path: 'input.path', by: 'settings.json#PreToolUse[0].hooks[0]' }],
        },
      },
      {
        read: 'payload.json',
        holds: {
          hook_event_name: 'PreToolUse',
          session_id: 'sess-42',
          tool_name: 'Write',
          tool_input: { path: '/tmp/demo' },
          cwd: '<dir>',
        },
      },
    ],
  },
  ...[1, 5, 3].map(
    (code): Case => ({
      id: 'G2',
      basis: 'T',
      title: `exit ${code} does not block`,
      files: [claudeHook('PreToolUse', ends(code, { err: 'warning' }))],
      steps: [
        {
          fire: 'PreToolUse',
          input: bash('ls'),
          expect: {
            failedOpen: [{ hook: 'settings.json#PreToolUse[0].hooks[0]', class: 'crash' }],
            warnings: [/warning/],
          },
        },
        { observed: { type: 'failedOpen', message: 'warning' } },
      ],
    }),
  ),
  {
    id: 'G2',
    basis: 'T',
    title: 'exit 0 is no opinion, exit 2 blocks with stderr',
    files: [claudeFile({ hooks: { PreToolUse: [group(ends(0), 'Read'), group(ends(2, { err: 'boom' }), 'Bash')] } })],
    steps: [
      { fire: 'PreToolUse', input: call('Read'), expect: {} },
      { fire: 'PreToolUse', input: bash('ls'), expect: deny('boom') },
    ],
  },
  {
    id: 'G3',
    basis: 'T',
    title: 'a hook past its timeout is told to have timed out',
    files: [claudeHook('PreToolUse', 'sleep 30', { timeout: 0.1 })],
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: {
          failedOpen: [{ hook: 'settings.json#PreToolUse[0].hooks[0]', class: 'timeout' }],
          warnings: [/timed out/],
        },
        withinMs: 2100,
      },
    ],
  },
  {
    id: 'G4',
    basis: 'T',
    title: 'a matcher with signs of a pattern is a pattern',
    files: [claudeHook('PreToolUse', block, { matcher: '^Write$' })],
    steps: [hits(call('Write')), misses(call('Read')), misses(call('NotebookWrite'))],
  },
  ...['*', ''].map(
    (matcher): Case => ({
      id: 'G4',
      basis: 'T',
      title: `the matcher "${matcher}" is for all`,
      files: [claudeHook('PreToolUse', block, { matcher })],
      steps: [hits(call('Write')), hits(call('Read'))],
    }),
  ),
  {
    id: 'G4',
    basis: 'X',
    title: 'a matcher on Stop and UserPromptSubmit changes nothing',
    files: [
      claudeFile({
        hooks: { Stop: [group(block, '^zzz$')], UserPromptSubmit: [group(ends(2, { err: 'hit' }), 'zzz')] },
      }),
    ],
    steps: [hits({ stopReason: 'x' }, 'Stop'), hits({ userPrompt: 'x' }, 'UserPromptSubmit')],
  },
  {
    id: 'G5',
    basis: 'T',
    title: 'every event matches on its own field',
    files: [
      claudeFile({
        hooks: {
          PreToolUse: [group(block, '^x$')],
          PostToolUse: [group(block, '^x$')],
          PostToolUseFailure: [group(block, '^x$')],
          PermissionRequest: [group(block, '^x$')],
          SessionStart: [group(block, '^resume$')],
          SessionEnd: [group(block, '^logout$')],
          Notification: [group(block, '^info$')],
          PreCompact: [group(block, '^auto$')],
          SubagentStart: [group(block, '^x$')],
          SubagentStop: [group(block, '^x$')],
        },
      }),
    ],
    steps: [
      hits(call('x')),
      misses(call('y')),
      { fire: 'PostToolUse', input: { ...call('x'), toolOutput: 1 }, expect: { context: ['hit'] } },
      misses({ ...call('y'), toolOutput: 1 }, 'PostToolUse'),
      { fire: 'PostToolUseFailure', input: { ...call('x'), error: 'e' }, expect: { context: ['hit'] } },
      misses({ ...call('y'), error: 'e' }, 'PostToolUseFailure'),
      hits(call('x'), 'PermissionRequest'),
      misses(call('y'), 'PermissionRequest'),
      { fire: 'SessionStart', input: { source: 'resume' }, expect: { messages: ['hit'] } },
      misses({ source: 'startup' }, 'SessionStart'),
      { fire: 'SessionEnd', input: { reason: 'logout' }, expect: { messages: ['hit'] } },
      misses({ reason: 'other' }, 'SessionEnd'),
      { fire: 'Notification', input: { notificationType: 'info', message: 'm' }, expect: { messages: ['hit'] } },
      misses({ notificationType: 'error', message: 'm' }, 'Notification'),
      hits({ trigger: 'auto' }, 'Compaction'),
      misses({ trigger: 'manual' }, 'Compaction'),
      { fire: 'SubagentStart', input: { agentType: 'x' }, expect: { messages: ['hit'] } },
      misses({ agentType: 'y' }, 'SubagentStart'),
      hits({ agentType: 'x', success: true }, 'SubagentStop'),
      misses({ agentType: 'y', success: true }, 'SubagentStop'),
    ],
  },
  ...(
    [
      ['PreToolUse', bash('ls'), { tool_name: 'Bash', tool_use_id: 'toolu_1' }],
      [
        'PostToolUse',
        { ...bash('ls'), toolOutput: 'x' },
        { tool_name: 'Bash', tool_use_id: 'toolu_1', tool_response: 'x' },
      ],
      [
        'Notification',
        { notificationType: 'info', title: 't', message: 'm' },
        { title: 't', message: 'm', notification_type: 'info' },
      ],
      ['Stop', { stopReason: 'end', stopHookActive: true }, { reason: 'end', stop_hook_active: true }],
      ['UserPromptSubmit', { userPrompt: 'hi' }, { user_prompt: 'hi', prompt: 'hi' }],
      ['Compaction', { trigger: 'auto' }, { hook_event_name: 'PreCompact', trigger: 'auto', custom_instructions: '' }],
      ['SessionStart', { source: 'startup', model: 'm' }, { source: 'startup', model: 'm' }],
      ['SessionEnd', { reason: 'clear' }, { reason: 'clear' }],
    ] as const
  ).map(
    ([event, input, holds]): Case => ({
      id: 'G6',
      basis: 'T',
      title: `the payload of ${event} has the keys of its document`,
      files: [claudeHook(event === 'Compaction' ? 'PreCompact' : event, dumps('payload.json'))],
      steps: [
        { fire: event, input, expect: {} },
        { read: 'payload.json', holds },
      ],
    }),
  ),
  {
    id: 'G7',
    basis: 'T',
    title: 'an async hook is not waited for, cannot block, and its failure is told',
    files: [claudeHook('PreToolUse', 'sleep 0.3; touch done; exit 2', { async: true })],
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: { runs: [{ status: 'async' }] },
      },
      { missing: 'done' },
      { end: 'other' },
      { read: 'done', holds: '' },
      { observed: { type: 'hookEnd', event: 'PreToolUse', status: 'blocked' } },
    ],
  },
  {
    id: 'G9',
    basis: 'T',
    title: 'the environment of the host is seen, the command runs by /bin/sh in the project',
    env: { MY_HOOK_VAR: 'v' },
    files: [
      claudeHook(
        'PreToolUse',
        'cat >/dev/null; echo "$MY_HOOK_VAR $(pwd -P | xargs basename) $0 $CLAUDE_PROJECT_DIR" > seen',
      ),
    ],
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { read: 'seen', holds: /^v hookline-case-\w+ \/bin\/sh \// },
    ],
  },
  {
    id: 'G9',
    basis: 'T',
    title: 'events that fire at once do not disturb each other',
    config: { PreToolUse: [{ hooks: [{ command: `cat > "$(printf %s "$BLADE_TOOL_USE_ID")"` }] }] },
    steps: [
      ...[1, 2, 3, 4, 5].flatMap((n) => [
        { fire: 'PreToolUse' as const, input: { ...bash(`echo ${n}`), toolUseId: `t${n}` }, expect: {} },
        { read: `t${n}`, holds: { tool_use_id: `t${n}`, tool_input: { command: `echo ${n}` } } },
      ]),
    ],
  },
  {
    id: 'G10',
    basis: 'T',
    title: 'a plain deny denies',
    files: [claudeHook('PreToolUse', prints({ decision: 'deny' }))],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { decision: 'deny', reason: /./ },
  },
  ...[true, false].map(
    (answer): Case => ({
      id: 'G10',
      basis: 'T',
      title: `permissionDecision ask needs an approval; the person says ${answer ? 'yes' : 'no'}`,
      files: [claudeHook('PreToolUse', prints(specific({ permissionDecision: 'ask' })))],
      session: { onAsk: () => answer },
      steps: [
        {
          tool: { name: 'Bash', input: { k: 'v' } },
          expect: answer ? { status: 'ok', ran: { k: 'v' } } : { status: 'denied', reason: /refused/ },
        },
      ],
    }),
  ),
  {
    id: 'G10',
    basis: 'T',
    title: 'updatedInput without hookEventName rewrites',
    files: [claudeHook('PreToolUse', prints(specific({ updatedInput: { k: 'v2' } })))],
    steps: [{ tool: { name: 'T', input: { k: 'v' } }, expect: { status: 'ok', ran: { k: 'v2' } } }],
  },
  {
    id: 'G10',
    basis: 'T',
    title: 'continue: false keeps the tool from running and stops',
    files: [claudeHook('PreToolUse', prints({ continue: false, stopReason: '用户取消' }))],
    steps: [
      {
        tool: { name: 'T', input: {} },
        expect: { status: 'denied', reason: '用户取消', halt: { reason: '用户取消' } },
      },
    ],
  },
  ...(['allow', 'deny', 'ask'] as const).map(
    (decision): Case => ({
      id: 'G11',
      basis: 'T',
      title: `PermissionRequest decision ${decision}`,
      files: [claudeHook('PermissionRequest', prints({ decision, reason: 'r' }))],
      event: 'PermissionRequest',
      input: bash('ls'),
      expect: { decision, reason: 'r' },
    }),
  ),
  {
    id: 'G11',
    basis: 'T',
    title: 'without a PermissionRequest hook a person is asked',
    session: { permissionMode: 'default', onAsk: () => true },
    steps: [
      {
        tool: { name: 'Bash', input: {} },
        expect: { status: 'ok', ran: {}, events: ['PreToolUse', 'PermissionRequest', 'Notification', 'PostToolUse'] },
      },
    ],
  },
  {
    id: 'G12',
    basis: 'X',
    title: 'continue: false on PreCompact halts, so nothing is compacted',
    files: [claudeHook('PreCompact', prints({ continue: false }))],
    event: 'Compaction',
    input: { trigger: 'auto' },
    expect: { halt: { reason: /./ } },
  },
  {
    id: 'G13',
    basis: 'T',
    title: 'lists keep their order, a type may be missing, empty lists are kept',
    files: [
      claudeFile({
        hooks: {
          PreToolUse: [
            { matcher: 'Bash', hooks: [{ command: prints('one') }, { type: 'command', command: prints('two') }] },
            { matcher: 'Bash', hooks: [{ command: prints('three') }] },
          ],
          PostToolUse: [],
        },
      }),
    ],
    steps: [
      {
        list: ['one', 'two', 'three'].map((word) => ({
          event: 'PreToolUse',
          handler: { type: 'command', run: { shell: prints(word) } },
        })),
      },
    ],
  },
  {
    id: 'G13',
    basis: 'T',
    title: 'commands may be a map by matcher, per event; an empty command is dropped',
    files: [
      claudeFile({ hooks: { PreToolUse: { Bash: block, Read: '' }, PostToolUse: [group(ends(2, { err: 'post' }))] } }),
    ],
    steps: [
      hits(bash('ls')),
      misses(call('Read')),
      { fire: 'PostToolUse', input: { ...bash('ls'), toolOutput: 1 }, expect: { context: ['post'] } },
      { notices: [/empty command/] },
    ],
  },
  ...[7, 'echo', true].map(
    (value): Case => ({
      id: 'G13',
      basis: 'T',
      title: `${JSON.stringify(value)} in place of a list is refused, naming the event`,
      files: [claudeFile({ hooks: { PreToolUse: value } })],
      refuses: { code: 'CONFIG_INVALID_VALUE', message: /PreToolUse/, line: 3 },
    }),
  ),
  {
    id: 'G13',
    basis: 'T',
    title: 'all events of the document are accepted',
    files: [
      claudeFile({
        hooks: Object.fromEntries(
          [
            'PreToolUse',
            'PostToolUse',
            'PostToolUseFailure',
            'PermissionRequest',
            'SessionStart',
            'SessionEnd',
            'Notification',
            'PreCompact',
            'SubagentStart',
            'SubagentStop',
            'Stop',
            'UserPromptSubmit',
          ].map((event) => [event, [group('true')]]),
        ),
      }),
    ],
    steps: [{ list: Array.from({ length: 12 }, () => ({ timeoutMs: 600_000 })) }],
  },
  ...(
    [
      ['a missing command', { hooks: [{ type: 'command' }] }, 'CONFIG_INVALID_VALUE', /command/],
      ['a bad pattern', { matcher: 'bad[', hooks: [{ command: 'x' }] }, 'CONFIG_INVALID_PATTERN', /bad\[/],
      ['a group without hooks', { hooks: [] }, 'CONFIG_INVALID_VALUE', /hooks/],
      ['a negative timeout', { hooks: [{ command: 'x', timeout: -1 }] }, 'CONFIG_INVALID_VALUE', /timeout/],
      ['a prompt hook without a prompt', { hooks: [{ type: 'prompt' }] }, 'CONFIG_INVALID_VALUE', /prompt/],
      ['an agent hook without a prompt', { hooks: [{ type: 'agent' }] }, 'CONFIG_INVALID_VALUE', /prompt/],
    ] as const
  ).map(
    ([what, value, code, message]): Case => ({
      id: 'G14',
      basis: 'T',
      title: `${what} is refused`,
      files: [claudeFile({ hooks: { PreToolUse: [value] } })],
      refuses: { code, message },
    }),
  ),
  {
    id: 'G14',
    basis: 'T',
    title: 'disableAllHooks switches its file off',
    files: [claudeFile({ disableAllHooks: true, hooks: { PreToolUse: [group(block)] } })],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { runs: [{ status: 'skipped', why: /^disabled/ }] },
  },
  {
    id: 'G14',
    basis: 'T',
    title: 'hooks of two files run in the order of the files',
    files: [
      claudeFile({ hooks: { PreToolUse: [group(prints({ decision: 'ask', reason: 'first' }))] } }, 'a.json'),
      claudeFile({ hooks: { PreToolUse: [group(prints({ decision: 'ask', reason: 'second' }))] } }, 'b.json'),
    ],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { decision: 'ask', reason: 'first', runs: [{ why: 'first' }, { why: 'second' }] },
  },
  {
    id: 'G15',
    basis: 'T',
    title: 'an unknown event is refused with the nearest name',
    files: [claudeFile({ hooks: { PreToolUs: [group('x')] } })],
    refuses: { code: 'CONFIG_UNKNOWN_KEY', message: /PreToolUs.*PreToolUse/, line: 3 },
  },
  {
    id: 'G15',
    basis: 'T',
    title: 'broken JSON at exit 0 is a failure',
    files: [claudeHook('PreToolUse', prints('{"decision": "deny'))],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { failedOpen: [{ hook: 'settings.json#PreToolUse[0].hooks[0]', class: 'invalidOutput' }] },
  },
  {
    id: 'G16',
    basis: 'S',
    title: 'a timeout counts in seconds, 600 by default; the status message is told while the hook runs',
    files: [
      claudeFile({
        hooks: {
          PreToolUse: [
            { hooks: [{ command: ends(0), timeout: 30, statusMessage: 'checking' }, { command: prints('x') }] },
          ],
        },
      }),
    ],
    steps: [
      { list: [{ timeoutMs: 30_000 }, { timeoutMs: 600_000 }] },
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { observed: { type: 'hookStart', statusMessage: 'checking' } },
    ],
  },
  {
    id: 'G16',
    basis: 'S',
    title: 'typed hooks have the options of the document and run before hooks of files',
    files: [claudeHook('PreToolUse', prints({ decision: 'ask', reason: 'file' }))],
    options: {
      typedHooks: [
        {
          event: 'PreToolUse',
          command: prints({ decision: 'ask', reason: 'typed' }),
          matcher: 'Bash',
          statusMessage: 's',
        },
        { event: 'PostToolUse', command: 'cat >/dev/null; touch done', async: true, once: true, timeout: 5 },
      ],
    },
    steps: [
      {
        list: [
          { event: 'PreToolUse', timeoutMs: 600_000, statusMessage: 's' },
          { event: 'PostToolUse', async: true, once: true, timeoutMs: 5000 },
          { event: 'PreToolUse' },
        ],
      },
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: { decision: 'ask', reason: 'typed', runs: [{ why: 'typed' }, { why: 'file' }] },
      },
      { fire: 'PreToolUse', input: call('Read'), expect: { decision: 'ask', reason: 'file' } },
      { fire: 'PostToolUse', input: { ...bash('ls'), toolOutput: 1 }, expect: { runs: [{ status: 'async' }] } },
      { read: 'done', holds: '' },
      {
        fire: 'PostToolUse',
        input: { ...bash('ls'), toolOutput: 1 },
        expect: { runs: [{ status: 'skipped', why: /^once/ }] },
      },
    ],
  },
  {
    id: 'G17',
    basis: 'T',
    title: 'a Stop hook that blocks gives its reason every time until it is silent',
    config: on(
      'Stop',
      'cat >/dev/null; n=$(cat n 2>/dev/null || echo 0); echo $((n+1)) > n; [ $n -lt 2 ] && printf %s \'{"decision":"block","reason":"missing fix"}\' || echo "{}"',
    ),
    steps: [
      { fire: 'Stop', input: { stopReason: 'x' }, expect: deny('missing fix') },
      {
        fire: 'Stop',
        input: { stopReason: 'x', stopHookActive: true, stopBlockCount: 1 },
        expect: deny('missing fix'),
      },
      { fire: 'Stop', input: { stopReason: 'x', stopHookActive: true, stopBlockCount: 2 }, expect: {} },
    ],
  },
]
