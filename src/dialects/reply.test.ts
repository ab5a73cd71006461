import { expect, test } from 'vitest'
import type { EventName } from '../protocol/event-types.ts'
import type { Verdict } from '../protocol/verdict.ts'
import { type Reply, type ReplyDialect, writeReply } from './reply.ts'
import { senders } from './wire-in/identify-sender.ts'
import { readWireEvent } from './wire-in.ts'

function verdictOf(event: EventName, parts: Partial<Verdict> = {}): Verdict {
  return {
    event,
    decision: null,
    reason: null,
    decidedBy: null,
    changes: [],
    context: [],
    messages: [],
    env: {},
    warnings: [],
    halt: null,
    aborted: false,
    failedOpen: [],
    runs: [],
    ...parts,
  }
}

const toolCall = { tool_name: 'Bash', tool_input: { command: 'ls', timeout: 5 } }

interface Case {
  to: ReplyDialect
  event: string
  fields?: Record<string, unknown>
  verdict?: Partial<Verdict>
}

function reply({ to, event, fields = toolCall, verdict = {} }: Case): {
  answer: unknown
  stderr: string
  exit: number
} {
  const wire = readWireEvent({ hook_event_name: event, session_id: 's', ...fields })
  const name = wire.hosted ? wire.event : 'Stop'
  const { stdout, stderr, exitCode }: Reply = writeReply(to, verdictOf(name, verdict), wire)
  if (stdout !== '') expect(stdout.endsWith('\n')).toBe(true)
  return { answer: stdout === '' ? null : parse(stdout), stderr, exit: exitCode }
}

function parse(stdout: string): unknown {
  try {
    return JSON.parse(stdout)
  } catch {
    return stdout
  }
}

const denied = { decision: 'deny', reason: 'no' } as const
const silent = { answer: null, stderr: '', exit: 0 }

test.each(senders)('%s hears nothing when there is nothing to say', (to) => {
  expect(reply({ to, event: 'PreToolUse' })).toEqual(silent)
  expect(reply({ to, event: 'SessionEnd', fields: { reason: 'other' } })).toEqual(silent)
})

test.each(senders)('%s hears nothing of an event that is not hosted', (to) => {
  expect(reply({ to, event: 'PostCompact', fields: {} })).toEqual({
    answer: null,
    stderr: 'PostCompact is an event that Hookline does not host: no hook ran.\n',
    exit: 0,
  })
})

const toolDenials: Record<ReplyDialect, unknown> = {
  blade: {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'no',
    },
  },
  claude: {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' },
  },
  codex: {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' },
  },
  'kimi-official': {
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' },
  },
  kimi: { decision: 'deny', reason: 'no' },
  gemini: { decision: 'deny', reason: 'no' },
}

test.each(senders)('%s hears a deny of a tool in its own words', (to) => {
  expect(reply({ to, event: 'PreToolUse', verdict: denied })).toEqual({ answer: toolDenials[to], stderr: '', exit: 0 })
})

test('Claude Code hears an allow, a question, a rewrite and context', () => {
  const verdict = { decision: 'ask', reason: 'sure?', input: { command: 'ls -l' }, context: ['a', 'b'] } as const
  expect(reply({ to: 'claude', event: 'PreToolUse', verdict: { ...verdict, context: ['a', 'b'] } })).toEqual({
    answer: {
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'ask',
        permissionDecisionReason: 'sure?',
        updatedInput: { command: 'ls -l' },
        additionalContext: 'a\n\nb',
      },
    },
    stderr: '',
    exit: 0,
  })
  expect(reply({ to: 'claude', event: 'PreToolUse', verdict: { input: { command: 'ls -l' } } }).answer).toEqual({
    hookSpecificOutput: { hookEventName: 'PreToolUse', updatedInput: { command: 'ls -l' } },
  })
  expect(reply({ to: 'claude', event: 'PreToolUse', verdict: { decision: 'allow' } }).answer).toEqual({
    hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'allow' },
  })
})

test('Claude Code is halted and the call at hand denied, because the halt alone would let it run', () => {
  expect(reply({ to: 'claude', event: 'PreToolUse', verdict: { halt: { reason: 'enough' } } }).answer).toEqual({
    continue: false,
    stopReason: 'enough',
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: 'enough',
    },
  })
})

test('Claude Code is halted at a stop without being kept working', () => {
  const verdict = { ...denied, halt: { reason: 'enough' } }
  expect(reply({ to: 'claude', event: 'Stop', fields: {}, verdict }).answer).toEqual({
    continue: false,
    stopReason: 'enough',
  })
})

test('Claude Code keeps working with the reason and the context of a refused stop', () => {
  const verdict = { ...denied, context: ['see log'], messages: ['m1', 'm2'] }
  expect(reply({ to: 'claude', event: 'Stop', fields: {}, verdict })).toEqual({
    answer: { systemMessage: 'm1\nm2', decision: 'block', reason: 'no\n\nsee log' },
    stderr: '',
    exit: 0,
  })
})

test('context at a stop that nobody refused goes to the user, since it would keep Claude Code working', () => {
  expect(reply({ to: 'claude', event: 'Stop', fields: {}, verdict: { context: ['fyi'] } })).toEqual({
    answer: { systemMessage: 'fyi' },
    stderr: 'Claude Code takes no context at Stop: it was given to the user instead\n',
    exit: 0,
  })
})

test('Claude Code answers a permission question', () => {
  expect(reply({ to: 'claude', event: 'PermissionRequest', verdict: denied }).answer).toEqual({
    hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'deny', message: 'no' } },
  })
  expect(reply({ to: 'claude', event: 'PermissionRequest', verdict: { decision: 'allow' } }).answer).toEqual({
    hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
  })
  expect(reply({ to: 'claude', event: 'PermissionRequest', verdict: { decision: 'ask' } })).toEqual(silent)
})

test.each(['PreCompact', 'TaskCompleted'])('Claude Code refuses %s by exit code, the reason on stderr', (event) => {
  const fields = { trigger: 'auto', task_id: '1', task_description: 'd' }
  expect(reply({ to: 'claude', event, fields, verdict: { ...denied, warnings: ['w'] } })).toEqual({
    answer: null,
    stderr: 'no\n',
    exit: 2,
  })
})

test('Claude Code reads a rewritten prompt as context and the user is told', () => {
  const fields = { prompt: 'old' }
  const { answer, stderr } = reply({ to: 'claude', event: 'UserPromptSubmit', fields, verdict: { prompt: 'new' } })
  expect(answer).toEqual({
    hookSpecificOutput: {
      hookEventName: 'UserPromptSubmit',
      additionalContext: 'A hook rewrote the prompt. Act on this version of it and not on the original:\nnew',
    },
  })
  expect(stderr).toBe('Claude Code cannot rewrite a prompt: the new one was added as context\n')
})

test('Claude Code gets a rewritten output in the shape of the old one', () => {
  const fields = { ...toolCall, tool_response: { stdout: 'secret', stderr: 'secret', interrupted: false } }
  expect(reply({ to: 'claude', event: 'PostToolUse', fields, verdict: { output: '***' } })).toEqual({
    answer: {
      hookSpecificOutput: {
        hookEventName: 'PostToolUse',
        updatedToolOutput: { stdout: '***', stderr: '', interrupted: false },
      },
    },
    stderr: '',
    exit: 0,
  })
  const file = { ...toolCall, tool_response: { type: 'text' } }
  expect(reply({ to: 'claude', event: 'PostToolUse', fields: file, verdict: { output: '***' } }).stderr).toBe(
    'Claude Code ignores a rewritten output that is text where the tool returned an object\n',
  )
})

test('a start that Claude Code cannot refuse ends the session instead', () => {
  expect(reply({ to: 'claude', event: 'SubagentStart', fields: { agent_type: 'x' }, verdict: denied }).answer).toEqual({
    continue: false,
    stopReason: 'no',
  })
})

test('failed gates and warnings are shown', () => {
  const verdict = { failedOpen: [{ hook: 'guard', class: 'timeout' as const }], warnings: ['guard: timed out'] }
  expect(reply({ to: 'claude', event: 'PreToolUse', verdict })).toEqual({
    answer: { systemMessage: 'guard failed open: timeout' },
    stderr: 'guard: timed out\n',
    exit: 0,
  })
  expect(reply({ to: 'kimi', event: 'PreToolUse', verdict })).toEqual({
    answer: null,
    stderr: 'guard: timed out\nguard failed open: timeout\n',
    exit: 0,
  })
})

test('Blade hears every field of the event table under its own name', () => {
  const at = (event: string, verdict: Partial<Verdict>, fields: Record<string, unknown> = {}): unknown =>
    reply({ to: 'blade', event, fields, verdict }).answer
  expect(at('Stop', denied)).toEqual({
    hookSpecificOutput: { hookEventName: 'Stop', continue: true, continueReason: 'no' },
  })
  expect(at('SubagentStop', denied, { agent_type: 'x' })).toEqual({
    hookSpecificOutput: { hookEventName: 'SubagentStop', continue: false, continueReason: 'no' },
  })
  expect(at('Compaction', denied, { trigger: 'auto' })).toEqual({
    hookSpecificOutput: { hookEventName: 'Compaction', blockCompaction: true, blockReason: 'no' },
  })
  expect(at('UserPromptSubmit', { prompt: 'new', context: ['c'] })).toEqual({
    hookSpecificOutput: { hookEventName: 'UserPromptSubmit', updatedPrompt: 'new', contextInjection: 'c' },
  })
  expect(at('UserPromptSubmit', denied)).toEqual({
    decision: 'block',
    reason: 'no',
    hookSpecificOutput: { hookEventName: 'UserPromptSubmit', decision: 'block', reason: 'no' },
  })
  expect(at('SessionStart', { env: { A: '1' }, messages: ['hi'] }, { source: 'startup' })).toEqual({
    systemMessage: 'hi',
    hookSpecificOutput: { hookEventName: 'SessionStart', env: { A: '1' } },
  })
  expect(at('PermissionRequest', { decision: 'allow' }, toolCall)).toEqual({
    hookSpecificOutput: { hookEventName: 'PermissionRequest', permissionDecision: 'approve' },
  })
  expect(at('PostToolUse', { output: null, context: ['c'] }, toolCall)).toEqual({
    hookSpecificOutput: { hookEventName: 'PostToolUse', updatedOutput: null, additionalContext: 'c' },
  })
})

test('an agent that merges gets only what changed', () => {
  const verdict = { input: { command: 'ls -l', timeout: 5 } }
  expect(reply({ to: 'kimi', event: 'PreToolUse', verdict }).answer).toEqual({ modified_input: { command: 'ls -l' } })
  expect(reply({ to: 'gemini', event: 'PreToolUse', verdict }).answer).toEqual({
    hookSpecificOutput: { hookEventName: 'BeforeTool', tool_input: { command: 'ls -l' } },
  })
})

test.each(['blade', 'kimi', 'gemini', 'kimi-official'] as const)(
  '%s denies a call whose rewrite it cannot make, and says what to call instead',
  (to) => {
    const { answer } = reply({ to, event: 'PreToolUse', verdict: { input: { command: 'ls' } } })
    expect(JSON.stringify(answer)).toContain('deny')
    expect(JSON.stringify(answer)).toContain('Make the call with this input instead')
  },
)

test('Kimi gets a rewritten path under the names it sent', () => {
  const wire = readWireEvent({
    event_type: 'before_tool',
    tool_name: 'WriteFile',
    tool_input: { path: 'a', content: 'x' },
  })
  const verdict = verdictOf('PreToolUse', { input: { file_path: 'b', content: 'x' } })
  expect(JSON.parse(writeReply('kimi', verdict, wire).stdout)).toEqual({ modified_input: { path: 'b' } })
})

test.each(['codex', 'kimi-official'] as const)('%s, which cannot ask, denies with the reason', (to) => {
  const verdict = { decision: 'ask', reason: 'production' } as const
  const { answer } = reply({ to, event: 'PreToolUse', verdict })
  expect(answer).toMatchObject({
    hookSpecificOutput: {
      permissionDecision: 'deny',
      permissionDecisionReason: expect.stringMatching(/^production \(.* has no way to ask here\.\)$/),
    },
  })
})

test('Codex gets no bare allow, and a rewritten output as the reason of a block', () => {
  expect(reply({ to: 'codex', event: 'PreToolUse', verdict: { decision: 'allow' } })).toEqual(silent)
  const fields = { ...toolCall, tool_response: 'secret' }
  expect(reply({ to: 'codex', event: 'PostToolUse', fields, verdict: { output: '***' } }).answer).toEqual({
    decision: 'block',
    reason: '***',
  })
})

test('the official Kimi program gets context as text and a refused prompt by exit code', () => {
  const fields = { prompt: 'x' }
  expect(reply({ to: 'kimi-official', event: 'UserPromptSubmit', fields, verdict: { context: ['a', 'b'] } })).toEqual({
    answer: 'a\n\nb\n',
    stderr: '',
    exit: 0,
  })
  const json = reply({ to: 'kimi-official', event: 'UserPromptSubmit', fields, verdict: { context: ['{"a":1}'] } })
  expect(json.answer).toEqual({
    message: '{"a":1}',
    hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: '{"a":1}' },
  })
  expect(reply({ to: 'kimi-official', event: 'UserPromptSubmit', fields, verdict: denied })).toEqual({
    answer: null,
    stderr: 'no\n',
    exit: 2,
  })
})

test('Kimi lets an agent stop that is to halt, and says that it cannot end the session', () => {
  const verdict = { ...denied, halt: { reason: 'enough' } }
  expect(reply({ to: 'kimi', event: 'Stop', fields: {}, verdict })).toEqual({
    answer: null,
    stderr: 'Kimi cannot end the session at Stop: enough\n',
    exit: 0,
  })
})
