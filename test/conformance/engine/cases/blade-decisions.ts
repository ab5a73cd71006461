import type { Case } from '../case.ts'
import { bash, call, deny, ends, hook, on, prints, specific, together } from '../compose.ts'

const pre = (fields: object): string => prints(specific({ hookEventName: 'PreToolUse', ...fields }))
const runs = { command: 'ls' }

/** Group B5: decisions and what they do, event by event. */
export const bladeDecisionCases: Case[] = [
  {
    id: 'B5.1',
    basis: 'S/T',
    title: 'permissionDecision deny denies with its reason',
    config: on('PreToolUse', pre({ permissionDecision: 'deny', permissionDecisionReason: 'Not allowed' })),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { ...deny('Not allowed'), decidedBy: 'h1', warnings: [] },
  },
  {
    id: 'B5.1',
    basis: 'S/T',
    title: 'permissionDecision ask asks',
    config: on('PreToolUse', pre({ permissionDecision: 'ask', permissionDecisionReason: 'sure?' })),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { decision: 'ask', reason: 'sure?' },
  },
  {
    id: 'B5.1',
    basis: 'S/T',
    title: 'permissionDecision allow allows',
    config: on('PreToolUse', pre({ permissionDecision: 'allow', permissionDecisionReason: 'fine' })),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { decision: 'allow', reason: 'fine' },
  },
  {
    id: 'B5.2',
    basis: 'S',
    title: 'a rewrite needs no decision beside it',
    config: on('PreToolUse', pre({ updatedInput: { command: 'pwd' } })),
    steps: [
      {
        tool: { name: 'Bash', input: { command: 'ls' } },
        gives: 'out',
        expect: { status: 'ok', ran: { command: 'pwd' }, output: 'out', events: ['PreToolUse', 'PostToolUse'] },
      },
    ],
  },
  {
    id: 'B5.3',
    basis: 'S',
    title: 'a later stage sees the rewrite of an earlier one, and other keys are kept',
    config: {
      PreToolUse: [
        { hooks: [hook('first', pre({ updatedInput: { command: 'pwd' } }))] },
        () => undefined,
        { hooks: [hook('second', 'cat > seen.json')] },
      ],
    },
    steps: [
      {
        fire: 'PreToolUse',
        input: call('Bash', { command: 'ls', timeout: 5 }),
        expect: { input: { command: 'pwd', timeout: 5 }, changes: [{ path: 'input.command', by: 'first' }] },
      },
      { read: 'seen.json', holds: { tool_input: { command: 'pwd', timeout: 5 } } },
    ],
  },
  {
    id: 'B5.5',
    basis: 'S',
    title: 'PreToolUse gives context',
    config: on('PreToolUse', pre({ additionalContext: 'note' })),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { context: ['note'] },
  },
  {
    id: 'B5.6',
    basis: 'T',
    title: 'a rewrite that does not fit the tool is refused by name, and the tool does not run',
    config: on('PreToolUse', hook('meddler', pre({ updatedInput: { command: 7 } }))),
    options: {
      validateInput: (_, input) => (typeof input['command'] === 'string' ? undefined : 'command must be text'),
    },
    steps: [
      {
        tool: { name: 'Bash', input: runs },
        expect: {
          status: 'denied',
          reason: /meddler.*command must be text/,
          decidedBy: 'meddler',
          events: ['PreToolUse'],
        },
      },
    ],
  },
  ...(['approve', 'allow'] as const).map(
    (word): Case => ({
      id: 'B5.7',
      basis: 'S',
      title: `PermissionRequest ${word} runs the tool without asking`,
      config: on('PermissionRequest', prints(specific({ permissionDecision: word }))),
      session: { permissionMode: 'default', onAsk: () => false },
      steps: [
        {
          tool: { name: 'Bash', input: runs },
          gives: 1,
          expect: { status: 'ok', ran: runs, output: 1, events: ['PreToolUse', 'PermissionRequest', 'PostToolUse'] },
        },
      ],
    }),
  ),
  {
    id: 'B5.7',
    basis: 'S',
    title: 'PermissionRequest deny denies with its reason and nobody is asked',
    config: on(
      'PermissionRequest',
      prints(specific({ permissionDecision: 'deny', permissionDecisionReason: 'not here' })),
    ),
    session: { permissionMode: 'default', onAsk: () => true },
    steps: [
      {
        tool: { name: 'Bash', input: runs },
        expect: {
          status: 'denied',
          reason: 'not here',
          decidedBy: 'h1',
          events: ['PreToolUse', 'PermissionRequest'],
        },
      },
    ],
  },
  ...[prints(specific({ permissionDecision: 'ask' })), ends(0)].map(
    (command, index): Case => ({
      id: 'B5.7',
      basis: 'S',
      title: `PermissionRequest ${index === 0 ? 'ask' : 'silence'} leaves it to the person`,
      config: on('PermissionRequest', command),
      session: { permissionMode: 'default', onAsk: () => true },
      steps: [
        {
          tool: { name: 'Bash', input: runs },
          expect: {
            status: 'ok',
            ran: runs,
            events: ['PreToolUse', 'PermissionRequest', 'Notification', 'PostToolUse'],
          },
        },
      ],
    }),
  ),
  {
    id: 'B5.8',
    basis: 'S',
    title: 'exit 2 on PermissionRequest denies',
    config: on('PermissionRequest', ends(2, { err: 'no' })),
    session: { permissionMode: 'default', onAsk: () => true },
    steps: [{ tool: { name: 'Bash', input: runs }, expect: { status: 'denied', reason: 'no', decidedBy: 'h1' } }],
  },
  {
    id: 'B5.9',
    basis: 'S',
    title: 'a prompt is blocked with its reason',
    config: on('UserPromptSubmit', prints({ decision: 'block', reason: 'R' })),
    event: 'UserPromptSubmit',
    input: { userPrompt: 'hi' },
    expect: deny('R'),
  },
  {
    id: 'B5.10',
    basis: 'S',
    title: 'a prompt is rewritten, context is added once',
    config: on('UserPromptSubmit', prints({ updatedPrompt: 'NP', contextInjection: 'CTX' })),
    event: 'UserPromptSubmit',
    input: { userPrompt: 'hi' },
    expect: { prompt: 'NP', changes: [{ path: 'prompt', by: 'h1' }], context: ['CTX'] },
  },
  {
    id: 'B5.10',
    basis: 'S',
    title: 'a prompt is rewritten inside hookSpecificOutput too',
    config: on(
      'UserPromptSubmit',
      prints(specific({ hookEventName: 'UserPromptSubmit', updatedPrompt: 'NP', contextInjection: 'CTX' })),
    ),
    event: 'UserPromptSubmit',
    input: { userPrompt: 'hi' },
    expect: { prompt: 'NP', changes: [{ path: 'prompt', by: 'h1' }], context: ['CTX'] },
  },
  {
    id: 'B5.11',
    basis: 'S',
    title: 'plain text on UserPromptSubmit is context',
    config: on('UserPromptSubmit', prints('on branch main\n')),
    event: 'UserPromptSubmit',
    input: { userPrompt: 'hi' },
    expect: { context: ['on branch main'] },
  },
  {
    id: 'B5.12',
    basis: 'S',
    title: 'variables of SessionStart reach later hooks and the shell tool',
    config: together(
      on('SessionStart', prints(specific({ env: { A: '1' }, additionalContext: 'hello' }))),
      on('PreToolUse', 'cat >/dev/null; printf "%s" "$A" > seen'),
    ),
    steps: [
      { fire: 'SessionStart', input: { source: 'startup' }, expect: { env: { A: '1' }, context: ['hello'] } },
      { env: { A: '1' } },
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { read: 'seen', holds: '1' },
    ],
  },
  {
    id: 'B5.12',
    basis: 'S',
    title: 'exit 2 on SessionStart stops nothing and is told to the user',
    config: on('SessionStart', ends(2, { err: 'oh' })),
    event: 'SessionStart',
    input: { source: 'startup' },
    expect: { messages: ['oh'] },
  },
  {
    id: 'B5.13',
    basis: 'S',
    title: 'contexts keep configuration order, the last output wins',
    config: on(
      'PostToolUse',
      `cat >/dev/null; sleep 0.2; printf %s '{"hookSpecificOutput":{"additionalContext":"A","updatedOutput":1}}'`,
      prints(specific({ additionalContext: 'B', updatedOutput: 2 })),
    ),
    event: 'PostToolUse',
    input: { ...bash('ls'), toolOutput: 0 },
    expect: {
      context: ['A', 'B'],
      output: 2,
      changes: [
        { path: 'output', by: 'h1', conflict: true },
        { path: 'output', by: 'h2', conflict: true },
      ],
    },
  },
  {
    id: 'B5.13',
    basis: 'S',
    title: 'a rewritten output works alone and is what the host gets',
    config: on('PostToolUse', prints(specific({ updatedOutput: { content: 'new' } }))),
    steps: [
      {
        tool: { name: 'Read', input: { file_path: 'a' } },
        gives: { content: 'old' },
        expect: { status: 'ok', ran: { file_path: 'a' }, output: { content: 'new' } },
      },
    ],
  },
  {
    id: 'B5.13',
    basis: 'S',
    title: 'exit 2 after a tool undoes nothing and is feedback for the model',
    config: on('PostToolUse', ends(2, { err: 'lint failed' })),
    steps: [
      {
        tool: { name: 'Write', input: { file_path: 'a' } },
        gives: 'ok',
        expect: { status: 'ok', ran: { file_path: 'a' }, output: 'ok', context: ['lint failed'] },
      },
    ],
  },
  {
    id: 'B5.14',
    basis: 'S',
    title: 'Stop continue: true keeps the agent working',
    config: on('Stop', prints(specific({ hookEventName: 'Stop', continue: true, continueReason: 'fix' }))),
    event: 'Stop',
    input: { stopReason: 'no_tool_calls' },
    expect: deny('fix'),
  },
  {
    id: 'B5.14',
    basis: 'S',
    title: 'Stop exit 2 keeps the agent working',
    config: on('Stop', ends(2, { err: 'tests fail' })),
    event: 'Stop',
    input: { stopReason: 'no_tool_calls' },
    expect: deny('tests fail'),
  },
  {
    id: 'B5.14',
    basis: 'S',
    title: 'a silent Stop hook lets the agent stop',
    config: on('Stop', ends(0)),
    event: 'Stop',
    input: { stopReason: 'no_tool_calls' },
    expect: {},
  },
  {
    id: 'B5.16',
    basis: 'S',
    title: 'TaskCompleted is blocked by its switch',
    config: on('TaskCompleted', prints(specific({ blockCompletion: true, blockReason: 'type check fails' }))),
    event: 'TaskCompleted',
    input: { taskId: '1', taskDescription: 'd', success: true },
    expect: deny('type check fails'),
  },
  {
    id: 'B5.16',
    basis: 'S',
    title: 'TaskCompleted is blocked by exit 2, and not by the switch set to false',
    config: on('TaskCompleted', ends(2, { err: 'no' }), prints(specific({ blockCompletion: false }))),
    event: 'TaskCompleted',
    input: { taskId: '1', taskDescription: 'd', success: true },
    expect: {
      ...deny('no'),
      runs: [
        { hook: 'h1', status: 'blocked' },
        { hook: 'h2', status: 'ok' },
      ],
    },
  },
  {
    id: 'B5.17',
    basis: 'S',
    title: 'Compaction is blocked by its switch',
    config: on('Compaction', prints(specific({ blockCompaction: true, blockReason: 'wait' }))),
    event: 'Compaction',
    input: { trigger: 'auto', messagesBefore: 1, tokensBefore: 1 },
    expect: deny('wait'),
  },
  {
    id: 'B5.18',
    basis: 'S',
    title: 'continue: false stops everything and shows why; systemMessage is shown',
    config: on('PostToolUse', prints({ continue: false, stopReason: 'enough', systemMessage: 'careful' })),
    event: 'PostToolUse',
    input: { ...bash('ls'), toolOutput: 1 },
    expect: { halt: { reason: 'enough' }, messages: ['careful'] },
  },
  {
    id: 'B5.18',
    basis: 'S',
    title: 'a halt before a tool keeps the tool from running',
    config: on('PreToolUse', prints({ continue: false, stopReason: 'enough' })),
    steps: [
      {
        tool: { name: 'Bash', input: runs },
        expect: { status: 'denied', reason: 'enough', halt: { reason: 'enough' }, events: ['PreToolUse'] },
      },
    ],
  },
  {
    id: 'B5.24',
    basis: 'T',
    title: 'a function says nothing, throws or is late, and the call goes on; it stands beside commands',
    config: {
      PreToolUse: [
        () => undefined,
        () => {
          throw new Error('oops')
        },
        {
          hooks: [
            { id: 'late', type: 'callback', timeout: 0.2, callback: () => new Promise(() => {}) },
            hook('cmd', prints(specific({ additionalContext: 'from the command' }))),
          ],
        },
      ],
    },
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      context: ['from the command'],
      failedOpen: [
        { hook: 'code#PreToolUse[1]', class: 'crash' },
        { hook: 'late', class: 'timeout' },
      ],
      warnings: [/oops/],
      runs: [{ status: 'ok' }, { status: 'failed', why: 'oops' }, { status: 'timeout' }, { status: 'ok' }],
    },
  },
  {
    id: 'B5.24',
    basis: 'T',
    title: 'a function is switched off and on again for a session',
    config: on('PreToolUse', { id: 'fn', type: 'callback', callback: () => ({ decision: 'deny', reason: 'r' }) }),
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: deny('r') },
      { switchHook: 'fn', on: false },
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { switchHook: 'fn', on: true },
      { fire: 'PreToolUse', input: bash('ls'), expect: deny('r') },
    ],
  },
]
