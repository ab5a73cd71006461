import type { DialectName } from '../../../../src/index.ts'
import type { Case, ConfigFile, Expected, Fields, Step } from '../case.ts'
import {
  bash,
  call,
  claudeHook,
  deny,
  ends,
  hook,
  kimiHook,
  numbered,
  officialHooks,
  on,
  prints,
  specific,
} from '../compose.ts'

/** A hook that says what the file says. */
const says = 'cat >/dev/null; cat answer'

const dialects: Record<string, { config?: Fields; files?: ConfigFile[] }> = {
  native: { config: on('PreToolUse', says) },
  claude: { files: [claudeHook('PreToolUse', says)] },
  kimi: { files: [kimiHook('before_tool', says)] },
  official: { files: [officialHooks({ event: 'PreToolUse', command: says })] },
}

function answers(
  rows: [answer: unknown, expected: Expected][],
  event: 'PreToolUse' | 'PermissionRequest' = 'PreToolUse',
): Step[] {
  return rows.flatMap(([answer, expected]): Step[] => [
    { write: 'answer', text: typeof answer === 'string' ? answer : JSON.stringify(answer) },
    { fire: event, input: bash('ls'), expect: expected },
  ])
}

const denials: Fields[] = [
  { permissionDecision: 'deny', permissionDecisionReason: 'r' },
  { permissionDecision: 'deny', reason: 'r' },
  { decision: 'deny', reason: 'r' },
  { decision: 'block', reason: 'r' },
  { decision: { behavior: 'block' }, reason: 'r' },
  { decision: { behavior: 'deny', message: 'r' } },
]
const approvals: Fields[] = [{ permissionDecision: 'allow' }, { permissionDecision: 'approve' }]
const plainApprovals: Fields[] = [{ decision: 'allow' }, { decision: 'approve' }, { decision: { behavior: 'allow' } }]

const failed = (failureClass: string, ...warnings: RegExp[]): Expected => ({
  failedOpen: [{ hook: 'h1', class: failureClass }],
  ...(warnings.length > 0 && { warnings }),
})

/** One run of one command before a tool call. */
function run(title: string, command: string, expected: Expected): Omit<Case, 'id' | 'basis'> {
  return {
    title,
    config: on('PreToolUse', hook('h1', command, { timeout: 10 })),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: expected,
  }
}

const allow = { permissionDecision: 'allow' }
const stop = { stopReason: 'x' }
const subagent = { agentType: 'x', success: true }

/** Section 6: what a run meant. */
export const interpretingCases: Case[] = numbered('S6', [
  ...Object.entries(dialects).map(([name, place]) => ({
    title: `every spelling of deny is understood in ${name}, at top level and inside`,
    ...place,
    steps: answers(
      denials.flatMap((answer): [unknown, Expected][] => [
        [answer, deny('r')],
        [specific(answer), deny('r')],
      ]),
    ),
  })),
  ...Object.entries(dialects).map(([name, place]) => ({
    title: `every spelling of allow is understood in ${name}, a plain one is no opinion in Kimi’s`,
    ...place,
    steps: answers([
      ...approvals.flatMap((answer): [unknown, Expected][] => [
        [answer, { decision: 'allow' }],
        [specific(answer), { decision: 'allow' }],
      ]),
      ...plainApprovals.flatMap((answer): [unknown, Expected][] => {
        const expected: Expected = name === 'kimi' || name === 'official' ? {} : { decision: 'allow' }
        return [
          [answer, expected],
          [specific(answer), expected],
        ]
      }),
    ]),
  })),
  ...Object.entries(dialects).map(([name, place]) => ({
    title: `every spelling of ask, rewrite and context is understood in ${name}`,
    ...place,
    steps: answers([
      [
        { decision: 'ask', reason: 'r' },
        { decision: 'ask', reason: 'r' },
      ],
      [specific({ permissionDecision: 'ask', permissionDecisionReason: 'r' }), { decision: 'ask', reason: 'r' }],
      ...['updatedInput', 'modified_input', 'modifiedInput'].flatMap((field): [unknown, Expected][] =>
        [{ [field]: { command: 'pwd' } }, specific({ [field]: { command: 'pwd' } })].map((answer) => [
          answer,
          { input: { command: 'pwd' }, changes: [{ path: 'input.command', by: hookOf(name) }] },
        ]),
      ),
      ...['additionalContext', 'additional_context', 'contextInjection'].flatMap((field): [unknown, Expected][] => [
        [{ [field]: 'c' }, { context: ['c'] }],
        [specific({ [field]: 'c' }), { context: ['c'] }],
      ]),
    ]),
  })),
  {
    title: 'of two decisions in one answer the strictest wins, with the reason that belongs to it',
    config: on('PreToolUse', says),
    steps: answers([
      [
        {
          decision: 'allow',
          reason: 'fine',
          hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'not fine' },
        },
        deny('not fine'),
      ],
      [
        {
          hookSpecificOutput: { permissionDecision: 'allow', permissionDecisionReason: 'fine' },
          decision: 'block',
          reason: 'not fine',
        },
        deny('not fine'),
      ],
      [
        {
          permissionDecision: 'ask',
          permissionDecisionReason: 'sure?',
          hookSpecificOutput: { permissionDecision: 'allow' },
        },
        { decision: 'ask', reason: 'sure?' },
      ],
    ]),
  },
  {
    title: 'native rewrites merge, shallowly',
    config: on('PreToolUse', hook('h', prints({ updatedInput: { command: 'x', options: { b: 2 } } }))),
    event: 'PreToolUse',
    input: call('Bash', { command: 'ls', timeout: 1, options: { a: 1 } }),
    expect: {
      input: { command: 'x', timeout: 1, options: { b: 2 } },
      changes: [
        { path: 'input.command', by: 'h' },
        { path: 'input.options', by: 'h' },
      ],
    },
  },
  {
    title: 'claude rewrites replace: absent keys are removed',
    files: [claudeHook('PreToolUse', prints({ updatedInput: { command: 'x' } }))],
    event: 'PreToolUse',
    input: call('Bash', { command: 'ls', timeout: 1 }),
    expect: {
      input: { command: 'x' },
      changes: [
        { path: 'input.command', by: hookOf('claude') },
        { path: 'input.timeout', by: hookOf('claude') },
      ],
    },
  },
  {
    title: 'kimi and callback rewrites merge',
    config: { PreToolUse: [() => ({ action: 'continue', modifiedInput: { b: 2 } })] },
    files: [kimiHook('before_tool', prints({ modified_input: { a: 1 } }))],
    event: 'PreToolUse',
    input: call('T', { z: 0 }),
    expect: {
      input: { z: 0, a: 1, b: 2 },
      changes: [
        { path: 'input.a', by: 'before_tool_0' },
        { path: 'input.b', by: 'code#PreToolUse[0]' },
      ],
    },
  },
  {
    title: 'a rewrite that is no object is invalid, naming the field',
    config: on('PreToolUse', hook('h1', prints({ updatedInput: 'ls' }))),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: failed('invalidOutput', /input/),
  },
  {
    title: 'plain text is context on UserPromptSubmit and SessionStart, elsewhere only recorded',
    config: {
      UserPromptSubmit: [{ hooks: [{ command: prints('text') }] }],
      SessionStart: [{ hooks: [{ command: prints('text ') }] }],
      PreToolUse: [{ hooks: [{ command: prints('text  ') }] }],
      Stop: [{ hooks: [{ command: prints('text   ') }] }],
    },
    steps: [
      { fire: 'UserPromptSubmit', input: { userPrompt: 'p' }, expect: { context: ['text'] } },
      { fire: 'SessionStart', input: { source: 'startup' }, expect: { context: ['text'] } },
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { fire: 'Stop', input: stop, expect: {} },
      { observed: { type: 'hookEnd', event: 'PreToolUse', status: 'ok' } },
    ],
  },
  {
    title: 'in kimi plain text is context on every event that takes context',
    files: [
      {
        dialect: 'kimi' as DialectName,
        text: [
          'session_start',
          'before_agent',
          'before_tool',
          'after_tool',
          'after_tool_failure',
          'subagent_start',
          'subagent_stop',
          'before_stop',
          'pre_compact',
          'after_agent',
        ]
          .map((event) => `[[hooks.${event}]]\ncommand = "cat >/dev/null; echo ${event}"\n`)
          .join(''),
        file: 'config.toml',
      },
    ],
    steps: [
      { fire: 'SessionStart', input: { source: 'startup' }, expect: { context: ['session_start'] } },
      { fire: 'TurnStart', input: { userPrompt: 'p' }, expect: { context: ['before_agent'] } },
      { fire: 'PreToolUse', input: bash('ls'), expect: { context: ['before_tool'] } },
      { fire: 'PostToolUse', input: { ...bash('ls'), toolOutput: 1 }, expect: { context: ['after_tool'] } },
      { fire: 'PostToolUseFailure', input: { ...bash('ls'), error: 'e' }, expect: { context: ['after_tool_failure'] } },
      { fire: 'SubagentStart', input: { agentType: 'x' }, expect: { context: ['subagent_start'] } },
      { fire: 'SubagentStop', input: subagent, expect: { context: ['subagent_stop'] } },
      { fire: 'Stop', input: stop, expect: { context: ['before_stop'] } },
      { fire: 'Compaction', input: { trigger: 'auto' }, expect: {} },
      { fire: 'TurnEnd', input: stop, expect: {} },
    ],
  },
  {
    title: 'a JSON array, string or number is text',
    config: on('UserPromptSubmit', says),
    steps: ['["deny"]', '"deny"', '2', 'true', 'null'].flatMap((text): Step[] => [
      { write: 'answer', text },
      { fire: 'UserPromptSubmit', input: { userPrompt: 'p' }, expect: { context: [text], warnings: [] } },
    ]),
  },
  // exit 2
  run(
    'exit 2: stderr that is JSON with a reason gives that reason',
    ends(2, { err: { decision: 'block', reason: 'inner' } }),
    deny('inner'),
  ),
  run(
    'exit 2: stderr that is JSON with a reason inside gives that reason',
    ends(2, { err: specific({ permissionDecision: 'deny', permissionDecisionReason: 'inner' }) }),
    deny('inner'),
  ),
  run('exit 2: stderr that is JSON without a reason is the reason', ends(2, { err: '{"code":7}' }), deny('{"code":7}')),
  run(
    'exit 2: with an empty stderr the JSON reason of stdout',
    ends(2, { out: { decision: 'block', reason: 'from json' } }),
    deny('from json'),
  ),
  run(
    'exit 2: with a blank stderr the JSON reason inside hookSpecificOutput of stdout',
    ends(2, { err: ' \n', out: specific({ permissionDecision: 'deny', permissionDecisionReason: 'inside' }) }),
    deny('inside'),
  ),
  run('exit 2: an allow beside it does not help', ends(2, { out: allow, err: 'no' }), deny('no')),
  run('exit 2: an allow without a reason beside it does not help', ends(2, { out: allow }), {
    decision: 'deny',
    reason: /./,
  }),
  run(
    'exit 2: a rewrite and context beside it are not taken, a message is shown',
    ends(2, { out: { updatedInput: { command: 'x' }, additionalContext: 'c', systemMessage: 'm' }, err: 'no' }),
    { ...deny('no'), messages: ['m'] },
  ),
  run('exit 2: broken JSON is text', ends(2, { out: '{"reason": "cut' }), deny('{"reason": "cut')),
  run(
    'exit 2: continue: false beside it halts, and the call is denied too',
    ends(2, { out: { continue: false, stopReason: 's' }, err: 'no' }),
    {
      ...deny('no'),
      halt: { reason: 's' },
    },
  ),
  // other endings
  ...(
    [
      [126, 'spawn'],
      [127, 'spawn'],
      [1, 'crash'],
      [3, 'crash'],
      [64, 'crash'],
      [125, 'crash'],
      [255, 'crash'],
      [129, 'signal'],
      [130, 'signal'],
      [137, 'signal'],
      [143, 'signal'],
    ] as const
  ).map(([code, failureClass]) =>
    run(`exit ${code} is of class ${failureClass}`, ends(code), {
      ...failed(failureClass),
      runs: [{ status: 'failed', class: failureClass, exitCode: code }],
    }),
  ),
  run('exit 124 is a timeout', ends(124), {
    ...failed('timeout'),
    runs: [{ status: 'timeout', class: 'timeout', exitCode: 124 }],
  }),
  run('death by a signal is of class signal, and no exit code', 'kill -TERM $$', {
    ...failed('signal'),
    runs: [{ status: 'failed', class: 'signal', signal: 'SIGTERM', exitCode: null }],
  }),
  run('exit 258 is seen as 2', 'cat >/dev/null; echo no >&2; exit 258', deny('no')),
  {
    title: 'exit 124 follows timeoutBehavior',
    config: {
      timeoutBehavior: 'deny',
      failureBehavior: 'ignore',
      ...on('PreToolUse', ends(124, { err: 'hook execution timeout' })),
    },
    event: 'PreToolUse',
    input: bash('ls'),
    expect: deny('hook execution timeout'),
  },
  run(
    'beside a failing exit an explicit deny denies',
    ends(1, { out: { decision: 'deny', reason: 'still' } }),
    deny('still'),
  ),
  run(
    'beside a failing exit an allow, context and rewrites are not taken, a message is shown',
    ends(1, {
      out: { ...allow, additionalContext: 'c', updatedInput: { command: 'x' }, systemMessage: 'm' },
    }),
    { ...failed('crash'), messages: ['m'] },
  ),
  run('beside a failing exit an ask does not count', ends(1, { out: { decision: 'ask' } }), failed('crash')),
  run('beside a failing exit continue: false halts', ends(1, { out: { continue: false, stopReason: 's' } }), {
    ...failed('crash'),
    halt: { reason: 's' },
  }),
  run(
    'beside death by a signal an explicit deny denies',
    `printf %s '{"decision":"deny","reason":"still"}'; kill -9 $$`,
    deny('still'),
  ),
  {
    title: 'a complete deny printed before the deadline denies, an allow does not help',
    config: on(
      'PreToolUse',
      hook('h1', `printf %s '{"permissionDecision":"allow"}'; sleep 30`, { timeout: 1 }),
      hook('h2', `printf %s '{"decision":"deny","reason":"early"}'; sleep 30`, { timeout: 1 }),
    ),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      ...deny('early'),
      failedOpen: [{ hook: 'h1', class: 'timeout' }],
      runs: [
        { hook: 'h1', status: 'timeout' },
        { hook: 'h2', status: 'timeout', decision: 'deny' },
      ],
    },
  },
  // cannot have decided
  ...[
    'python3 gone.py',
    'python3 ./scripts/gone.py --flag',
    'bash gone.sh',
    'sh gone.sh',
    'perl gone.pl',
    'if then',
    'echo "unclosed',
    '/nonexistent/guard.sh',
    './gone.sh',
  ].map((command) => run(`${command} decides nothing, it cannot start`, command, failed('spawn'))),
  {
    title: 'a script that is not executable cannot start',
    tree: { 'guard.sh': 'echo no >&2; exit 2\n' },
    config: on('PreToolUse', hook('h1', './guard.sh')),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: failed('spawn'),
  },
  {
    title: 'a script that exists and exits with 2 decides',
    tree: { 'guard.py': 'import sys\nprint("no", file=sys.stderr)\nsys.exit(2)\n' },
    config: on('PreToolUse', 'python3 guard.py'),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: deny('no'),
  },
  // invalid output
  ...(
    [
      ['broken JSON', '{"decision": "allow"', /./],
      ['a decision of the wrong type', { permissionDecision: 7 }, /permissionDecision/],
      ['a decision in capitals', { decision: 'Deny' }, /decision.*Deny/],
      ['an unknown decision', { permissionDecision: 'denny' }, /permissionDecision.*denny/],
      ['a wrong event name', specific({ hookEventName: 'PostToolUse', permissionDecision: 'allow' }), /hookEventName/],
      ['a context of the wrong type', { additionalContext: ['x'] }, /additionalContext/],
      ['a reason of the wrong type', { decision: 'allow', reason: 7 }, /reason/],
      ['hookSpecificOutput of the wrong type', { hookSpecificOutput: 'deny' }, /hookSpecificOutput/],
      ['continue of the wrong type', { continue: 'false' }, /continue/],
      ['a decision key twice', '{"decision":"allow","decision":"ask"}', /decision/],
      [
        'a decision key twice inside',
        '{"hookSpecificOutput":{"permissionDecision":"allow","permissionDecision":"ask"}}',
        /permissionDecision/,
      ],
    ] as const
  ).map(([what, answer, message]) =>
    run(`${what} is invalid, and the message names it`, prints(answer), failed('invalidOutput', message)),
  ),
  run(
    'a deny beside what does not fit still denies',
    prints({ decision: 'deny', reason: 'r', additionalContext: 7 }),
    deny('r'),
  ),
  run(
    'a deny under a wrong event name still denies',
    prints(specific({ hookEventName: 'Stop', permissionDecision: 'deny', reason: 'r' })),
    deny('r'),
  ),
  {
    title: 'invalid output follows onFailure',
    config: on('PreToolUse', hook('h1', prints({ decision: 'maybe' }), { onFailure: { invalidOutput: 'ask' } })),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { decision: 'ask', reason: /decision/ },
  },
  run('unknown fields are told, the known ones count', prints({ decision: 'deny', reason: 'r', colour: 'red' }), {
    ...deny('r'),
    warnings: [/colour/],
  }),
  run(
    'unknown fields inside are told, the known ones count',
    prints(specific({ permissionDecision: 'allow', colour: 'red' })),
    {
      decision: 'allow',
      warnings: [/colour/],
    },
  ),
  // noise
  run('a greeting before a deny: it denies, with a warning', prints('Welcome!\n{"decision":"deny","reason":"r"}'), {
    ...deny('r'),
    warnings: [/text/],
  }),
  run('a log line after an ask: it asks, with a warning', prints('{"decision":"ask","reason":"r"}\ndone'), {
    decision: 'ask',
    reason: 'r',
    warnings: [/text/],
  }),
  run('a greeting before context: it counts, with a warning', prints('hi\n{"additionalContext":"c"}'), {
    context: ['c'],
    warnings: [/text/],
  }),
  run(
    'a greeting before an allow is invalid',
    prints('hi\n{"permissionDecision":"allow"}'),
    failed('invalidOutput', /text/),
  ),
  run(
    'a greeting before a rewrite is invalid',
    prints('hi\n{"updatedInput":{"command":"x"}}'),
    failed('invalidOutput', /text/),
  ),
  run(
    'an ask beside a rewrite in noise still asks, and its context counts; the rewrite does not',
    prints('hi\n{"decision":"ask","reason":"r","additionalContext":"c","updatedInput":{"command":"x"}}'),
    { decision: 'ask', reason: 'r', context: ['c'], warnings: [/text/] },
  ),
  run('a halt in noise halts', prints('hi\n{"continue":false,"stopReason":"s"}'), {
    halt: { reason: 's' },
    warnings: [/text/],
  }),
  run(
    'several objects: any deny denies',
    prints('{"permissionDecision":"allow"}\n{"decision":"deny","reason":"r"}'),
    deny('r'),
  ),
  run(
    'several objects: two answers without a deny are invalid',
    prints('{"permissionDecision":"allow"}\n{"decision":"ask"}'),
    failed('invalidOutput', /2/),
  ),
  run(
    'several objects: those without known fields are noise',
    prints('{"level":"info"}\n{"decision":"ask","reason":"r"}\n{"ms":3}'),
    {
      decision: 'ask',
      reason: 'r',
    },
  ),
  run(
    'several objects: an allow among noise is invalid',
    prints('{"level":"info"}\n{"permissionDecision":"allow"}'),
    failed('invalidOutput'),
  ),
  run('an object without known fields is no opinion, told', prints({ level: 'info' }), { warnings: [/level/] }),
  run(
    'a byte-order mark before the answer is no noise',
    `cat >/dev/null; printf '\\357\\273\\277%s' '{"permissionDecision":"allow"}'`,
    { decision: 'allow' },
  ),
  run(
    'invalid UTF-8 in an allow is invalid',
    `cat >/dev/null; printf '{"permissionDecision":"allow","reason":"\\377"}'`,
    failed('invalidOutput', /UTF-8/),
  ),
  run('invalid UTF-8 in a deny still denies', `cat >/dev/null; printf '{"decision":"deny","reason":"\\377"}'`, {
    decision: 'deny',
    reason: /./,
  }),
  // the three meanings of continue
  ...(
    [
      ['Stop', stop, specific({ continue: true, continueReason: 'r' }), deny('r')],
      ['Stop', stop, specific({ continue: false, continueReason: 'r' }), {}],
      ['Stop', stop, { continue: true, continueReason: 'r' }, deny('r')],
      ['Stop', stop, { continue: true }, {}],
      ['Stop', stop, { continue: false, stopReason: 's' }, { halt: { reason: 's' } }],
      ['Stop', stop, { decision: 'block', reason: 'r' }, deny('r')],
      ['SubagentStop', subagent, specific({ continue: false, continueReason: 'r' }), deny('r')],
      ['SubagentStop', subagent, specific({ continue: true, continueReason: 'r' }), {}],
      ['SubagentStop', subagent, { continue: false, stopReason: 's' }, { halt: { reason: 's' } }],
      ['SubagentStop', subagent, { continue: true, continueReason: 'r' }, {}],
      ['SubagentStop', subagent, { decision: 'block', reason: 'r' }, deny('r')],
      ['PreToolUse', bash('ls'), { continue: true }, {}],
      ['PreToolUse', bash('ls'), { continue: true, continueReason: 'r' }, {}],
      ['PreToolUse', bash('ls'), { continue: false }, { halt: { reason: /./ } }],
      [
        'PreToolUse',
        bash('ls'),
        { continue: false, stopReason: 's', permissionDecision: 'allow' },
        { halt: { reason: 's' }, decision: 'allow' },
      ],
    ] as const
  ).map(([event, input, answer, expected]) => ({
    title: `${JSON.stringify(answer)} on ${event}`,
    config: on(event, prints(answer)),
    event,
    input,
    expect: expected as Expected,
  })),
  // ask where nobody can be asked
  ...(
    [
      ['UserPromptSubmit', { userPrompt: 'p' }, deny('r')],
      ['Stop', stop, deny('r')],
      ['TaskCompleted', { taskId: '1', taskDescription: 'd', success: true }, deny('r')],
      ['Notification', { notificationType: 'info', message: 'm' }, { warnings: [/ask was ignored/] }],
      ['PostToolUse', { ...bash('ls'), toolOutput: 1 }, { warnings: [/ask was ignored/] }],
    ] as const
  ).map(([event, input, expected]) => ({
    title: `ask on ${event} ${'decision' in expected ? 'blocks' : 'is ignored'}`,
    config: on(event, prints({ decision: 'ask', reason: 'r' })),
    event,
    input,
    expect: expected as Expected,
  })),
  {
    title: 'a failing gate that asks on an event without a question blocks it',
    config: { failureBehavior: 'ask', ...on('Stop', ends(1, { err: 'broke' })) },
    event: 'Stop',
    input: stop,
    expect: deny('broke'),
  },
  {
    title: 'updatedOutput replaces the output, also by null and false',
    config: on('PostToolUse', says),
    steps: [
      ['updatedOutput', false],
      ['modifiedOutput', { a: 1 }],
      ['updatedOutput', ''],
    ].flatMap(([field, value]): Step[] => [
      { write: 'answer', text: JSON.stringify({ [field as string]: value }) },
      {
        fire: 'PostToolUse',
        input: { ...bash('ls'), toolOutput: { a: 0, b: 2 } },
        expect: {
          output: value,
          changes:
            typeof value === 'object'
              ? [
                  { path: 'output.a', by: 'h1' },
                  { path: 'output.b', by: 'h1' },
                ]
              : [{ path: 'output', by: 'h1' }],
        },
      },
    ]),
  },
  {
    title: 'systemMessage is shown to the user; suppressOutput is no decision',
    config: on('PreToolUse', prints({ systemMessage: 'careful', suppressOutput: true })),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { messages: ['careful'], warnings: [] },
  },
  {
    title: 'callbacks may answer anything a command may print',
    config: {
      PreToolUse: [
        () => specific({ hookEventName: 'PreToolUse', permissionDecision: 'allow', additionalContext: 'c' }),
        () => ({ systemMessage: 'm' }),
        () => ({ permissionDecision: 'ask', permissionDecisionReason: 'r' }),
        () => null,
        () => 'text',
      ],
    },
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { decision: 'ask', reason: 'r', context: ['c'], messages: ['m'] },
  },
  {
    title: 'a callback’s answer that does not fit is invalid',
    config: {
      PreToolUse: [
        () => ({ action: 'stop' }),
        () => ({ action: 'continue', modifiedInput: 'x' }),
        () => ({ decision: { self: 1n } }),
      ],
    },
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      failedOpen: [0, 1, 2].map((n) => ({ hook: `code#PreToolUse[${n}]`, class: 'invalidOutput' })),
      warnings: [/action/, /input/],
    },
  },
  {
    title: 'skip and abort have a default reason',
    config: {
      PreToolUse: [
        { matcher: 'A', hooks: [() => ({ action: 'skip' })] },
        { matcher: 'B', hooks: [() => ({ action: 'abort' })] },
      ],
    },
    steps: [
      { fire: 'PreToolUse', input: call('A'), expect: { decision: 'deny', reason: /./ } },
      { fire: 'PreToolUse', input: call('B'), expect: { decision: 'deny', reason: /./, halt: { reason: /./ } } },
    ],
  },
])

function hookOf(dialect: string): string {
  const ids: Record<string, string> = {
    native: 'h1',
    claude: 'settings.json#PreToolUse[0].hooks[0]',
    kimi: 'before_tool_0',
    official: 'config.toml#hooks[0]',
  }
  return ids[dialect]!
}
