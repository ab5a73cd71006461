import type { Case } from '../case.ts'
import {
  bash,
  block,
  call,
  claudeFile,
  deny,
  ends,
  hook,
  kimiHook,
  nativeFile,
  numbered,
  on,
  prints,
  specific,
} from '../compose.ts'

const decides = (decision: string, reason = decision): string =>
  prints(specific({ permissionDecision: decision, permissionDecisionReason: reason }))
const slowly = (command: string): string => `sleep 0.3; ${command}`

/** Section 7: many outcomes, one verdict. */
export const mergingCases: Case[] = numbered('S7', [
  {
    title: 'deny beats ask beats allow, whatever the order',
    config: on(
      'PreToolUse',
      hook('allow', decides('allow')),
      hook('ask', decides('ask')),
      hook('deny', decides('deny')),
      hook('none', ends(0)),
    ),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      ...deny('deny'),
      decidedBy: 'deny',
      runs: [
        { hook: 'allow', decision: 'allow', why: 'allow' },
        { hook: 'ask', decision: 'ask', why: 'ask' },
        { hook: 'deny', decision: 'deny', why: 'deny' },
        { hook: 'none', status: 'ok' },
      ],
    },
  },
  {
    title: 'ask beats allow, also across stages',
    config: {
      PreToolUse: [
        () => ({ permissionDecision: 'ask', reason: 'first' }),
        { hooks: [hook('allow', decides('allow'))] },
      ],
    },
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { decision: 'ask', reason: 'first', decidedBy: 'code#PreToolUse[0]' },
  },
  {
    title: 'the first deny in configuration order is the reason, not the first to finish; all reasons are kept',
    config: on('PreToolUse', hook('slow', slowly(decides('deny', 'slow'))), hook('fast', decides('deny', 'fast'))),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { ...deny('slow'), decidedBy: 'slow', runs: [{ why: 'slow' }, { why: 'fast' }] },
  },
  {
    title: 'contexts and messages keep configuration order, over files and stages',
    config: {
      PreToolUse: [
        { hooks: [hook('b', slowly(prints({ additionalContext: 'b', systemMessage: 'B' })))] },
        { hooks: [hook('c', prints({ additionalContext: 'c', systemMessage: 'C' }))] },
        () => ({ additionalContext: 'd', systemMessage: 'D' }),
      ],
    },
    files: [
      nativeFile(on('PreToolUse', hook('a', slowly(slowly(prints({ additionalContext: 'a', systemMessage: 'A' })))))),
    ],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { context: ['a', 'b', 'c', 'd'], messages: ['A', 'B', 'C', 'D'] },
  },
  {
    title: 'an allow counts for the input its hook saw: a sibling’s rewrite voids it',
    config: on(
      'PreToolUse',
      hook('allow', decides('allow')),
      hook('rewrite', prints({ updatedInput: { command: 'x' } })),
    ),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      input: { command: 'x' },
      changes: [{ path: 'input.command', by: 'rewrite' }],
      warnings: [/allow: its allow is void/],
    },
  },
  {
    title: 'an allow counts for the input its hook returned',
    config: on(
      'PreToolUse',
      hook('both', prints({ permissionDecision: 'allow', updatedInput: { command: 'x' } })),
      hook('none', ends(0)),
    ),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      decision: 'allow',
      decidedBy: 'both',
      input: { command: 'x' },
      changes: [{ path: 'input.command', by: 'both' }],
    },
  },
  {
    title: 'another key rewritten by a sibling voids the allow of a hook that rewrote',
    config: on(
      'PreToolUse',
      hook('both', prints({ permissionDecision: 'allow', updatedInput: { command: 'x' } })),
      hook('other', prints({ updatedInput: { timeout: 9 } })),
    ),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      input: { command: 'x', timeout: 9 },
      changes: [
        { path: 'input.command', by: 'both' },
        { path: 'input.timeout', by: 'other' },
      ],
      warnings: [/both: its allow is void/],
    },
  },
  {
    title: 'a later stage’s rewrite voids an allow, an allow of a later stage holds',
    config: {
      PreToolUse: [
        { hooks: [hook('early', decides('allow'))] },
        () => ({ modifiedInput: { command: 'x' } }),
        { matcher: 'Late', hooks: [hook('late', `${decides('allow', 'late')}; : `)] },
      ],
    },
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: { input: { command: 'x' }, changes: [{ path: 'input.command', by: 'code#PreToolUse[1]' }] },
      },
      {
        fire: 'PreToolUse',
        input: call('Late', { command: 'ls' }),
        expect: {
          decision: 'allow',
          reason: 'late',
          decidedBy: 'late',
          input: { command: 'x' },
          changes: [{ path: 'input.command', by: 'code#PreToolUse[1]' }],
        },
      },
    ],
  },
  {
    title: 'a deny and an ask are not voided by a rewrite',
    config: {
      PreToolUse: [() => ({ permissionDecision: 'ask', reason: 'r' }), () => ({ modifiedInput: { command: 'x' } })],
    },
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      decision: 'ask',
      reason: 'r',
      input: { command: 'x' },
      changes: [{ path: 'input.command', by: 'code#PreToolUse[1]' }],
    },
  },
  {
    title: 'two hooks of a stage set one key to different values: a conflict, the last in order wins',
    config: on(
      'PreToolUse',
      hook('first', slowly(prints({ updatedInput: { command: 'first', a: 1 } }))),
      hook('last', prints({ updatedInput: { command: 'last', b: 2 } })),
    ),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      input: { command: 'last', a: 1, b: 2 },
      changes: [
        { path: 'input.command', by: 'first', conflict: true },
        { path: 'input.a', by: 'first' },
        { path: 'input.command', by: 'last', conflict: true },
        { path: 'input.b', by: 'last' },
      ],
    },
  },
  {
    title: 'two hooks that set one key to the same value do not conflict',
    config: on(
      'PreToolUse',
      hook('a', prints({ updatedInput: { command: 'x' } })),
      hook('b', prints({ modifiedInput: { command: 'x' } })),
    ),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      input: { command: 'x' },
      changes: [
        { path: 'input.command', by: 'a' },
        { path: 'input.command', by: 'b' },
      ],
    },
  },
  {
    title: 'rewrites of one key in two stages do not conflict',
    config: { PreToolUse: [() => ({ modifiedInput: { command: 'a' } }), () => ({ modifiedInput: { command: 'b' } })] },
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      input: { command: 'b' },
      changes: [
        { path: 'input.command', by: 'code#PreToolUse[0]' },
        { path: 'input.command', by: 'code#PreToolUse[1]' },
      ],
    },
  },
  {
    title: 'a rewrite is its difference from what its hook saw: replacing hooks do not undo each other',
    files: [
      claudeFile({
        hooks: {
          PreToolUse: [
            {
              hooks: [
                { command: prints({ updatedInput: { a: 1, b: 0 } }) },
                { command: prints({ updatedInput: { a: 0, b: 2 } }) },
              ],
            },
          ],
        },
      }),
    ],
    event: 'PreToolUse',
    input: call('T', { a: 0, b: 0 }),
    expect: {
      input: { a: 1, b: 2 },
      changes: [
        { path: 'input.a', by: 'settings.json#PreToolUse[0].hooks[0]' },
        { path: 'input.b', by: 'settings.json#PreToolUse[0].hooks[1]' },
      ],
    },
  },
  {
    title: 'prompts: the last in order wins, with a conflict',
    config: on(
      'UserPromptSubmit',
      hook('a', slowly(prints({ updatedPrompt: 'A' }))),
      hook('b', prints({ updatedPrompt: 'B' })),
    ),
    event: 'UserPromptSubmit',
    input: { userPrompt: 'p' },
    expect: {
      prompt: 'B',
      changes: [
        { path: 'prompt', by: 'a', conflict: true },
        { path: 'prompt', by: 'b', conflict: true },
      ],
    },
  },
  {
    title: 'a rewrite of a hook that also denies is not run by anyone, and the deny stands',
    config: on('PreToolUse', hook('a', prints({ decision: 'deny', reason: 'r', updatedInput: { command: 'x' } }))),
    steps: [
      { tool: { name: 'Bash', input: { command: 'ls' } }, expect: { status: 'denied', reason: 'r', decidedBy: 'a' } },
    ],
  },
  {
    title: 'hooks of all dialects merge into one verdict',
    config: on('PreToolUse', hook('native', decides('allow'))),
    files: [
      claudeFile({ hooks: { PreToolUse: [{ hooks: [{ command: prints({ additionalContext: 'claude' }) }] }] } }),
      kimiHook('before_tool', prints({ decision: 'ask', reason: 'kimi', additional_context: 'kimi' }), { name: 'k' }),
    ],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { decision: 'ask', reason: 'kimi', decidedBy: 'k', context: ['claude', 'kimi'] },
  },
  {
    title: 'every configured hook of the event has a row, also those that did not run',
    config: {
      PreToolUse: [
        { matcher: 'Read', hooks: [hook('matcher', 'x')] },
        { hooks: [hook('if', 'y', { if: 'Bash(git *)' }), hook('off', 'z', { enabled: false }), hook('deny', block)] },
        () => undefined,
      ],
      PostToolUse: [() => undefined],
    },
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      ...deny('hit'),
      runs: [
        { hook: 'matcher', status: 'skipped', why: /^matcher/, ms: 0 },
        { hook: 'if', status: 'skipped', why: /^if/ },
        { hook: 'off', status: 'skipped', why: /^disabled/ },
        { hook: 'deny', status: 'blocked', handler: 'command', source: 'code', exitCode: 2 },
        { hook: 'code#PreToolUse[2]', status: 'skipped', why: 'chain ended by deny', handler: 'callback' },
      ],
    },
  },
  {
    title: 'a gate that failed and denies by policy counts like any deny, in configuration order',
    config: on(
      'PreToolUse',
      hook('broken', ends(1, { err: 'broke' }), { onFailure: 'deny' }),
      hook('says', decides('deny', 'no')),
    ),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      ...deny('broke'),
      decidedBy: 'broken',
      runs: [{ status: 'failed', decision: 'deny' }, { status: 'blocked' }],
    },
  },
  {
    title: 'a deny and a halt of one hook both count',
    config: on('PreToolUse', hook('a', prints({ continue: false, stopReason: 's', decision: 'block', reason: 'r' }))),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { ...deny('r'), halt: { reason: 's' } },
  },
  {
    title: 'the first halt in configuration order is the reason',
    config: on(
      'Stop',
      hook('a', slowly(prints({ continue: false, stopReason: 'A' }))),
      hook('b', prints({ continue: false, stopReason: 'B' })),
    ),
    event: 'Stop',
    input: { stopReason: 'x' },
    expect: { halt: { reason: 'A' } },
  },
  {
    title: 'variables of several hooks come together, the last in order wins',
    config: on(
      'SessionStart',
      hook('a', slowly(prints({ env: { A: '1', B: '1' } }))),
      hook('b', prints({ env: { B: '2' } })),
    ),
    event: 'SessionStart',
    input: { source: 'startup' },
    expect: { env: { A: '1', B: '2' } },
  },
])
