import { expect } from 'vitest'
import type { CanUseTool, PermissionMode } from '../../../../src/index.ts'
import type { Case, ToolStep } from '../case.ts'
import { on, prints, specific } from '../compose.ts'

const input = { command: 'ls' }
const bashCall = { name: 'Bash', input }
const always: CanUseTool = () => ({ behavior: 'allow' })

function kinds(runs: Record<string, boolean>): ToolStep[] {
  const names: Record<string, string> = { readonly: 'Read', write: 'Write', execute: 'Bash', mcp: 'mcp__a__b' }
  return Object.entries(runs).map(([kind, isRun]) => ({
    tool: { name: names[kind]!, input: {} },
    expect: isRun ? { status: 'ok', ran: {} } : { status: 'denied', reason: /nobody to ask/ },
  }))
}

function mode(permissionMode: PermissionMode, runs: Record<string, boolean>): Case {
  return {
    id: 'U7',
    basis: 'T',
    title: `mode ${permissionMode} runs what it says and asks for the rest`,
    session: { permissionMode },
    steps: kinds(runs),
  }
}

/** Group U: the host's own word. */
export const canUseToolCases: Case[] = [
  {
    id: 'U1',
    basis: 'S',
    title: 'allow runs the tool, without asking anybody',
    session: { permissionMode: 'default', canUseTool: always },
    steps: [{ tool: bashCall, expect: { status: 'ok', ran: input, events: ['PreToolUse', 'PostToolUse'] } }],
  },
  {
    id: 'U1',
    basis: 'S',
    title: 'allow with an input runs the tool with that input',
    session: {
      permissionMode: 'default',
      canUseTool: () => ({ behavior: 'allow', updatedInput: { command: 'pwd' } }),
    },
    steps: [
      {
        tool: { name: 'Bash', input: { command: 'ls', timeout: 3 } },
        expect: { status: 'ok', ran: { command: 'pwd' } },
      },
    ],
  },
  {
    id: 'U2',
    basis: 'S',
    title: 'deny keeps the tool from running, the model reads the message',
    session: { permissionMode: 'yolo', canUseTool: () => ({ behavior: 'deny', message: 'M' }) },
    steps: [
      {
        tool: bashCall,
        expect: { status: 'denied', reason: 'M', decidedBy: 'canUseTool', events: ['PreToolUse'] },
      },
    ],
  },
  {
    id: 'U2',
    basis: 'S',
    title: 'interrupt ends the turn',
    session: { canUseTool: async () => ({ behavior: 'deny', message: 'M', interrupt: true }) },
    steps: [{ tool: bashCall, expect: { status: 'denied', reason: 'M', interrupt: true } }],
  },
  {
    id: 'U3',
    basis: 'S',
    title: 'ask leaves it to PermissionRequest hooks, then to a person',
    config: on('PermissionRequest', prints(specific({ permissionDecision: 'ask' }))),
    session: { permissionMode: 'default', canUseTool: () => ({ behavior: 'ask' }), onAsk: () => true },
    steps: [
      {
        tool: bashCall,
        expect: {
          status: 'ok',
          ran: input,
          events: ['PreToolUse', 'PermissionRequest', 'Notification', 'PostToolUse'],
        },
      },
    ],
  },
  {
    id: 'U3',
    basis: 'S',
    title: 'ask with nobody to ask denies, with the remedies',
    session: { permissionMode: 'default', canUseTool: () => ({ behavior: 'ask' }) },
    steps: [
      {
        tool: bashCall,
        expect: {
          status: 'denied',
          reason: /nobody to ask.*canUseTool.*onAsk.*permissions\.allow/s,
          events: ['PreToolUse', 'PermissionRequest', 'Notification'],
        },
      },
    ],
  },
  {
    id: 'U4',
    basis: 'S',
    title: 'the options say what the call touches',
    session: {
      canUseTool: (toolName, given, options) => {
        expect({ toolName, given, ...options }).toEqual({
          toolName: 'Write',
          given: { file_path: 'a.txt' },
          signal: expect.any(AbortSignal),
          abortSignal: options.signal,
          toolKind: 'write',
          toolUseId: 'toolu_7',
          affectedPaths: ['a.txt'],
        })
        return { behavior: 'allow' }
      },
    },
    steps: [
      {
        tool: { name: 'Write', input: { file_path: 'a.txt' }, id: 'toolu_7' },
        expect: { status: 'ok', ran: { file_path: 'a.txt' } },
      },
    ],
  },
  ...Object.entries({
    Read: 'readonly',
    Write: 'write',
    Edit: 'write',
    Bash: 'execute',
    mcp__a__b: 'mcp',
    Other: 'execute',
  }).map(
    ([name, kind]): Case => ({
      id: 'U4',
      basis: 'S',
      title: `the kind of ${name} is ${kind}`,
      session: { canUseTool: (_, __, { toolKind }) => ({ behavior: 'deny', message: toolKind }) },
      steps: [{ tool: { name, input: {} }, expect: { status: 'denied', reason: kind } }],
    }),
  ),
  {
    id: 'U5',
    basis: 'T',
    title: 'plan mode denies writes even if everybody allows',
    config: on('PreToolUse', prints(specific({ permissionDecision: 'allow' }))),
    session: { permissionMode: 'plan', canUseTool: always, permissions: { allow: ['Write', 'Bash'] } },
    steps: [
      { tool: { name: 'Write', input: {} }, expect: { status: 'denied', reason: /plan mode/, decidedBy: 'mode:plan' } },
      { tool: bashCall, expect: { status: 'denied', reason: /plan mode/ } },
      { tool: { name: 'Read', input: {} }, expect: { status: 'ok', ran: {} } },
    ],
  },
  {
    id: 'U6',
    basis: 'T',
    title: 'rewrites of hooks and of the host accumulate, in order',
    config: { PreToolUse: [() => ({ action: 'continue', modifiedInput: { b: 2 } })] },
    session: { canUseTool: (_, given) => ({ behavior: 'allow', updatedInput: { ...given, c: 3 } }) },
    steps: [{ tool: { name: 'T', input: { a: 1 } }, expect: { status: 'ok', ran: { a: 1, b: 2, c: 3 } } }],
  },
  mode('default', { readonly: true, write: false, execute: false, mcp: false }),
  mode('autoEdit', { readonly: true, write: true, execute: false, mcp: false }),
  mode('yolo', { readonly: true, write: true, execute: true, mcp: true }),
  {
    id: 'U8',
    basis: 'T',
    title: 'a deny rule on a path holds against an allow, and an ask rule asks',
    session: {
      permissionMode: 'yolo',
      permissions: { deny: ['Read(/etc/passwd)'], ask: ['Read(**/id_rsa)'], allow: ['Read'] },
      onAsk: () => false,
    },
    steps: [
      {
        tool: { name: 'Read', input: { file_path: '/etc/passwd' } },
        expect: { status: 'denied', reason: /Read\(\/etc\/passwd\)/, decidedBy: 'rule:Read(/etc/passwd)' },
      },
      {
        tool: { name: 'Read', input: { file_path: '/home/x/.ssh/id_rsa' } },
        expect: {
          status: 'denied',
          reason: /refused by the user/,
          decidedBy: 'user',
          events: ['PreToolUse', 'PermissionRequest', 'Notification'],
        },
      },
      {
        tool: { name: 'Read', input: { file_path: '/home/x/a' } },
        expect: { status: 'ok', ran: { file_path: '/home/x/a' } },
      },
    ],
  },
]
