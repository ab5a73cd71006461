import type { EventName, HookInput } from '../../../../src/index.ts'
import type { Case, Fields } from '../case.ts'
import {
  bash,
  block,
  call,
  claudeHook,
  deny,
  ends,
  hits,
  kimiHook,
  kimiHooks,
  misses,
  numbered,
  on,
  onMatch,
  prints,
  specific,
  together,
} from '../compose.ts'

const inputs: Partial<Record<EventName, Fields>> = {
  SessionStart: { source: 'startup' },
  UserPromptSubmit: { userPrompt: 'p' },
  TurnStart: { userPrompt: 'p' },
  PreToolUse: bash('ls'),
  PermissionRequest: bash('ls'),
  PostToolUse: { ...bash('ls'), toolOutput: 1 },
  PostToolUseFailure: { ...bash('ls'), error: 'e' },
  Notification: { notificationType: 'info', message: 'm' },
  SubagentStart: { agentType: 'x' },
  SubagentStop: { agentType: 'x', success: true },
  Stop: { stopReason: 's' },
  TaskCompleted: { taskId: '1', taskDescription: 'd', success: true },
  Compaction: { trigger: 'auto' },
  TurnEnd: { stopReason: 's' },
  SessionEnd: { reason: 'other' },
}

const all = Object.entries(inputs) as [EventName, Fields][]
const blockable = [
  'UserPromptSubmit',
  'TurnStart',
  'PreToolUse',
  'PermissionRequest',
  'SubagentStop',
  'Stop',
  'TaskCompleted',
  'Compaction',
]
const afterTools = ['PostToolUse', 'PostToolUseFailure']
const takesContext = [
  'SessionStart',
  'UserPromptSubmit',
  'TurnStart',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'SubagentStart',
  'SubagentStop',
  'Stop',
]

/** Section 2: the events and their powers. */
export const eventCases: Case[] = numbered('S2', [
  {
    title: 'exit 2 blocks where the event can block, else it is feedback: to the model after tools, else to the user',
    config: together(...all.map(([event]) => on(event, block))),
    steps: all.map(([event, input]) => ({
      fire: event,
      input,
      expect: blockable.includes(event)
        ? deny('hit')
        : afterTools.includes(event)
          ? { context: ['hit'] }
          : { messages: ['hit'] },
    })),
  },
  {
    title: 'a JSON deny is judged by the same powers as exit 2',
    config: together(...all.map(([event]) => on(event, prints({ decision: 'block', reason: 'hit' })))),
    steps: all.map(([event, input]) => ({
      fire: event,
      input,
      expect: blockable.includes(event)
        ? deny('hit')
        : afterTools.includes(event)
          ? { context: ['hit'] }
          : { messages: ['hit'] },
    })),
  },
  {
    title: 'context counts on the events that take it, and is told to have no effect on the others',
    config: together(...all.map(([event]) => on(event, prints({ additionalContext: 'c' })))),
    steps: all.map(([event, input]) => ({
      fire: event,
      input,
      expect: takesContext.includes(event) ? { context: ['c'], warnings: [] } : { warnings: [/context has no effect/] },
    })),
  },
  {
    title: 'env counts on SessionStart alone',
    config: together(on('SessionStart', prints({ env: { A: '1' } })), on('PreToolUse', prints({ env: { B: '1' } }))),
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: { warnings: [/env has no effect/] } },
      { fire: 'SessionStart', input: { source: 'clear' }, expect: { env: { A: '1' } } },
      { env: { A: '1' } },
    ],
  },
  {
    title: 'rewrites count where the event has the power',
    config: together(
      on('PermissionRequest', prints({ updatedInput: { command: 'x' } })),
      on('PostToolUseFailure', prints({ updatedOutput: 'x' })),
      on('TurnStart', prints({ updatedPrompt: 'x' })),
      on('PreToolUse', prints({ updatedPrompt: 'x', updatedOutput: 'x' })),
    ),
    steps: (['PermissionRequest', 'PostToolUseFailure', 'TurnStart', 'PreToolUse'] as const).map((event) => ({
      fire: event,
      input: inputs[event]!,
      expect: { warnings: [/has no effect/] },
    })),
  },
  {
    title: 'an allow means nothing on events that approve nothing',
    config: together(on('Stop', prints({ decision: 'allow' })), on('PostToolUse', prints({ decision: 'approve' }))),
    steps: [
      { fire: 'Stop', input: { stopReason: 's' }, expect: {} },
      { fire: 'PostToolUse', input: inputs.PostToolUse!, expect: {} },
    ],
  },
  {
    title: 'TurnStart takes a block and context',
    config: on('TurnStart', prints({ decision: 'block', reason: 'not now', additionalContext: 'c' })),
    event: 'TurnStart',
    input: { userPrompt: 'p' },
    expect: { ...deny('not now'), context: ['c'] },
  },
  {
    title: 'PreCompact is another name of Compaction in native files',
    config: { PreCompact: [{ hooks: [{ id: 'a', command: block }] }] },
    steps: [hits({ trigger: 'auto' }, 'Compaction'), { list: [{ id: 'a', event: 'Compaction' }] }],
  },
  {
    title: 'a hook may call Compaction by its other name in its answer',
    config: on(
      'Compaction',
      prints(specific({ hookEventName: 'PreCompact', blockCompaction: true, blockReason: 'r' })),
    ),
    event: 'Compaction',
    input: { trigger: 'manual' },
    expect: { ...deny('r'), warnings: [] },
  },
  {
    title: 'a kimi hook may call its event by Kimi’s name in its answer',
    files: [
      kimiHook(
        'before_tool',
        prints(specific({ hookEventName: 'before_tool', permissionDecision: 'deny', reason: 'r' })),
      ),
    ],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { ...deny('r'), warnings: [] },
  },
  {
    title: 'a matcher on an event without a field is told at load, and a kimi one never matches',
    config: onMatch('Stop', 'x', block),
    files: [
      kimiHooks({
        session_start: [{ command: prints('s'), matcher: { tool: 'Shell' } }],
        before_stop: [{ command: ends(2, { err: 'kimi' }), matcher: { pattern: 'x' } }],
        before_agent: [{ command: prints('all'), matcher: {} }],
      }),
    ],
    steps: [
      misses({ source: 'startup' }, 'SessionStart'),
      hits({ stopReason: 'x' }, 'Stop'),
      { fire: 'TurnStart', input: { userPrompt: 'x' }, expect: { context: ['all'] } },
      { notices: [/session_start.*never runs/, /before_stop.*never runs/, /Stop.*every time/] },
    ],
  },
  {
    title: 'a value that nobody knows fires guards without a matcher, and is matched as it is',
    config: {
      SessionStart: [
        { hooks: [{ command: prints('always') }] },
        { matcher: 'fork', hooks: [{ command: prints('fork') }] },
        { matcher: 'startup', hooks: [{ command: prints('startup') }] },
      ],
    },
    event: 'SessionStart',
    input: { source: 'fork' },
    expect: { context: ['always', 'fork'] },
  },
  {
    title: 'common fields that the host sets reach the hook',
    config: on('PreToolUse', 'cat > p.json'),
    session: { transcriptPath: '/t.jsonl', permissionMode: 'autoEdit' },
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { read: 'p.json', holds: { transcript_path: '/t.jsonl', permission_mode: 'autoEdit' } },
    ],
  },
  {
    title: 'claude hooks read permission modes in Claude’s words',
    files: [claudeHook('PreToolUse', 'cat > p.json')],
    session: { permissionMode: 'autoEdit' },
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { read: 'p.json', holds: { permission_mode: 'acceptEdits' } },
    ],
  },
  {
    title: 'a call that failed fires PostToolUseFailure, one that was not run fires nothing',
    config: {
      PreToolUse: [{ matcher: 'Bad', hooks: [{ command: block }] }],
      PostToolUse: [{ hooks: [{ command: 'cat >/dev/null; echo post >> log' }] }],
      PostToolUseFailure: [{ hooks: [{ command: 'cat >> failures' }] }],
    },
    steps: [
      { tool: { name: 'Bad', input: {} }, expect: { status: 'denied', reason: 'hit', events: ['PreToolUse'] } },
      { missing: 'log' },
      {
        tool: { name: 'T', input: { a: 1 } },
        gives: Object.assign(new Error('late'), { name: 'TimeoutError' }),
        expect: { status: 'failed', ran: { a: 1 }, reason: 'late', events: ['PreToolUse', 'PostToolUseFailure'] },
      },
      { missing: 'log' },
      {
        read: 'failures',
        holds: [
          { error: 'late', error_type: 'TimeoutError', is_timeout: true, is_interrupt: false, tool_input: { a: 1 } },
        ],
      },
    ],
  },
  {
    title: 'skip blocks where the event can block, else it is only recorded; it ends the chain on every event',
    config: Object.fromEntries(
      all.map(([event]) => [
        event,
        [
          () => ({ action: 'skip', reason: 'skipped' }),
          () => ({ additionalContext: 'unreached', systemMessage: 'unreached' }),
        ],
      ]),
    ),
    steps: all.map(([event, input]) => ({
      fire: event,
      input,
      expect: {
        ...(blockable.includes(event) && deny('skipped')),
        runs: [
          { status: blockable.includes(event) ? 'blocked' : 'ok' },
          { status: 'skipped', why: `chain ended by code#${event}[0]` },
        ],
      },
    })),
  },
  {
    title: 'abort ends the session on every event',
    config: Object.fromEntries(all.map(([event]) => [event, [() => ({ action: 'abort', reason: 'over' })]])),
    steps: all.map(([event, input]) => ({
      fire: event,
      input,
      expect: { halt: { reason: 'over' }, ...(blockable.includes(event) && deny('over')) },
    })),
  },
  {
    title: 'a top-level continue: false halts on every event and ends the chain',
    config: Object.fromEntries(
      all.map(([event]) => [
        event,
        [() => ({ continue: false, stopReason: 'enough' }), () => ({ systemMessage: 'no' })],
      ]),
    ),
    steps: all.map(([event, input]) => ({ fire: event, input, expect: { halt: { reason: 'enough' } } })),
  },
  {
    title: 'callbacks get the fields of every event under their own names',
    config: Object.fromEntries(
      all.map(([event]) => [
        event,
        [(input: HookInput) => ({ systemMessage: `${input.event} ${input.sessionId} ${Object.isFrozen(input)}` })],
      ]),
    ),
    steps: all.map(([event, input]) => ({
      fire: event,
      input,
      expect: { messages: [`${event} sess-42 true`] },
    })),
  },
  {
    title: 'an event without a tool name still runs guards with a native or claude matcher, never a kimi one',
    config: onMatch('PreToolUse', 'Bash', prints({ additionalContext: 'native' })),
    files: [
      claudeHook('PreToolUse', prints({ additionalContext: 'claude' }), { matcher: 'Bash' }),
      kimiHook('before_tool', prints('kimi'), { matcher: { tool: 'Shell' } }),
    ],
    steps: [
      { fire: 'PreToolUse', input: { toolUseId: '1', toolInput: {} }, expect: { context: ['claude', 'native'] } },
      misses(call('Read')),
    ],
  },
])
