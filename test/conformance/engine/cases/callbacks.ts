import type { HookInput } from '../../../../src/index.ts'
import type { Case, Fields } from '../case.ts'
import { bash, call, deny } from '../compose.ts'

const callbackOf = (id: string, callback: (input: HookInput) => unknown, options: Fields = {}): Fields => ({
  hooks: [{ id, type: 'callback', callback, ...options }],
})

/** Group L: functions as hooks. */
export const callbackCases: Case[] = [
  {
    id: 'L1',
    basis: 'S/T',
    title: 'a function rewrites the input, another the output',
    config: {
      PreToolUse: [() => ({ action: 'continue', modifiedInput: { value: 'from-pre' } })],
      PostToolUse: [() => ({ action: 'continue', modifiedOutput: 'from-post' })],
    },
    steps: [
      {
        tool: { name: 'Echo', input: { value: 'old' } },
        gives: 'raw',
        expect: { status: 'ok', ran: { value: 'from-pre' }, output: 'from-post' },
      },
    ],
  },
  {
    id: 'L2',
    basis: 'S',
    title: 'functions run in order, each seeing the input as rewritten so far',
    config: {
      PreToolUse: [
        callbackOf('a', () => ({ action: 'continue', modifiedInput: { x: 1 } })),
        callbackOf('b', ({ toolInput }) => {
          const { x, y } = toolInput as Fields
          return { action: 'continue', modifiedInput: { seen: `${x} ${y}` } }
        }),
        callbackOf('c', ({ toolInput }) => ({ additionalContext: JSON.stringify(toolInput) })),
      ],
    },
    event: 'PreToolUse',
    input: call('T', { x: 0, y: 2 }),
    expect: {
      input: { x: 1, y: 2, seen: '1 2' },
      changes: [
        { path: 'input.x', by: 'a' },
        { path: 'input.seen', by: 'b' },
      ],
      context: ['{"x":1,"y":2,"seen":"1 2"}'],
    },
  },
  {
    id: 'L4',
    basis: 'S',
    title: 'skip keeps the tool from running, the model reads the reason, later functions do not run',
    config: {
      PreToolUse: [
        callbackOf('first', () => ({ action: 'skip', reason: 'R' })),
        callbackOf('second', () => ({ action: 'abort' })),
      ],
    },
    steps: [
      {
        tool: { name: 'Bash', input: { command: 'ls' } },
        expect: { status: 'denied', reason: 'R', decidedBy: 'first', events: ['PreToolUse'] },
      },
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: { ...deny('R'), runs: [{ status: 'blocked' }, { status: 'skipped', why: 'chain ended by first' }] },
      },
    ],
  },
  {
    id: 'L4',
    basis: 'S',
    title: 'abort keeps the tool from running and ends the session',
    config: { PreToolUse: [callbackOf('a', () => ({ action: 'abort', reason: 'R' }))] },
    steps: [
      {
        tool: { name: 'Bash', input: { command: 'ls' } },
        expect: { status: 'denied', reason: 'R', decidedBy: 'a', halt: { reason: 'R' }, events: ['PreToolUse'] },
      },
    ],
  },
  {
    id: 'L5',
    basis: 'S',
    title: 'a function that throws is recorded and the tool still runs',
    config: {
      PreToolUse: [
        callbackOf('bad', () => {
          throw new Error('broken')
        }),
        callbackOf('worse', () => Promise.reject(new Error('rejected'))),
      ],
    },
    steps: [
      {
        tool: { name: 'Bash', input: { command: 'ls' } },
        gives: 'out',
        expect: { status: 'ok', ran: { command: 'ls' }, output: 'out' },
      },
      {
        fire: 'PreToolUse',
        input: bash('ls'),
        expect: {
          failedOpen: [
            { hook: 'bad', class: 'crash' },
            { hook: 'worse', class: 'crash' },
          ],
          warnings: ['bad: broken', 'worse: rejected'],
        },
      },
      { observed: { type: 'failedOpen', class: 'crash', message: 'broken' } },
    ],
  },
  ...[{ userPrompt: 'X' }, { message: 'X' }, 'X'].map(
    (modifiedInput): Case => ({
      id: 'L6',
      basis: 'S/T',
      title: `a prompt is rewritten by ${JSON.stringify(modifiedInput)}`,
      config: { UserPromptSubmit: [callbackOf('a', () => ({ action: 'continue', modifiedInput }))] },
      event: 'UserPromptSubmit',
      input: { userPrompt: 'old' },
      expect: { prompt: 'X', changes: [{ path: 'prompt', by: 'a' }] },
    }),
  ),
  {
    id: 'L6',
    basis: 'S',
    title: 'a prompt is there under both names, as rewritten so far',
    config: {
      UserPromptSubmit: [
        callbackOf('a', () => ({ action: 'continue', modifiedInput: 'new' })),
        callbackOf('b', ({ message, userPrompt, event, sessionId }) => ({
          additionalContext: [message, userPrompt, event, sessionId].join(' '),
        })),
      ],
    },
    event: 'UserPromptSubmit',
    input: { userPrompt: 'old' },
    expect: {
      prompt: 'new',
      changes: [{ path: 'prompt', by: 'a' }],
      context: ['new new UserPromptSubmit sess-42'],
    },
  },
  {
    id: 'L8',
    basis: 'T',
    title: 'a failure reaches a function as an error',
    config: {
      PostToolUseFailure: [
        ({ error, toolName }: HookInput) => ({
          additionalContext: `${toolName} ${error instanceof Error} ${error?.message}`,
        }),
      ],
    },
    steps: [
      {
        tool: { name: 'Bash', input: {} },
        gives: new Error('no luck'),
        expect: { status: 'failed', ran: {}, reason: 'no luck', context: ['Bash true no luck'] },
      },
    ],
  },
  ...(['skip', 'abort'] as const).map(
    (action): Case => ({
      id: 'L9',
      basis: 'T',
      title: `${action} on PermissionRequest denies`,
      config: { PermissionRequest: [callbackOf('a', () => ({ action, reason: 'R' }))] },
      session: { permissionMode: 'default', onAsk: () => true },
      steps: [
        {
          tool: { name: 'Bash', input: {} },
          expect: {
            status: 'denied',
            reason: 'R',
            decidedBy: 'a',
            ...(action === 'abort' && { halt: { reason: 'R' } }),
            events: ['PreToolUse', 'PermissionRequest'],
          },
        },
      ],
    }),
  ),
  {
    id: 'L10',
    basis: 'S',
    title: 'functions of the life of a session get the event and the session',
    config: {
      SessionStart: [({ event, sessionId }: HookInput) => ({ additionalContext: `${event} ${sessionId}` })],
      TaskCompleted: [({ event, sessionId }: HookInput) => ({ action: 'skip', reason: `${event} ${sessionId}` })],
      SessionEnd: [({ event, sessionId, reason }: HookInput) => ({ systemMessage: `${event} ${sessionId} ${reason}` })],
    },
    steps: [
      { fire: 'SessionStart', input: { source: 'startup' }, expect: { context: ['SessionStart sess-42'] } },
      {
        fire: 'TaskCompleted',
        input: { taskId: '1', taskDescription: 'd', success: true },
        expect: deny('TaskCompleted sess-42'),
      },
      { end: 'user_exit', expect: { messages: ['SessionEnd sess-42 user_exit'] } },
    ],
  },
  {
    id: 'L11',
    basis: 'S',
    title: 'the rate limit of the document stops the call after the fiftieth',
    config: { PreToolUse: [limitCalls(new Map())] },
    steps: [
      ...Array.from({ length: 50 }, () => ({ fire: 'PreToolUse' as const, input: bash('ls'), expect: {} })),
      { fire: 'PreToolUse', input: bash('ls'), expect: deny('Bash 调用次数超过限制 (50)') },
      { fire: 'PreToolUse', input: call('Read'), expect: {} },
    ],
  },
]

function limitCalls(callCounts: Map<string, number>) {
  const MAX_CALLS_PER_TOOL = 50
  return async (input: HookInput) => {
    const name = input.toolName ?? ''
    const count = (callCounts.get(name) ?? 0) + 1
    callCounts.set(name, count)
    if (count > MAX_CALLS_PER_TOOL) {
      return { action: 'skip', reason: `${name} 调用次数超过限制 (${MAX_CALLS_PER_TOOL})` }
    }
    return { action: 'continue' }
  }
}
