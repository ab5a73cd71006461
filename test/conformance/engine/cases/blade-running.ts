import type { Case, Fields } from '../case.ts'
import { bash, deny, dumps, ends, hook, on, prints } from '../compose.ts'

const policies = ['ignore', 'deny', 'ask'] as const

/** What a broken gate comes to under each policy. */
function broken(policy: (typeof policies)[number], failureClass: string, reason: string | RegExp) {
  if (policy === 'ignore') return { failedOpen: [{ hook: 'h1', class: failureClass }], warnings: [reason] }
  return { decision: policy, reason }
}

/** Group B3: what a command did, and what it means. */
export const bladeRunningCases: Case[] = [
  {
    id: 'B3.1',
    basis: 'S/T',
    title: 'exit 0 without output is no opinion',
    config: on('PreToolUse', ends(0)),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { runs: [{ hook: 'h1', status: 'ok', exitCode: 0, handler: 'command', source: 'code' }], warnings: [] },
  },
  {
    id: 'B3.2',
    basis: 'S/T',
    title: 'exit 2 denies with stderr as the reason',
    config: on('PreToolUse', ends(2, { err: 'Blocked by hook' })),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      ...deny('Blocked by hook'),
      decidedBy: 'h1',
      runs: [{ status: 'blocked', exitCode: 2, decision: 'deny', why: 'Blocked by hook' }],
    },
  },
  {
    id: 'B3.3',
    basis: 'T',
    title: 'exit 2 takes stdout when stderr is empty',
    config: on('PreToolUse', ends(2, { out: 'stdout error' })),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: deny('stdout error'),
  },
  {
    id: 'B3.3',
    basis: 'T',
    title: 'exit 2 without a word has a default reason',
    config: on('PreToolUse', ends(2)),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { decision: 'deny', reason: /h1/ },
  },
  {
    id: 'B3.3',
    basis: 'T',
    title: 'exit 2 prefers stderr',
    config: on('PreToolUse', ends(2, { out: 'on stdout', err: 'on stderr' })),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: deny('on stderr'),
  },
  ...policies.map(
    (policy): Case => ({
      id: 'B3.4',
      basis: 'S/T',
      title: `exit 1 under failureBehavior ${policy}`,
      config: { failureBehavior: policy, ...on('PreToolUse', ends(1, { err: 'Some error' })) },
      event: 'PreToolUse',
      input: bash('ls'),
      expect: broken(policy, 'crash', policy === 'ignore' ? /Some error/ : 'Some error'),
    }),
  ),
  ...policies.flatMap((policy): Case[] => [
    {
      id: 'B3.5',
      basis: 'S',
      title: `exit 3 under failureBehavior ${policy}`,
      config: { failureBehavior: policy, ...on('PreToolUse', ends(3)) },
      event: 'PreToolUse',
      input: bash('ls'),
      expect: broken(policy, 'crash', /3/),
    },
    {
      id: 'B3.5',
      basis: 'S',
      title: `a command that does not exist under failureBehavior ${policy}`,
      config: { failureBehavior: policy, ...on('PreToolUse', 'no-such-program-here') },
      event: 'PreToolUse',
      input: bash('ls'),
      expect: broken(policy, 'spawn', /no-such-program-here/),
    },
  ]),
  ...policies.map(
    (policy): Case => ({
      id: 'B3.6',
      basis: 'S/T',
      title: `a hook past its timeout under timeoutBehavior ${policy}`,
      config: { timeoutBehavior: policy, ...on('PreToolUse', hook('h1', 'sleep 30', { timeout: 0.3 })) },
      steps: [
        { fire: 'PreToolUse', input: bash('ls'), expect: broken(policy, 'timeout', /timed out/), withinMs: 2300 },
      ],
    }),
  ),
  {
    id: 'B3.7',
    basis: 'S',
    title: 'the timeout of a hook beats the default',
    config: { defaultTimeout: 60, ...on('PreToolUse', hook('h1', 'sleep 30', { timeout: 1 }), hook('h2', ends(0))) },
    steps: [
      { list: [{ timeoutMs: 1000 }, { timeoutMs: 60_000 }] },
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: { failedOpen: [{ hook: 'h1', class: 'timeout' }] },
        withinMs: 3000,
      },
    ],
  },
  {
    id: 'B3.8',
    basis: 'T',
    title: 'text that is no JSON is no decision',
    config: on('PreToolUse', prints('not valid json')),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {},
  },
  {
    id: 'B3.8',
    basis: 'T',
    title: 'blanks and line ends around a JSON object do not matter',
    config: on('PreToolUse', prints('\n  {"decision":"deny","reason":"r"}\n\n')),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { ...deny('r'), warnings: [] },
  },
  {
    id: 'B3.10',
    basis: 'T',
    title: 'a decision may be an object with a behaviour',
    config: on('PreToolUse', prints({ decision: { behavior: 'block' }, systemMessage: 'Operation blocked' })),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { ...deny('Operation blocked'), messages: ['Operation blocked'] },
  },
  {
    id: 'B3.10',
    basis: 'T',
    title: 'behaviour approve allows',
    config: on('PreToolUse', prints({ decision: { behavior: 'approve' } })),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { decision: 'allow' },
  },
  {
    id: 'B3.13',
    basis: 'S',
    title: 'a native hook sees the allow-list and what tells it about the event',
    env: { SECRET_TOKEN: 'x', DATABASE_URL: 'x', LC_ALL: 'C', HTTP_PROXY: 'http://p', XDG_DATA_HOME: '/x', CI: '1' },
    config: on(
      'PreToolUse',
      hook('h1', 'env > names; cat >/dev/null', { env: { OWN: 'o' }, passEnv: ['DATABASE_URL'] }),
    ),
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { read: 'names', holds: /^BLADE_PROJECT_DIR=<dir>$|^BLADE_PROJECT_DIR=\//m },
      ...[
        /^BLADE_SESSION_ID=sess-42$/m,
        /^BLADE_HOOK_EVENT=PreToolUse$/m,
        /^BLADE_TOOL_NAME=Bash$/m,
        /^BLADE_TOOL_USE_ID=toolu_1$/m,
        /^PATH=/m,
        /^HOME=/m,
        /^USER=someone$/m,
        /^SHELL=\/bin\/sh$/m,
        /^LC_ALL=C$/m,
        /^HTTP_PROXY=/m,
        /^XDG_DATA_HOME=/m,
        /^CI=1$/m,
        /^OWN=o$/m,
        /^DATABASE_URL=x$/m,
        /^(?![\s\S]*SECRET_TOKEN)/,
      ].map((holds) => ({ read: 'names', holds })),
    ],
  },
  {
    id: 'B3.14',
    basis: 'S',
    title: 'a hook runs in the project directory',
    config: on('PreToolUse', 'pwd -P > where; cat >/dev/null'),
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { read: 'where', holds: /hookline-case-\w+$/ },
    ],
  },
  {
    id: 'B3.14',
    basis: 'S',
    title: 'output above the cap is cut and said to be truncated',
    config: {
      failureBehavior: 'deny',
      ...on('PreToolUse', `cat >/dev/null; printf '{"reason":"'; head -c 3000000 /dev/zero | tr '\\0' x; printf '"}'`),
    },
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { decision: 'deny', reason: /truncated/ },
  },
]

const common: Fields = {
  session_id: 'sess-42',
  hook_execution_id: /./,
  timestamp: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
  project_dir: '<dir>',
  permission_mode: 'yolo',
  cwd: '<dir>',
}

/** One event whose payload is kept, and the fields it must have. */
function payload(id: string, event: Parameters<typeof on>[0], input: Fields, fields: Fields): Case {
  return {
    id,
    basis: 'S',
    title: `the payload of ${event} has its fields`,
    config: on(event, dumps('payload.json')),
    steps: [
      { fire: event, input, expect: {} },
      { read: 'payload.json', holds: { hook_event_name: event, ...common, ...fields } },
    ],
  }
}

/** Group B4: what hooks read. */
export const bladePayloadCases: Case[] = [
  payload('B4.1', 'PreToolUse', bash('ls'), {
    tool_name: 'Bash',
    tool_use_id: 'toolu_1',
    tool_input: { command: 'ls' },
  }),
  payload(
    'B4.2',
    'PostToolUse',
    { ...bash('ls'), toolOutput: { content: 'x' } },
    {
      tool_name: 'Bash',
      tool_use_id: 'toolu_1',
      tool_input: { command: 'ls' },
      tool_output: { content: 'x' },
      tool_response: { content: 'x' },
    },
  ),
  payload(
    'B4.3',
    'PostToolUseFailure',
    { ...bash('ls'), error: new Error('no'), errorType: 'Error', isInterrupt: false, isTimeout: true },
    {
      tool_name: 'Bash',
      tool_use_id: 'toolu_1',
      tool_input: { command: 'ls' },
      error: 'no',
      error_type: 'Error',
      is_interrupt: false,
      is_timeout: true,
    },
  ),
  payload(
    'B4.4',
    'UserPromptSubmit',
    { userPrompt: 'hi', hasImages: true, imageCount: 2 },
    { user_prompt: 'hi', has_images: true, image_count: 2 },
  ),
  payload(
    'B4.5',
    'SessionStart',
    { source: 'resume', isResume: true, resumeSessionId: 'old' },
    { source: 'resume', is_resume: true, resume_session_id: 'old' },
  ),
  payload(
    'B4.6',
    'Stop',
    { stopReason: 'no_tool_calls', finalResponse: 'done' },
    { stop_reason: 'no_tool_calls', final_response: 'done', stop_hook_active: false, step_count: 0 },
  ),
  payload(
    'B4.7',
    'SubagentStart',
    { agentType: 'Explore', taskDescription: 'look', parentAgentId: 'p' },
    { agent_type: 'Explore', task_description: 'look', parent_agent_id: 'p' },
  ),
  payload(
    'B4.8',
    'SubagentStop',
    { agentType: 'Explore', taskDescription: 'look', success: false, resultSummary: 's', error: 'e' },
    { agent_type: 'Explore', task_description: 'look', success: false, result_summary: 's', error: 'e' },
  ),
  payload(
    'B4.9',
    'TaskCompleted',
    { taskId: '7', taskDescription: 'd', resultSummary: 'r', success: true },
    { task_id: '7', task_description: 'd', result_summary: 'r', success: true },
  ),
  payload(
    'B4.10',
    'Notification',
    { notificationType: 'info', title: 't', message: 'm' },
    { notification_type: 'info', title: 't', message: 'm' },
  ),
  payload(
    'B4.11',
    'Compaction',
    { trigger: 'auto', messagesBefore: 10, tokensBefore: 2000 },
    { trigger: 'auto', messages_before: 10, tokens_before: 2000 },
  ),
  payload(
    'B4.12',
    'SessionEnd',
    { reason: 'logout', totalTurns: 3, totalTokens: 9 },
    { reason: 'logout', total_turns: 3, total_tokens: 9 },
  ),
  {
    id: 'B4.1',
    basis: 'S',
    title: 'every run has an id of its own',
    config: on('PreToolUse', 'cat >> payloads'),
    steps: [
      { fire: 'PreToolUse', input: bash('a'), expect: {} },
      { fire: 'PreToolUse', input: bash('b'), expect: {} },
      {
        async check({ dir }) {
          const { readFileSync } = await import('node:fs')
          const lines = readFileSync(`${dir}/payloads`, 'utf8').trim().split('\n')
          const ids = lines.map((line) => JSON.parse(line).hook_execution_id)
          if (ids.length !== 2 || new Set(ids).size !== 2) throw new Error(`ids are ${ids.join(', ')}`)
        },
      },
    ],
  },
  payload('B4.1', 'PermissionRequest', bash('ls'), {
    tool_name: 'Bash',
    tool_use_id: 'toolu_1',
    tool_input: { command: 'ls' },
  }),
]
