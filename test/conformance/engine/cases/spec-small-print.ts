import type { Case } from '../case.ts'
import { bash, call, deny, ends, hook, kimiHook, kimiHooks, numbered, officialHooks, on, prints } from '../compose.ts'

const drain = 'cat >/dev/null'
const rewrites = (fields: object): string => prints({ modified_input: fields })

/** Section 13: small print. */
export const smallPrintCases: Case[] = numbered('S13', [
  {
    title: 'in Kimi’s inputs the changed one of path and file_path wins',
    files: [kimiHook('before_tool', rewrites({ path: 'b.py' }))],
    steps: [
      {
        fire: 'PreToolUse',
        input: call('Write', { file_path: 'a.py', content: 'x' }),
        expect: {
          input: { file_path: 'b.py', content: 'x' },
          changes: [{ path: 'input.file_path', by: 'before_tool_0' }],
        },
      },
      {
        fire: 'PreToolUse',
        input: call('Write', { path: 'a.py' }),
        expect: { input: { path: 'b.py' }, changes: [{ path: 'input.path', by: 'before_tool_0' }] },
      },
    ],
  },
  {
    title: 'both changed differently is a conflict, both changed alike is none',
    files: [
      kimiHooks({
        before_tool: [
          { matcher: { pattern: 'differ' }, command: rewrites({ path: 'b.py', file_path: 'c.py' }) },
          { matcher: { pattern: 'alike' }, command: rewrites({ path: 'd.py', file_path: 'd.py' }) },
        ],
      }),
    ],
    steps: [
      {
        fire: 'PreToolUse',
        input: call('Write', { file_path: 'differ.py' }),
        expect: {
          input: { file_path: 'c.py' },
          changes: [{ path: 'input.file_path', by: 'before_tool_0', conflict: true }],
        },
      },
      {
        fire: 'PreToolUse',
        input: call('Write', { file_path: 'alike.py' }),
        expect: { input: { file_path: 'd.py' }, changes: [{ path: 'input.file_path', by: 'before_tool_1' }] },
      },
    ],
  },
  {
    title: 'changes have dotted paths into the output',
    config: on('PostToolUse', hook('a', prints({ updatedOutput: { content: 'new', lines: 1 } }))),
    event: 'PostToolUse',
    input: { ...call('Read'), toolOutput: { content: 'old', lines: 1 } },
    expect: { output: { content: 'new', lines: 1 }, changes: [{ path: 'output.content', by: 'a' }] },
  },
  {
    title: 'a JSON deny on an event that cannot block is feedback: to the model after tools, else to the user',
    config: {
      PostToolUse: [{ hooks: [hook('a', prints({ decision: 'block', reason: 'model' }))] }],
      SessionStart: [{ hooks: [hook('b', prints({ decision: 'deny', reason: 'user' }))] }],
    },
    steps: [
      { fire: 'PostToolUse', input: { ...bash('ls'), toolOutput: 1 }, expect: { context: ['model'] } },
      { fire: 'SessionStart', input: { source: 'startup' }, expect: { messages: ['user'] } },
    ],
  },
  {
    title: 'feedback does not end the chain',
    config: { PostToolUse: [() => ({ decision: 'block', reason: 'one' }), () => ({ additionalContext: 'two' })] },
    event: 'PostToolUse',
    input: { ...bash('ls'), toolOutput: 1 },
    expect: { context: ['one', 'two'] },
  },
  {
    title: 'a cut answer is invalid, and is said to be truncated',
    config: on(
      'PreToolUse',
      hook(
        'cut',
        `${drain}; printf '{"permissionDecision":"allow","reason":"'; head -c 2000000 /dev/zero | tr '\\0' x; printf '"}'`,
      ),
    ),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { failedOpen: [{ hook: 'cut', class: 'invalidOutput' }], warnings: [/truncated/] },
  },
  {
    title: 'a complete deny before a flood denies',
    config: on(
      'PreToolUse',
      `${drain}; echo '{"decision":"deny","reason":"r"}'; head -c 3000000 /dev/zero | tr '\\0' x`,
    ),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: deny('r'),
  },
  {
    title: 'a reason of a megabyte on stderr reaches the verdict in its kept part',
    config: on(
      'PreToolUse',
      `${drain}; printf START >&2; head -c 3000000 /dev/zero | tr '\\0' x >&2; printf END >&2; exit 2`,
    ),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { decision: 'deny', reason: /^STARTx[\s\S]*xEND$/ },
  },
  {
    title: 'a session waits at its end for async hooks, at most five seconds',
    config: on('PreToolUse', hook('a', `${drain}; sleep 0.5; touch done`, { async: true })),
    steps: [{ fire: 'PreToolUse', input: bash('ls'), expect: {} }, { end: 'other' }, { read: 'done', holds: '' }],
  },
  {
    title: 'a top-level continue: false beside exit 2 halts, and the call is denied too',
    config: on('PreToolUse', ends(2, { out: { continue: false, stopReason: 'over' } })),
    steps: [
      {
        tool: { name: 'Bash', input: {} },
        expect: { status: 'denied', reason: /./, decidedBy: 'h1', halt: { reason: 'over' } },
      },
    ],
  },
  {
    title: 'unnamed kimi hooks are named by event and index, names given twice stay apart',
    files: [
      kimiHooks({
        before_tool: [
          { command: ':' },
          { command: 'true', name: 'n' },
          { command: 'exit 0', name: 'n' },
          { command: ': ' },
        ],
        after_tool: [{ command: ':' }],
      }),
    ],
    steps: [
      { list: [{ id: 'before_tool_0' }, { id: 'n' }, { id: 'n#2' }, { id: 'before_tool_3' }, { id: 'after_tool_0' }] },
    ],
  },
  {
    title: 'the official list runs together, and its rewrites merge',
    files: [
      officialHooks(
        {
          event: 'PreToolUse',
          command: `${drain}; touch a; while [ ! -e b ]; do sleep 0.02; done; echo '{"updatedInput":{"x":1}}'`,
        },
        {
          event: 'PreToolUse',
          command: `${drain}; touch b; while [ ! -e a ]; do sleep 0.02; done; echo '{"updatedInput":{"y":2}}'`,
        },
      ),
    ],
    event: 'PreToolUse',
    input: call('T', { z: 0 }),
    expect: {
      input: { z: 0, x: 1, y: 2 },
      changes: [
        { path: 'input.x', by: 'config.toml#hooks[0]' },
        { path: 'input.y', by: 'config.toml#hooks[1]' },
      ],
    },
  },
  {
    title: 'a second look has a row of its own and does not use up once',
    config: {
      PreToolUse: [
        {
          hooks: [
            hook('rewrites', prints({ updatedInput: { command: 'x' } })),
            hook('looks', ends(0)),
            hook('once', prints({ additionalContext: 'once' }), { once: true }),
          ],
        },
      ],
    },
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: {
          input: { command: 'x' },
          changes: [{ path: 'input.command', by: 'rewrites' }],
          context: ['once'],
          runs: [
            { hook: 'rewrites', status: 'ok' },
            { hook: 'looks', status: 'ok' },
            { hook: 'looks', status: 'ok', recheck: true },
            { hook: 'once', status: 'ok' },
          ],
        },
      },
    ],
  },
])
