import type { HookInput } from '../../../../src/index.ts'
import type { Case } from '../case.ts'
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
  kimiHooks,
  misses,
  nativeFile,
  numbered,
  on,
  prints,
  together,
} from '../compose.ts'
import { expectDead, expectOverlap } from '../process-facts.ts'

const drain = 'cat >/dev/null'
/** Two hooks that end only when both have started. */
const meet = (own: string, other: string): string =>
  `${drain}; touch ${own}; while [ ! -e ${other} ]; do sleep 0.02; done`
const count = (name: string): string => `${drain}; echo ${name} >> log`
const busy = `${drain}; echo s >> log; sleep 0.4; echo e >> log`
const rewrite = (command: string): string => prints({ updatedInput: { command } })
/** Denies when it sees the word. */
const seeing = (word: string): string => `if grep -q ${word}; then echo "saw ${word}" >&2; exit 2; fi`
const changed = (by: string) => [{ path: 'input.command', by }]

/** Section 5: order, processes, environment. */
export const runningCases: Case[] = numbered('S5', [
  {
    title: 'neighbouring commands of two groups and of two layers run together',
    config: {
      PreToolUse: [{ hooks: [hook('a', meet('a', 'b'))] }, { matcher: 'Bash', hooks: [hook('b', meet('b', 'c'))] }],
    },
    files: [nativeFile(on('PreToolUse', hook('c', meet('c', 'a'))))],
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { runs: [{ status: 'ok' }, { status: 'ok' }, { status: 'ok' }] },
  },
  {
    title: 'a callback between commands makes three stages',
    config: {
      PreToolUse: [
        { hooks: [hook('first', `${drain}; sleep 0.2; echo first >> log`)] },
        async () => {
          await new Promise((done) => setTimeout(done, 20))
        },
        { hooks: [hook('last', count('last'))] },
      ],
    },
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { read: 'log', holds: 'first\nlast' },
    ],
  },
  {
    title: 'kimi hooks run one after the other',
    files: [kimiHooks({ before_tool: [{ command: `${drain}; sleep 0.2; echo a >> log` }, { command: count('b') }] })],
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { read: 'log', holds: 'a\nb' },
    ],
  },
  {
    title: 'at most maxConcurrentHooks of a stage run at once',
    config: { maxConcurrentHooks: 2, ...on('PreToolUse', ...Array.from({ length: 5 }, (_, n) => hook(`h${n}`, busy))) },
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { check: ({ dir }) => expectOverlap(`${dir}/log`, { runs: 5, atMost: 2 }) },
    ],
  },
  {
    title: 'without a setting five run at once, and async hooks are not counted',
    config: on(
      'PreToolUse',
      ...Array.from({ length: 3 }, (_, n) => hook(`a${n}`, `${drain}; sleep 2`, { async: true })),
      ...Array.from({ length: 7 }, (_, n) => hook(`h${n}`, busy)),
    ),
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { check: ({ dir }) => expectOverlap(`${dir}/log`, { runs: 7, atMost: 5 }) },
    ],
  },
  {
    title: 'a deny ends the chain; siblings already running finish and are counted',
    config: {
      PreToolUse: [
        {
          hooks: [
            hook('deny', ends(2, { err: 'no' })),
            hook('sibling', `${drain}; sleep 0.3; printf %s '{"additionalContext":"sibling"}'`),
          ],
        },
        () => ({ additionalContext: 'later' }),
        { hooks: [hook('later', count('later'))] },
      ],
    },
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: {
          ...deny('no'),
          context: ['sibling'],
          runs: [
            { hook: 'deny', status: 'blocked' },
            { hook: 'sibling', status: 'ok' },
            { status: 'skipped', why: 'chain ended by deny' },
            { hook: 'later', status: 'skipped', why: 'chain ended by deny' },
          ],
        },
      },
      { missing: 'log' },
    ],
  },
  {
    title: 'a deny keeps hooks of its stage that wait for a place from starting',
    config: { maxConcurrentHooks: 1, ...on('PreToolUse', hook('deny', block), hook('queued', count('queued'))) },
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: { ...deny('hit'), runs: [{ status: 'blocked' }, { status: 'skipped', why: 'chain ended by deny' }] },
      },
      { missing: 'log' },
    ],
  },
  ...(
    [
      ['an ask', { decision: 'ask', reason: 'r' }, { decision: 'ask', reason: 'r' }],
      ['an allow', { permissionDecision: 'allow', reason: 'r' }, { decision: 'allow', reason: 'r' }],
    ] as const
  ).map(([what, answer, expected]) => ({
    title: `${what} does not end the chain`,
    config: { PreToolUse: [() => answer, () => ({ additionalContext: 'later' })] },
    event: 'PreToolUse' as const,
    input: bash('ls'),
    expect: { ...expected, context: ['later'] },
  })),
  {
    title: 'every matching async hook starts, also after a deny and in later stages',
    config: {
      PreToolUse: [
        { hooks: [hook('deny', block)] },
        () => undefined,
        { hooks: [hook('async', count('async'), { async: true })] },
        { matcher: 'Read', hooks: [hook('other', count('other'), { async: true })] },
      ],
    },
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: {
          ...deny('hit'),
          runs: [
            { status: 'blocked' },
            { status: 'skipped' },
            { hook: 'async', status: 'async' },
            { hook: 'other', status: 'skipped', why: /^matcher/ },
          ],
        },
      },
      { end: 'other' },
      { read: 'log', holds: 'async' },
    ],
  },
  {
    title: 'an async callback is never waited for and its answer never counts',
    config: on('PreToolUse', {
      id: 'a',
      type: 'callback',
      async: true,
      callback: async () => ({ decision: 'deny', reason: 'r', modifiedInput: { command: 'x' } }),
    }),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { runs: [{ status: 'async' }] },
  },
  {
    title: 'a guard beside a rewrite looks again at the result, and its deny counts',
    config: on('PreToolUse', hook('rewrites', rewrite('evil')), hook('guard', seeing('evil'))),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      ...deny('saw evil'),
      decidedBy: 'guard',
      input: { command: 'evil' },
      changes: changed('rewrites'),
      runs: [
        { hook: 'rewrites', status: 'ok' },
        { hook: 'guard', status: 'ok' },
        { hook: 'guard', status: 'blocked', recheck: true, decision: 'deny' },
      ],
    },
  },
  {
    title: 'of a second look only deny and ask count',
    config: on(
      'PreToolUse',
      hook('rewrites', rewrite('new')),
      hook(
        'talks',
        prints({ permissionDecision: 'allow', additionalContext: 'c', systemMessage: 'm', updatedInput: {} }),
      ),
      hook('says', prints({ additionalContext: 'd', systemMessage: 'n' })),
      hook('asks', `if grep -q new; then echo '{"decision":"ask","reason":"new?"}'; fi`),
    ),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      decision: 'ask',
      reason: 'new?',
      decidedBy: 'asks',
      input: { command: 'new' },
      changes: changed('rewrites'),
      context: ['c', 'd'],
      messages: ['m', 'n'],
    },
  },
  {
    title: 'hooks that are once, shadow or say so do not look again',
    config: on(
      'PreToolUse',
      hook('rewrites', rewrite('evil')),
      hook('once', `${count('once')}`, { once: true }),
      hook('shadow', count('shadow'), { shadow: true }),
      hook('never', count('never'), { recheck: false }),
      hook('looks', count('looks')),
    ),
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: { input: { command: 'evil' }, changes: changed('rewrites') } },
      {
        async check({ dir }) {
          const { readFileSync } = await import('node:fs')
          const lines = readFileSync(`${dir}/log`, 'utf8').trim().split('\n').sort().join(' ')
          if (lines !== 'looks looks never once shadow') throw new Error(lines)
        },
      },
    ],
  },
  {
    title: 'a second look that fails follows onFailure',
    config: on(
      'PreToolUse',
      hook('rewrites', rewrite('evil')),
      hook('breaks', 'if grep -q evil; then exit 1; fi', { onFailure: 'deny' }),
    ),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      decision: 'deny',
      reason: /code 1/,
      decidedBy: 'breaks',
      input: { command: 'evil' },
      changes: changed('rewrites'),
    },
  },
  {
    title: 'a guard whose condition is met only by the result runs on it',
    config: on('PreToolUse', hook('rewrites', rewrite('git push x')), hook('guard', block, { if: 'Bash(git push *)' })),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { ...deny('hit'), decidedBy: 'guard', input: { command: 'git push x' }, changes: changed('rewrites') },
  },
  {
    title: 'a guard that gives its input back as it was has rewritten nothing, and looks again',
    config: on(
      'PreToolUse',
      hook('rewrites', rewrite('evil')),
      hook(
        'echoes',
        `in=$(cat); ${'case "$in" in *evil*) echo no >&2; exit 2;; esac'}; echo '{"updatedInput":{"command":"ls"}}'`,
      ),
    ),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: { ...deny('no'), decidedBy: 'echoes', input: { command: 'evil' }, changes: changed('rewrites') },
  },
  {
    title: 'a stage of the output sees it as rewritten before, and so does a prompt',
    config: {
      PostToolUse: [() => ({ updatedOutput: 'new' }), { hooks: [hook('post', 'cat > post.json')] }],
      UserPromptSubmit: [() => ({ updatedPrompt: 'new' }), { hooks: [hook('prompt', 'cat > prompt.json')] }],
    },
    steps: [
      {
        fire: 'PostToolUse',
        input: { ...bash('ls'), toolOutput: 'old' },
        expect: { output: 'new', changes: [{ path: 'output', by: 'code#PostToolUse[0]' }] },
      },
      { read: 'post.json', holds: { tool_output: 'new' } },
      {
        fire: 'UserPromptSubmit',
        input: { userPrompt: 'old' },
        expect: { prompt: 'new', changes: [{ path: 'prompt', by: 'code#UserPromptSubmit[0]' }] },
      },
      { read: 'prompt.json', holds: { user_prompt: 'new' } },
    ],
  },
  {
    title: 'a guard of prompts looks again at a prompt rewritten beside it',
    config: on('UserPromptSubmit', hook('rewrites', prints({ updatedPrompt: 'evil' })), hook('guard', seeing('evil'))),
    event: 'UserPromptSubmit',
    input: { userPrompt: 'p' },
    expect: { ...deny('saw evil'), prompt: 'evil', changes: [{ path: 'prompt', by: 'rewrites' }] },
  },
  {
    title: 'an async hook sees the input as its place in the order has it',
    config: {
      PreToolUse: [
        { hooks: [hook('before', 'cat > before.json', { async: true })] },
        () => ({ modifiedInput: { command: 'new' } }),
        { hooks: [hook('after', 'cat > after.json', { async: true })] },
      ],
    },
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('old'),
        expect: { input: { command: 'new' }, changes: [{ path: 'input.command', by: 'code#PreToolUse[1]' }] },
      },
      { end: 'other' },
      { read: 'before.json', holds: { tool_input: { command: 'old' } } },
      { read: 'after.json', holds: { tool_input: { command: 'new' } } },
    ],
  },
  {
    title: 'a kimi hook stands alone between others',
    config: on('PreToolUse', hook('last', count('native'))),
    files: [
      claudeHook('PreToolUse', `${drain}; sleep 0.2; echo claude >> log`),
      kimiHook('before_tool', `${drain}; sleep 0.2; echo kimi >> log`),
    ],
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { read: 'log', holds: 'claude\nkimi\nnative' },
    ],
  },
  {
    title: 'a rewrite that changes nothing causes no second look',
    config: on('PreToolUse', hook('same', rewrite('ls')), hook('guard', count('guard'))),
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: { runs: [{ status: 'ok' }, { status: 'ok' }] } },
      { read: 'log', holds: 'guard' },
    ],
  },
  {
    title: 'a hook may run in a folder of the project',
    tree: { 'tools/x': '' },
    config: on('PreToolUse', hook('a', `${drain}; ls > ../list`, { cwd: 'tools' })),
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { read: 'list', holds: 'x' },
    ],
  },
  {
    title: 'on a timeout everything the hook started is killed, also what left its group',
    config: on(
      'PreToolUse',
      hook('a', 'sleep 300 & echo $! > pids; setsid sleep 300 & echo $! >> pids; wait', { timeout: 2 }),
    ),
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: { failedOpen: [{ hook: 'a', class: 'timeout' }] },
        withinMs: 4000,
      },
      { check: ({ dir }) => expectDead(`${dir}/pids`, 2) },
    ],
  },
  {
    title: 'on an abort everything the hook started is killed',
    config: on(
      'PreToolUse',
      hook('a', 'sleep 300 & echo $! > pids; setsid sleep 300 & echo $! >> pids; touch ready; wait'),
    ),
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        abortOnFile: 'ready',
        expect: { decision: 'deny', reason: /[Aa]bort/, aborted: true, runs: [{ status: 'cancelled' }] },
      },
      { check: ({ dir }) => expectDead(`${dir}/pids`, 2) },
    ],
  },
  {
    title: 'on a normal end the process group is killed, and a pipe held open delays nothing',
    config: on('PreToolUse', hook('a', 'sleep 300 & echo $! > pids')),
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: { runs: [{ status: 'ok' }] }, withinMs: 5000 },
      { check: ({ dir }) => expectDead(`${dir}/pids`, 1) },
    ],
  },
  {
    title: 'any input size reaches the hook',
    config: on('PreToolUse', 'wc -c > size'),
    steps: [
      { fire: 'PreToolUse', input: bash('x'.repeat(5_000_000)), expect: {} },
      { read: 'size', holds: /^5000\d\d\d$/ },
    ],
  },
  {
    title: 'a hook that does not read its input still decides',
    config: on('PreToolUse', 'echo no >&2; exit 2'),
    event: 'PreToolUse',
    input: bash('x'.repeat(5_000_000)),
    expect: deny('no'),
  },
  {
    title: 'callbacks get a frozen copy: they change nothing by writing into it',
    config: {
      PreToolUse: [
        ({ toolInput }: HookInput) => {
          ;(toolInput as Record<string, unknown>)['command'] = 'changed'
        },
        ({ toolInput }: HookInput) => ({ additionalContext: JSON.stringify(toolInput) }),
      ],
    },
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      context: ['{"command":"ls"}'],
      failedOpen: [{ hook: 'code#PreToolUse[0]', class: 'crash' }],
    },
  },
  {
    title: 'a callback that fails follows onFailure',
    config: on('PreToolUse', {
      id: 'a',
      type: 'callback',
      onFailure: 'deny',
      callback: () => {
        throw new Error('broken')
      },
    }),
    event: 'PreToolUse',
    input: bash('ls'),
    expect: deny('broken'),
  },
  {
    title: 'a callback has a timeout, after which its signal is aborted and it is left behind',
    config: {
      PreToolUse: [
        {
          hooks: [
            {
              id: 'slow',
              type: 'callback',
              timeout: 0.2,
              onFailure: { timeout: 'ask' },
              callback: (_: HookInput, { signal }: { signal: AbortSignal }) =>
                new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('late')))),
            },
          ],
        },
        () => ({ additionalContext: 'next' }),
      ],
    },
    event: 'PreToolUse',
    input: bash('ls'),
    expect: {
      decision: 'ask',
      reason: /timed out/,
      context: ['next'],
      runs: [{ hook: 'slow', status: 'timeout', class: 'timeout' }, { status: 'ok' }],
    },
  },
  {
    title: 'a callback that the caller aborts is cancelled, and the call is denied',
    config: { PreToolUse: [() => new Promise(() => {}), () => ({ additionalContext: 'next' })] },
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        abortAfterMs: 100,
        expect: {
          decision: 'deny',
          reason: /[Aa]bort/,
          aborted: true,
          runs: [{ status: 'cancelled' }, { status: 'cancelled' }],
        },
      },
    ],
  },
  {
    title: 'an event that was aborted before starts nothing and is denied; one that cannot block is only marked',
    config: together(on('PreToolUse', count('pre')), on('PostToolUse', count('post'))),
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        abortAfterMs: 0,
        expect: { decision: 'deny', reason: /[Aa]bort/, aborted: true, runs: [{ status: 'cancelled' }] },
      },
      {
        fire: 'PostToolUse',
        input: { ...bash('ls'), toolOutput: 1 },
        abortAfterMs: 0,
        expect: { aborted: true, runs: [{ status: 'cancelled' }] },
      },
      { missing: 'log' },
    ],
  },
  {
    title: 'an abort without any hook denies too',
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        abortAfterMs: 0,
        expect: { decision: 'deny', reason: /[Aa]bort/, aborted: true },
      },
    ],
  },
  {
    title: 'once is once per session and hook, also when two share a matcher',
    config: on('PreToolUse', hook('a', count('a'), { once: true }), hook('b', count('a '), { once: true })),
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: { runs: [{ status: 'ok' }, { status: 'ok' }] } },
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: {
          runs: [
            { status: 'skipped', why: /^once/ },
            { status: 'skipped', why: /^once/ },
          ],
        },
      },
      { read: 'log', holds: 'a\na' },
      { newSession: { id: 'sess-42' } },
      misses(bash('ls')),
      { read: 'log', holds: 'a\na' },
      { newSession: { id: 'another' } },
      { fire: 'PreToolUse', input: bash('ls'), expect: { runs: [{ status: 'ok' }, { status: 'ok' }] } },
      { read: 'log', holds: 'a\na\na\na' },
    ],
  },
  {
    title: 'a once-hook that did not match has not run',
    config: { PreToolUse: [{ matcher: 'Bash', hooks: [hook('a', block, { once: true })] }] },
    steps: [misses(call('Read')), hits(bash('ls')), misses(bash('ls'))],
  },
  {
    title: 'a once-hook that a deny kept from running has not run',
    config: {
      PreToolUse: [
        { matcher: 'Bad', hooks: [hook('deny', block)] },
        () => undefined,
        { hooks: [hook('once', prints({ additionalContext: 'once' }), { once: true })] },
      ],
    },
    steps: [
      hits(call('Bad')),
      { fire: 'PreToolUse', input: bash('ls'), expect: { context: ['once'] } },
      misses(bash('ls')),
    ],
  },
  {
    title: 'once holds for callbacks and async hooks',
    config: {
      PreToolUse: [
        { hooks: [{ id: 'cb', type: 'callback', once: true, callback: () => ({ additionalContext: 'once' }) }] },
        { hooks: [hook('as', count('as'), { once: true, async: true })] },
      ],
    },
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: { context: ['once'] } },
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { end: 'other' },
      { read: 'log', holds: 'as' },
    ],
  },
  {
    title: 'the same handler from two files runs once, with both matchers and the stricter options',
    files: [
      claudeFile(
        { hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ command: count('x'), async: true, timeout: 5 }] }] } },
        'a.json',
      ),
      claudeFile(
        {
          hooks: {
            PreToolUse: [{ matcher: 'Read', hooks: [{ command: count('x'), onFailure: 'deny', timeout: 50 }] }],
          },
        },
        'b.json',
      ),
    ],
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: {
          runs: [
            { hook: 'a.json#PreToolUse[0].hooks[0]', status: 'ok' },
            { hook: 'b.json#PreToolUse[0].hooks[0]', status: 'skipped', why: /^duplicate/ },
          ],
        },
      },
      { read: 'log', holds: 'x' },
      { fire: 'PreToolUse', input: call('Read'), expect: {} },
      { fire: 'PreToolUse', input: call('Write'), expect: {} },
      { read: 'log', holds: 'x\nx' },
      {
        list: [
          {
            async: false,
            timeoutMs: 50_000,
            onFailure: { spawn: 'deny', timeout: 'deny', crash: 'deny', signal: 'deny', invalidOutput: 'deny' },
          },
          {},
        ],
      },
    ],
  },
  {
    title: 'the same script under two spellings is one handler; another dialect, env or folder is another',
    tree: { 'guard.sh': '#!/bin/sh\ncat >/dev/null; echo run >> "$HOOKLINE_PROJECT_DIR/log"\n', 'sub/x': '' },
    config: on(
      'PreToolUse',
      { id: 'same', command: '<dir>/guard.sh' },
      { id: 'env', command: './guard.sh', env: { A: '1' } },
      { id: 'cwd', command: '../guard.sh', cwd: 'sub', env: { A: '2' } },
    ),
    files: [
      nativeFile(on('PreToolUse', { id: 'first', command: './guard.sh' })),
      claudeHook('PreToolUse', './guard.sh'),
    ],
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: {
          runs: [
            { hook: 'first', status: 'ok' },
            { status: 'ok' },
            { hook: 'same', status: 'skipped', why: /^duplicate/ },
            { hook: 'env', status: 'ok' },
            { hook: 'cwd', status: 'ok' },
          ],
        },
      },
      { read: 'log', holds: 'run\nrun\nrun\nrun' },
    ],
  },
  ...(
    [
      ['native', (command: string) => ({ config: on('PreToolUse', command) })],
      ['claude', (command: string) => ({ files: [claudeHook('PreToolUse', command)] })],
      ['kimi', (command: string) => ({ files: [kimiHook('before_tool', command)] })],
    ] as const
  ).map(([name, place]) => ({
    title: `a ${name} hook sees the variables that every hook sees, and no model credential`,
    env: { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k', GEMINI_API_KEY: 'k', ANTHROPIC_AUTH_TOKEN: 'k' },
    ...(place(`${drain}; env | sort > names`) as object),
    steps: [
      { fire: 'PreToolUse' as const, input: bash('ls'), expect: {} },
      ...[
        /^HOOKLINE_EVENT=PreToolUse$/m,
        /^HOOKLINE_SESSION_ID=sess-42$/m,
        /^HOOKLINE_PROJECT_DIR=\/.+$/m,
        /^CLAUDE_PROJECT_DIR=\/.+$/m,
        /^(?![\s\S]*(ANTHROPIC|OPENAI|GEMINI)_)/,
      ].map((holds) => ({ read: 'names', holds })),
    ],
  })),
  {
    title: 'variables that the host gives a session are seen by its hooks from the start',
    config: on('PreToolUse', `${drain}; printf %s "$GIVEN" > seen`),
    session: { env: { GIVEN: 'g' } },
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { read: 'seen', holds: 'g' },
      { env: { GIVEN: 'g' } },
    ],
  },
  {
    title: 'lines added to CLAUDE_ENV_FILE are seen from the next event on',
    files: [
      claudeFile({
        hooks: {
          SessionStart: [
            {
              hooks: [
                {
                  command: `printf '%s\\n' '# note' '' 'export A=1' 'B="two words"' "C='x=y'" 'D=' 'nonsense' >> "$CLAUDE_ENV_FILE"`,
                },
              ],
            },
            { hooks: [{ command: `${drain}; sleep 0.3; echo "here: $A"` }] },
          ],
          PreToolUse: [{ hooks: [{ command: `${drain}; echo "$A|$B|$C|\${D-unset}" > seen` }] }],
        },
      }),
    ],
    steps: [
      {
        fire: 'SessionStart',
        input: { source: 'startup' },
        expect: { env: { A: '1', B: 'two words', C: 'x=y', D: '' }, context: ['here:'] },
      },
      { env: { A: '1', B: 'two words', C: 'x=y', D: '' } },
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { read: 'seen', holds: '1|two words|x=y|' },
    ],
  },
  {
    title: 'of Kimi’s env file only the lines of this session’s start count',
    tree: { '.kimi/env': 'OLD=1\n' },
    files: [
      kimiHooks({
        session_start: [{ command: 'echo "NEW=2" >> "$KIMI_ENV_FILE"' }],
        before_tool: [{ command: `${drain}; echo "$OLD|$NEW" > seen; echo "LATE=3" >> "$KIMI_ENV_FILE"` }],
      }),
    ],
    steps: [
      { fire: 'SessionStart', input: { source: 'startup' }, expect: { env: { NEW: '2' } } },
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { read: 'seen', holds: '|2' },
      { env: { NEW: '2' } },
    ],
  },
  {
    title: 'names that load code, redirect traffic or carry credentials are refused, from answers and files',
    config: on(
      'SessionStart',
      `${prints({
        env: {
          NODE_OPTIONS: 'x',
          BASH_ENV: 'x',
          ANTHROPIC_BASE_URL: 'x',
          HTTPS_PROXY: 'x',
          OPENAI_API_KEY: 'x',
          FINE: 'x',
        },
      })}`,
    ),
    files: [
      claudeHook('SessionStart', `${drain}; printf 'LD_PRELOAD=x\\nPYTHONPATH=x\\nOK=1\\n' >> "$CLAUDE_ENV_FILE"`),
    ],
    steps: [
      {
        fire: 'SessionStart',
        input: { source: 'startup' },
        expect: {
          env: { FINE: 'x', OK: '1' },
          warnings: [
            /NODE_OPTIONS/,
            /BASH_ENV/,
            /ANTHROPIC_BASE_URL/,
            /HTTPS_PROXY/,
            /OPENAI_API_KEY/,
            /LD_PRELOAD/,
            /PYTHONPATH/,
          ],
        },
      },
      { env: { FINE: 'x', OK: '1' } },
    ],
  },
  {
    title: 'a template arrives as data and never becomes shell syntax',
    files: [
      kimiHook(
        'before_tool',
        `${drain}; printf '%s\\n' {{tool_input.command}} "<{{tool_input.command}}>" {{tool_input.missing}}end > out`,
      ),
    ],
    steps: [
      { fire: 'PreToolUse', input: bash('a; touch pwned $(touch pwned) `touch pwned` "\' *'), expect: {} },
      {
        read: 'out',
        holds:
          'a; touch pwned $(touch pwned) `touch pwned` "\' *\n<a; touch pwned $(touch pwned) `touch pwned` "\' *>\nend',
      },
      { missing: 'pwned' },
    ],
  },
  {
    title: 'a path inside the work dir is rendered relative to it, others as they are',
    files: [
      kimiHook(
        'after_tool',
        `${drain}; echo "$KIMI_WORK_DIR/{{tool_input.file_path}}" >> out; echo {{tool_input.path}} >> out`,
      ),
    ],
    steps: [
      { fire: 'PostToolUse', input: { ...call('Write', { file_path: '<dir>/src/a.py' }), toolOutput: 1 }, expect: {} },
      { fire: 'PostToolUse', input: { ...call('Write', { file_path: '/etc/x' }), toolOutput: 1 }, expect: {} },
      { read: 'out', holds: '<dir>/src/a.py\nsrc/a.py\n<dir>//etc/x\n/etc/x' },
    ],
  },
  ...[
    ["echo '{{tool_input.command}}'", /single quotes/],
    ['cat <<EOF\n{{tool_input.command}}\nEOF', /heredoc/],
    ['sh -c "echo {{tool_input.command}}"', /interpreter/],
    ['eval "echo {{tool_input.command}}"', /interpreter/],
    ['python3 -c "print({{tool_input.command}})"', /interpreter/],
    ['bash -c {{tool_input.command}}', /interpreter/],
  ].map(([command, message]) => ({
    title: `the template in ${JSON.stringify(command)} is refused with a hint`,
    files: [kimiHook('before_tool', command as string)],
    refuses: { code: 'CONFIG_INVALID_VALUE' as const, message: message as RegExp },
  })),
  {
    title: 'statusMessage reaches the observer before the hook has ended',
    config: on('PreToolUse', hook('a', ends(0), { statusMessage: '正在验证...' })),
    steps: [
      { fire: 'PreToolUse', input: bash('ls'), expect: {} },
      { observed: { type: 'hookStart', statusMessage: '正在验证...' } },
      { observed: { type: 'hookEnd', status: 'ok' } },
    ],
  },
  {
    title: 'an event returns within the sum over its stages of the longest timeout and two seconds',
    config: {
      maxConcurrentHooks: 1,
      PreToolUse: [
        { hooks: [1, 2, 3, 4].map((n) => hook(`a${n}`, `sleep 30; : ${n}`, { timeout: 0.5 })) },
        () => undefined,
        { hooks: [hook('b', 'sleep 30', { timeout: 0.5 })] },
      ],
    },
    steps: [
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        withinMs: 5000,
        expect: {
          failedOpen: ['a1', 'a2', 'a3', 'a4', 'b'].map((name) => ({ hook: name, class: 'timeout' })),
        },
      },
    ],
  },
])
