import { expect } from 'vitest'
import type { Approval, CanUseTool, SessionOptions } from '../../../../src/index.ts'
import type { Case } from '../case.ts'
import { block, hook, kimiHook, numbered, on, prints, specific } from '../compose.ts'

const input = { command: 'ls' }
const tool = { name: 'Bash', input }
const decides = (decision: string): string =>
  prints(specific({ permissionDecision: decision, permissionDecisionReason: 'r' }))
const asked = ['PreToolUse', 'PermissionRequest', 'Notification'] as const
const never: CanUseTool = () => {
  throw new Error('canUseTool must not be called')
}
const rewriting = (command: string) => ({ PreToolUse: [() => ({ modifiedInput: { command } })] })
const bad = (answer: unknown): Partial<SessionOptions> => ({ canUseTool: (() => answer) as never })
const nobody = /nobody to ask/

/** Section 8: the chain from the call to the tool. */
export const permissionCases: Case[] = numbered('S8', [
  {
    title: 'the first deny ends the chain: after a hook’s deny the host is not asked',
    config: on('PreToolUse', block),
    session: { canUseTool: never },
    steps: [{ tool, expect: { status: 'denied', reason: 'hit', decidedBy: 'h1', events: ['PreToolUse'] } }],
  },
  {
    title: 'after a deny rule the host is not asked',
    session: { canUseTool: never, permissions: { deny: ['Bash(ls *)', 'Bash(ls)'] } },
    steps: [{ tool, expect: { status: 'denied', reason: /Bash\(ls/, events: ['PreToolUse'] } }],
  },
  {
    title: 'a hook’s allow does not beat a deny rule',
    config: { permissions: { deny: ['Bash'] }, ...on('PreToolUse', decides('allow')) },
    steps: [{ tool, expect: { status: 'denied', reason: /Bash/, decidedBy: 'rule:Bash' } }],
  },
  {
    title: 'a hook’s allow waives the question of the mode',
    config: on('PreToolUse', decides('allow')),
    session: { permissionMode: 'default' },
    steps: [{ tool, expect: { status: 'ok', ran: input, events: ['PreToolUse', 'PostToolUse'] } }],
  },
  {
    title: 'a hook’s allow never waives canUseTool',
    config: on('PreToolUse', decides('allow')),
    session: { permissionMode: 'yolo', canUseTool: () => ({ behavior: 'deny', message: 'host' }) },
    steps: [{ tool, expect: { status: 'denied', reason: 'host', decidedBy: 'canUseTool' } }],
  },
  {
    title: 'ask of canUseTool is no opinion: a hook’s allow still runs the tool',
    config: on('PreToolUse', decides('allow')),
    session: { permissionMode: 'default', canUseTool: () => ({ behavior: 'ask' }) },
    steps: [{ tool, expect: { status: 'ok', ran: input } }],
  },
  {
    title: 'ask of canUseTool is no opinion: mode yolo still runs the tool',
    session: { permissionMode: 'yolo', canUseTool: () => ({ behavior: 'ask' }) },
    steps: [{ tool, expect: { status: 'ok', ran: input } }],
  },
  {
    title: 'an allow rule waives the question of the mode, for the commands it covers',
    session: { permissionMode: 'default', permissions: { allow: ['Bash(ls)', 'Bash(npm test *)'] } },
    steps: [
      { tool, expect: { status: 'ok', ran: input } },
      { tool: { name: 'Bash', input: { command: 'npm test a; rm x' } }, expect: { status: 'denied', reason: nobody } },
    ],
  },
  {
    title: 'an ask rule beats a hook’s allow',
    config: on('PreToolUse', decides('allow')),
    session: { permissionMode: 'yolo', permissions: { ask: ['Bash'] }, onAsk: () => false },
    steps: [{ tool, expect: { status: 'denied', reason: /refused by the user/, events: [...asked] } }],
  },
  {
    title: 'a hook’s ask beats an allow rule and asks in every mode',
    config: on('PreToolUse', decides('ask')),
    session: { permissionMode: 'yolo', permissions: { allow: ['Bash'] } },
    steps: [
      { tool, expect: { status: 'denied', reason: nobody, events: [...asked] } },
      { mode: 'autoEdit' },
      { tool, expect: { status: 'denied', reason: nobody, events: [...asked] } },
      { tool, ask: () => true, expect: { status: 'ok', ran: input } },
    ],
  },
  {
    title: 'a hook’s ask asks about a readonly tool too',
    config: on('PreToolUse', decides('ask')),
    session: { permissionMode: 'default' },
    steps: [{ tool: { name: 'Read', input: {} }, expect: { status: 'denied', reason: nobody } }],
  },
  {
    title: 'canUseTool answers an ask, being the approver of the host',
    config: on('PreToolUse', decides('ask')),
    session: { permissionMode: 'default', canUseTool: () => ({ behavior: 'allow' }) },
    steps: [{ tool, expect: { status: 'ok', ran: input, events: ['PreToolUse', 'PostToolUse'] } }],
  },
  {
    title: 'a deny rule looks at the input as hooks rewrote it',
    config: { ...rewriting('rm -rf x'), permissions: { deny: ['Bash(rm *)'] } },
    steps: [{ tool, expect: { status: 'denied', reason: /Bash\(rm \*\)/, events: ['PreToolUse'] } }],
  },
  {
    title: 'a rewrite does not free a call that a rule denies',
    config: { ...rewriting('ls'), permissions: { deny: ['Bash(rm *)'] } },
    steps: [
      { tool: { name: 'Bash', input: { command: 'rm x' } }, expect: { status: 'denied', reason: /Bash\(rm \*\)/ } },
    ],
  },
  {
    title: 'a deny rule looks at the input as canUseTool rewrote it',
    session: {
      permissions: { deny: ['Bash(rm *)'] },
      canUseTool: () => ({ behavior: 'allow', updatedInput: { command: 'rm x' } }),
    },
    steps: [{ tool, expect: { status: 'denied', reason: /Bash\(rm \*\)/, decidedBy: 'rule:Bash(rm *)' } }],
  },
  {
    title: 'a deny rule looks at the input as the person rewrote it',
    session: { permissionMode: 'default', permissions: { deny: ['Bash(rm *)'] } },
    steps: [
      {
        tool,
        ask: () => ({ behavior: 'allow', updatedInput: { command: 'rm x' } }),
        expect: { status: 'denied', reason: /Bash\(rm \*\)/ },
      },
      {
        tool,
        ask: () => ({ behavior: 'allow', updatedInput: { command: 'pwd' } }),
        expect: { status: 'ok', ran: { command: 'pwd' } },
      },
    ],
  },
  {
    title: 'an input that an approver gives must fit the tool too',
    options: {
      validateInput: (_, given) => (typeof given['command'] === 'string' ? undefined : 'command must be text'),
    },
    session: { canUseTool: () => ({ behavior: 'allow', updatedInput: { command: 7 } }) },
    steps: [{ tool, expect: { status: 'denied', reason: /command must be text/ } }],
  },
  {
    title: 'plan mode runs readonly tools only, and hooks run before it',
    config: on('PreToolUse', hook('a', prints({ additionalContext: 'c' }))),
    session: { permissionMode: 'plan', onAsk: () => true },
    steps: [
      { tool, expect: { status: 'denied', reason: /plan mode/, context: ['c'], events: ['PreToolUse'] } },
      { tool: { name: 'Read', input: {} }, expect: { status: 'ok', ran: {}, context: ['c'] } },
      { tool: { name: 'Custom', input: {}, kind: 'readonly' }, expect: { status: 'ok', ran: {}, context: ['c'] } },
    ],
  },
  ...(
    [
      ['throws', { canUseTool: never }, /must not be called/],
      ['rejects', { canUseTool: () => Promise.reject(new Error('down')) }, /down/],
      ['answers nothing', bad(undefined), /valid answer/],
      ['answers with a word', bad('allow'), /valid answer/],
      ['answers with true', bad(true), /valid answer/],
      ['answers with an unknown behaviour', bad({ behavior: 'yes' }), /valid answer/],
      ['answers with an input that is none', bad({ behavior: 'allow', updatedInput: 'ls' }), /valid answer/],
      ['answers with a list as input', bad({ behavior: 'allow', updatedInput: [] }), /valid answer/],
      ['denies without a message', bad({ behavior: 'deny' }), /refused/],
    ] as const
  ).map(([what, session, reason]) => ({
    title: `a canUseTool that ${what} denies`,
    session: session as Partial<SessionOptions>,
    steps: [{ tool, expect: { status: 'denied' as const, reason, events: ['PreToolUse' as const] } }],
  })),
  {
    title: 'canUseTool has no timeout, only the signal',
    session: { canUseTool: () => new Promise(() => {}) },
    steps: [{ tool, abortAfterMs: 150, expect: { status: 'denied', reason: /abort/, events: ['PreToolUse'] } }],
  },
  ...(
    [
      ['true', true, true],
      ['allow', { behavior: 'allow' }, true],
      ['false', false, /refused by the user/],
      ['deny with a message', { behavior: 'deny', message: 'not today' }, 'not today'],
      ['ask', { behavior: 'ask' }, /refused by the user/],
      ['nothing', undefined, /refused by the user/],
      ['a word', 'yes', /refused by the user/],
    ] as const
  ).map(([what, answer, outcome]) => ({
    title: `a person who answers ${what} ${outcome === true ? 'lets the tool run' : 'does not'}`,
    session: { permissionMode: 'default' as const, onAsk: (() => answer) as never },
    steps: [
      {
        tool,
        expect:
          outcome === true
            ? { status: 'ok' as const, ran: input, events: [...asked, 'PostToolUse' as const] }
            : { status: 'denied' as const, reason: outcome, decidedBy: 'user', events: [...asked] },
      },
    ],
  })),
  {
    title: 'a person’s interrupt ends the turn; a question that throws denies',
    session: { permissionMode: 'default' },
    steps: [
      {
        tool,
        ask: () => ({ behavior: 'deny', message: 'stop', interrupt: true }),
        expect: { status: 'denied', reason: 'stop', interrupt: true },
      },
      {
        tool,
        ask: () => {
          throw new Error('no terminal')
        },
        expect: { status: 'denied', reason: /no terminal/ },
      },
    ],
  },
  {
    title: 'the question says why it is asked and shows the input as it will run',
    config: {
      PreToolUse: [() => ({ modifiedInput: { command: 'pwd' } }), () => ({ decision: 'ask', reason: 'because' })],
    },
    session: {
      onAsk: (question) => {
        expect(question).toEqual({
          toolName: 'Bash',
          input: { command: 'pwd' },
          toolUseId: 'toolu_9',
          toolKind: 'execute',
          affectedPaths: [],
          reason: 'because',
          askedBy: 'code#PreToolUse[1]',
          signal: expect.any(AbortSignal),
        })
        return true
      },
    },
    steps: [{ tool: { ...tool, id: 'toolu_9' }, expect: { status: 'ok', ran: { command: 'pwd' } } }],
  },
  {
    title: 'before a person is asked a notice is sent',
    config: on('Notification', 'cat > notice.json'),
    session: { permissionMode: 'default', onAsk: () => true },
    steps: [
      { tool, expect: { status: 'ok', ran: input } },
      { read: 'notice.json', holds: { notification_type: 'permission_prompt', message: /Bash/ } },
    ],
  },
  ...(
    [
      { continue: false, stopReason: 'over' },
      { action: 'abort', reason: 'over' },
    ] as const
  ).map((answer) => ({
    title: `a notice whose hook answers ${JSON.stringify(answer)} keeps the call from being made`,
    config: { Notification: [() => answer] },
    session: { permissionMode: 'default' as const, onAsk: () => true },
    steps: [
      { tool, expect: { status: 'denied' as const, reason: 'over', halt: { reason: 'over' }, events: [...asked] } },
    ],
  })),
  {
    title: 'a PermissionRequest hook that halts keeps the call from being made',
    config: on('PermissionRequest', prints({ continue: false, stopReason: 'over', permissionDecision: 'allow' })),
    session: { permissionMode: 'default', onAsk: () => true },
    steps: [{ tool, expect: { status: 'denied', reason: 'over', halt: { reason: 'over' } } }],
  },
  {
    title: 'rules are for a tool under all its names',
    session: { permissions: { deny: ['Bash(rm *)', 'Write(secret/**)'] } },
    steps: [
      { tool: { name: 'Shell', input: { command: 'rm x' } }, expect: { status: 'denied', reason: /Bash\(rm/ } },
      {
        tool: { name: 'WriteFile', input: { path: 'secret/a' } },
        expect: { status: 'denied', reason: /Write\(secret/ },
      },
      { tool: { name: 'Shell', input: { command: 'ls' } }, expect: { status: 'ok', ran: { command: 'ls' } } },
    ],
  },
  {
    title: 'a deny rule on a file holds against the shell too',
    session: { permissions: { deny: ['Read(.env)'] } },
    steps: [
      { tool: { name: 'Bash', input: { command: 'cat .env' } }, expect: { status: 'denied', reason: /Read\(\.env\)/ } },
    ],
  },
  {
    title: 'PermissionRequest hooks see the input as rewritten, and deny beats approve',
    config: {
      ...rewriting('pwd'),
      PermissionRequest: [
        {
          hooks: [hook('yes', decides('approve')), hook('no', `cat > seen.json; echo no >&2; exit 2`)],
        },
      ],
    },
    session: { permissionMode: 'default' },
    steps: [
      {
        tool,
        expect: { status: 'denied', reason: 'no', decidedBy: 'no', events: ['PreToolUse', 'PermissionRequest'] },
      },
      { read: 'seen.json', holds: { hook_event_name: 'PermissionRequest', tool_input: { command: 'pwd' } } },
    ],
  },
  {
    title: 'a PermissionRequest hook that breaks approves nothing',
    config: on('PermissionRequest', 'exit 1'),
    session: { permissionMode: 'default' },
    steps: [{ tool, expect: { status: 'denied', reason: nobody } }],
  },
  {
    title: 'a hook’s allow is void after a rewrite, so the mode asks',
    config: on(
      'PreToolUse',
      hook('allow', decides('allow')),
      hook('rewrite', prints({ updatedInput: { command: 'x' } })),
    ),
    session: { permissionMode: 'default' },
    steps: [{ tool, expect: { status: 'denied', reason: nobody } }],
  },
  {
    title: 'a kimi hook’s plain allow waives nothing',
    files: [kimiHook('before_tool', prints({ decision: 'allow' }))],
    session: { permissionMode: 'default' },
    steps: [{ tool, expect: { status: 'denied', reason: nobody } }],
  },
  {
    title: 'the tool runs with an approval that is good once and for that input only',
    config: rewriting('pwd'),
    steps: [
      {
        tool,
        gives: (given: Record<string, unknown>, approval: Approval) => {
          expect(() => approval.redeem('Bash', { command: 'ls' })).toThrow(/another input/)
          expect(() => approval.redeem('Read', given)).toThrow(/Bash/)
          approval.redeem('Bash', given)
          expect(() => approval.redeem('Bash', given)).toThrow(/used before/)
          expect(Object.isFrozen(given)).toBe(true)
          return 'done'
        },
        expect: { status: 'ok', ran: { command: 'pwd' }, output: 'done' },
      },
    ],
  },
  {
    title: 'a hook that fails open before a tool lets it run and is told',
    config: on('PreToolUse', hook('a', 'exit 1')),
    steps: [{ tool, expect: { status: 'ok', ran: input } }, { observed: { type: 'failedOpen', class: 'crash' } }],
  },
  {
    title: 'a halt after the tool reaches the host with the output',
    config: on('PostToolUse', prints({ continue: false, stopReason: 'enough' })),
    steps: [{ tool, gives: 'out', expect: { status: 'ok', ran: input, output: 'out', halt: { reason: 'enough' } } }],
  },
  {
    title: 'an aborted call is not run',
    steps: [{ tool, abortAfterMs: 0, expect: { status: 'denied', reason: /[Aa]bort/, events: ['PreToolUse'] } }],
  },
  {
    title: 'an input that is no object is refused before any hook',
    steps: [
      {
        tool: { name: 'Bash', input: ['ls'] as never },
        expect: { status: 'denied', reason: /plain object/, events: [] },
      },
    ],
  },
  {
    title: 'built-in guards deny what is dangerous and let pass what is not',
    config: { guards: ['hookline:dangerous-commands'] },
    steps: [
      {
        tool: { name: 'Bash', input: { command: 'rm -rf /' } },
        expect: { status: 'denied', reason: /dangerous-commands/ },
      },
      { tool, expect: { status: 'ok', ran: input } },
    ],
  },
])
