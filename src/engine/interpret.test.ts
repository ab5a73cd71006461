import { describe, expect, it } from 'vitest'
import { makeHook, makeInput, onlyHook } from '../../test/support/make-hook.ts'
import type { EventName } from '../protocol/event-types.ts'
import type { Hook } from '../protocol/hook.ts'
import type { Outcome } from '../protocol/outcome.ts'
import type { RawResult } from '../protocol/raw-result.ts'
import { silentOutcome } from './create-outcome.ts'
import { interpret } from './interpret.ts'

const channel = (text: string) => ({ text, bytes: text.length, truncated: false, invalidUtf8: false })
const exit = (code: number, stdout = '', stderr = ''): RawResult => ({
  kind: 'process',
  end: { by: 'exit', code },
  stdout: channel(stdout),
  stderr: channel(stderr),
  leftovers: [],
})
const json = (value: unknown) => exit(0, JSON.stringify(value))
const claude = (event: string) =>
  onlyHook('claude', { hooks: { [event]: [{ hooks: [{ type: 'command', command: 'true' }] }] } })
const kimi = (event: string) => onlyHook('kimi', { hooks: { [event]: [{ name: 'k', command: 'true' }] } })
const meant = (raw: RawResult, hook: Hook): Partial<Outcome> => {
  const { exitCode: _, ...outcome } = interpret(raw, hook, makeInput(hook.event))
  const silent = silentOutcome() as unknown as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(outcome).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(silent[key])),
  )
}
const on = (event: EventName) => makeHook({}, event)

describe('exit 2', () => {
  it.each([
    ['stderr is the reason', exit(2, '', 'no way\n'), 'no way'],
    ['the JSON reason stands in for an empty stderr', exit(2, '{"reason":"from json"}'), 'from json'],
    ['text on stdout stands in for an empty stderr', exit(2, 'from stdout'), 'from stdout'],
    ['stderr beats stdout', exit(2, '{"reason":"json"}', 'stderr'), 'stderr'],
    ['a JSON object on stderr gives its reason', exit(2, '', '{"decision":"block","reason":"inner"}'), 'inner'],
    ['an allow beside it does not help', exit(2, '{"decision":"allow"}', 'no'), 'no'],
  ])('blocks: %s', (_, raw, reason) => {
    expect(meant(raw, on('PreToolUse'))).toEqual({ decision: 'deny', reason, endsChain: true })
  })

  it('has a default reason', () => {
    expect(meant(exit(2), makeHook({ name: 'guard' }))).toMatchObject({
      decision: 'deny',
      reason: 'Blocked by hook guard.',
    })
  })

  it.each([
    ['Stop', { hookSpecificOutput: { hookEventName: 'Stop', continue: true, continueReason: 'why' } }],
    ['TaskCompleted', { blockCompletion: true, blockReason: 'why' }],
    ['PermissionRequest', { hookSpecificOutput: { decision: { behavior: 'deny', message: 'why' } } }],
    ['PreToolUse', { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'why' } }],
  ] as const)('takes the reason of an answer on stderr under every spelling: %s', (event, answer) => {
    expect(meant(exit(2, '', JSON.stringify(answer)), on(event))).toMatchObject({ decision: 'deny', reason: 'why' })
  })

  it('is feedback for the model after tools', () => {
    expect(meant(exit(2, '', 'lint failed'), on('PostToolUse'))).toEqual({ context: ['lint failed'] })
  })

  it('is feedback for the user where nothing can be blocked', () => {
    expect(meant(exit(2, '', 'careful'), on('SessionStart'))).toEqual({ messages: ['careful'] })
  })

  it('takes no context and no rewrite from stdout', () => {
    const stdout = JSON.stringify({ hookSpecificOutput: { additionalContext: 'x', updatedInput: { command: 'pwd' } } })
    expect(meant(exit(2, stdout, 'no'), on('PreToolUse'))).toEqual({ decision: 'deny', reason: 'no', endsChain: true })
  })

  it('halts too when stdout says continue: false', () => {
    expect(meant(exit(2, '{"continue":false,"stopReason":"enough"}', 'no'), on('PreToolUse'))).toEqual({
      decision: 'deny',
      reason: 'no',
      halt: { reason: 'enough' },
      endsChain: true,
    })
  })
})

describe('the three meanings of continue', () => {
  const inside = (event: string, value: boolean) =>
    json({ hookSpecificOutput: { hookEventName: event, continue: value, continueReason: 'go on' } })

  it('keeps the agent working on Stop when true inside hookSpecificOutput', () => {
    expect(meant(inside('Stop', true), on('Stop'))).toEqual({ decision: 'deny', reason: 'go on', endsChain: true })
    expect(meant(inside('Stop', false), on('Stop'))).toEqual({})
  })

  it('keeps the sub-agent working on SubagentStop when false inside hookSpecificOutput', () => {
    expect(meant(inside('SubagentStop', false), on('SubagentStop'))).toEqual({
      decision: 'deny',
      reason: 'go on',
      endsChain: true,
    })
    expect(meant(inside('SubagentStop', true), on('SubagentStop'))).toEqual({})
  })

  it('halts everything when false at top level, on every event', () => {
    const raw = json({ continue: false, stopReason: 'enough' })
    for (const event of ['Stop', 'SubagentStop', 'PreToolUse', 'Notification'] as const) {
      expect(meant(raw, on(event))).toEqual({ halt: { reason: 'enough' }, endsChain: true })
    }
  })

  it('keeps the agent working on Stop when true at top level with a reason, and only then', () => {
    expect(meant(json({ continue: true, continueReason: 'tests' }), on('Stop'))).toMatchObject({
      decision: 'deny',
      reason: 'tests',
    })
    expect(meant(json({ continue: true }), on('Stop'))).toEqual({})
    expect(meant(json({ continue: true, continueReason: 'x' }), on('PreToolUse'))).toEqual({})
  })
})

describe('spellings', () => {
  it.each([
    [{ permissionDecision: 'deny', permissionDecisionReason: 'r' }],
    [{ hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason: 'r' } }],
    [{ decision: 'deny', reason: 'r' }],
    [{ decision: 'block', reason: 'r' }],
    [{ decision: { behavior: 'block', message: 'r' } }],
    [{ hookSpecificOutput: { decision: { behavior: 'deny', message: 'r' } } }],
    [{ decision: 'allow', reason: 'r', hookSpecificOutput: { permissionDecision: 'deny' } }],
  ])('denies for %j', (answer) => {
    for (const hook of [on('PreToolUse'), claude('PreToolUse'), kimi('before_tool')]) {
      expect(meant(json(answer), hook)).toEqual({ decision: 'deny', reason: 'r', endsChain: true })
    }
  })

  it('takes a plain allow of a Kimi hook for no opinion', () => {
    expect(meant(json({ decision: 'allow' }), kimi('before_tool'))).toEqual({})
    expect(meant(json({ permissionDecision: 'allow' }), kimi('before_tool'))).toEqual({ decision: 'allow' })
    expect(meant(json({ decision: 'allow' }), on('PreToolUse'))).toEqual({ decision: 'allow' })
  })

  it('blocks by the switch of the event', () => {
    const answer = json({ hookSpecificOutput: { blockCompletion: true, blockReason: 'tests fail' } })
    expect(meant(answer, on('TaskCompleted'))).toEqual({ decision: 'deny', reason: 'tests fail', endsChain: true })
  })

  it('turns ask into deny where the event can be blocked and nobody can be asked', () => {
    expect(meant(json({ decision: 'ask', reason: 'r' }), on('Stop'))).toMatchObject({ decision: 'deny', reason: 'r' })
    expect(meant(json({ decision: 'ask' }), on('PostToolUse')).decision).toBeUndefined()
  })
})

describe('what does not fit', () => {
  it.each([
    ['a misspelt word', '{"decision":"denny"}', /decision is "denny", expected allow, approve, deny, block or ask/],
    ['a wrong type', '{"systemMessage":5}', /systemMessage is 5, expected text/],
    ['a decision twice', '{"decision":"deny","decision":"allow"}', /decision is given twice/],
    [
      'another event',
      '{"hookSpecificOutput":{"hookEventName":"Stop"}}',
      /hookEventName is "Stop", expected "PreToolUse"/,
    ],
    ['JSON that was cut off', '{"decision":"de', /./],
    ['two answers', '{"decision":"allow"}\n{"decision":"ask"}', /2 JSON answers were printed/],
    ['an allow among other text', 'hi\n{"decision":"allow"}', /needs clean output/],
    ['a rewrite among other text', 'hi\n{"updatedInput":{"command":"x"}}', /needs clean output/],
    ['a rewritten input that is a list', '{"updatedInput":[]}', /expected an object/],
  ])('is invalid output: %s', (_, stdout, message) => {
    const outcome = meant(exit(0, stdout), on('PreToolUse'))
    expect(outcome).toMatchObject({ status: 'failed', class: 'invalidOutput' })
    expect(outcome.failure).toMatch(message)
    expect(outcome.decision).toBeUndefined()
  })

  it.each([
    ['a wrong type beside it', exit(0, '{"decision":"deny","systemMessage":5}')],
    ['another answer', exit(0, '{"decision":"allow"}\n{"decision":"deny"}')],
    ['text around it', exit(0, 'Welcome\n{"decision":"deny"}')],
    ['a crash', exit(1, '{"decision":"deny"}')],
    ['a timeout', { ...exit(0, '{"decision":"deny"}'), end: { by: 'timeout' } } as RawResult],
  ])('never loses a deny to %s', (_, raw) => {
    expect(meant(raw, on('PreToolUse'))).toMatchObject({ decision: 'deny' })
  })

  it('D7 says that an answer was truncated', () => {
    const raw = exit(0, '{"decision":"allow","reason":"xxxx') as RawResult & { kind: 'process' }
    raw.stdout.truncated = true
    expect(meant(raw, on('PreToolUse')).failure).toMatch(/truncated/)
  })
})

describe('text', () => {
  it('is context on UserPromptSubmit and SessionStart, elsewhere only recorded', () => {
    expect(meant(exit(0, 'branch: main\n'), on('SessionStart'))).toEqual({ context: ['branch: main'] })
    expect(meant(exit(0, 'note'), on('UserPromptSubmit'))).toEqual({ context: ['note'] })
    expect(meant(exit(0, 'note'), on('PreToolUse'))).toEqual({ recorded: 'note' })
  })

  it('is context for every Kimi event that takes context', () => {
    expect(meant(exit(0, 'note'), kimi('before_tool'))).toEqual({ context: ['note'] })
  })

  it('covers arrays, strings and numbers', () => {
    for (const text of ['[1,2]', '"x"', '5']) expect(meant(exit(0, text), on('PreToolUse'))).toEqual({ recorded: text })
  })
})

describe('rewrites', () => {
  const answer = json({ updatedInput: { command: 'pwd' } })
  const seen = makeInput('PreToolUse', { toolInput: { command: 'ls', timeout: 5 } })

  it('merges in native files and replaces in claude files', () => {
    expect(interpret(answer, on('PreToolUse'), seen).rewrite).toEqual({
      kind: 'input',
      value: { command: 'pwd', timeout: 5 },
      conflicts: [],
    })
    expect(interpret(answer, claude('PreToolUse'), seen).rewrite).toEqual({
      kind: 'input',
      value: { command: 'pwd' },
      conflicts: [],
    })
  })

  it('rewrites the prompt from every form a callback may use', () => {
    const hook = makeHook({ type: 'callback', callback: () => undefined }, 'UserPromptSubmit')
    const prompt = makeInput('UserPromptSubmit', { userPrompt: 'old' })
    const whole = { userPrompt: 'old', message: 'old', sessionId: 's' }
    for (const modifiedInput of [
      'new',
      { message: 'new' },
      { userPrompt: 'new' },
      { ...whole, message: 'new' },
      { ...whole, userPrompt: 'new' },
    ]) {
      const raw: RawResult = { kind: 'value', value: { action: 'continue', modifiedInput } }
      expect(interpret(raw, hook, prompt).rewrite).toEqual({ kind: 'prompt', value: 'new' })
    }
  })

  it('warns when the event has no such power', () => {
    expect(meant(answer, on('Stop')).warnings).toEqual(['a rewritten input has no effect on Stop and was ignored'])
  })

  it.each([
    ['another input', { command: 'pwd' }, undefined],
    ['no object', 'pwd', undefined],
    ['the input that was seen', { command: 'ls' }, 'allow'],
    ['some of the input that was seen', {}, 'allow'],
  ])('that cannot be put in place voids an allow for %s', (_, updatedInput, decision) => {
    const asked = makeInput('PermissionRequest', { toolInput: { command: 'ls' } })
    const outcome = interpret(json({ permissionDecision: 'allow', updatedInput }), on('PermissionRequest'), asked)
    expect(outcome.decision ?? undefined).toBe(decision)
    expect(outcome.warnings.some((warning) => warning.startsWith('the allow is void'))).toBe(decision === undefined)
  })
})

describe('Kimi', () => {
  it.each(['session_start', 'session_end', 'after_agent', 'after_tool'])('takes a deny on %s for feedback', (event) => {
    expect(meant(json({ decision: 'deny', reason: 'r' }), kimi(event)).decision).toBeUndefined()
  })

  it.each(['before_tool', 'before_agent', 'subagent_start', 'subagent_stop', 'before_stop', 'pre_compact'])(
    'blocks on %s',
    (event) => {
      expect(meant(json({ decision: 'deny', reason: 'r' }), kimi(event))).toMatchObject({
        decision: 'deny',
        reason: 'r',
      })
    },
  )
})

describe('classes of failure', () => {
  it.each([
    [1, 'crash'],
    [3, 'crash'],
    [125, 'crash'],
    [124, 'timeout'],
    [126, 'spawn'],
    [127, 'spawn'],
    [128, 'crash'],
    [130, 'signal'],
    [137, 'signal'],
    [255, 'crash'],
  ])('exit %i is %s', (code, name) => {
    expect(meant(exit(code), on('PreToolUse'))).toMatchObject({ status: 'failed', class: name })
  })

  it.each([
    ['/bin/sh: 1: ./guard.sh: Permission denied\n', './guard.sh'],
    ['/bin/sh: line 1: ./my guard.sh: Permission denied\n', "'./my guard.sh'"],
    ['noise\nsh: hooks/it: Permission denied\nmore', 'hooks/it'],
  ])('says how to make a program executable that a shell could not start: %j', (stderr, word) => {
    expect(meant(exit(126, '', stderr), on('PreToolUse'))).toMatchObject({
      class: 'spawn',
      failure: stderr.trim(),
      hint: `if it is a program, make it executable: chmod +x ${word}`,
    })
    expect(meant(exit(1, '', stderr), on('PreToolUse'))).not.toHaveProperty('hint')
  })

  it('reports stderr word for word, or else the code', () => {
    expect(meant(exit(1, '', 'Some error\n'), on('PreToolUse')).failure).toBe('Some error')
    expect(meant(exit(1), on('PreToolUse')).failure).toBe('hook exited with code 1')
  })
})
