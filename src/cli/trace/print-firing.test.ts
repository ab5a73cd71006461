import { expect, it } from 'vitest'
import { HookEvent } from '../../protocol/event-types.ts'
import type { FiringSummary, RecordBody, SessionRecord, SessionSummary } from '../../protocol/records.ts'
import { createTerminal } from '../terminal.ts'
import { assembleFiring, type Firing } from './assemble-firing.ts'
import { printFiring } from './print-firing.ts'
import { describeScreen, type Screen } from './screen.ts'

const event = HookEvent.PreToolUse
const summary: FiringSummary = {
  sessionId: 's',
  firing: 'f',
  id: 2,
  at: 1500,
  event,
  tool: 'Write',
  agentId: null,
  ms: 12,
  decision: 'ask',
  reason: 'sure?',
  decidedBy: 'guard',
  failedOpen: true,
  interrupted: false,
  runs: 2,
}
const session: SessionSummary = {
  sessionId: 's',
  projectDir: '/p',
  program: 'sdk',
  firstAt: 1000,
  lastAt: 2000,
  events: 1,
  runs: 2,
  denied: 0,
  failedOpen: 1,
  slow: 0,
  waiting: 0,
}

let seq = 0
const record = (body: RecordBody, firing: string | null = 'f'): SessionRecord =>
  ({ version: 1, id: ++seq, sessionId: 's', seq, at: 1500 + seq, firing, hash: '', ...body }) as SessionRecord
const run = { event, source: 'hooks.json:3', handler: 'command', dialect: 'blade', startMs: 1, ms: 10 } as const

function assemble(): Firing {
  const input = {
    toolName: 'Write',
    toolUseId: 'c1',
    toolInput: { file_path: 'a', content: 'one\ntwo\nthree\n' },
    cwd: '/p',
  }
  const own = [
    record({ kind: 'event', body: { event, input } }),
    record({
      kind: 'run',
      body: {
        ...run,
        hook: 'broken',
        status: 'failed',
        class: 'crash',
        exitCode: 1,
        decision: null,
        reason: null,
        stderr: 'oh\u001b[2Jno\n',
      },
    }),
    record({
      kind: 'run',
      body: {
        ...run,
        hook: 'guard',
        startMs: 0,
        status: 'ok',
        exitCode: 0,
        decision: 'ask',
        reason: 'sure?',
        stdout: 'x'.repeat(5000),
      },
    }),
    record({
      kind: 'verdict',
      body: {
        event,
        ms: 12,
        decision: 'ask',
        reason: 'sure?',
        decidedBy: 'guard',
        input: { file_path: 'a', content: 'one\n2\nthree\n' },
        changes: [{ path: 'input.content', by: 'guard' }],
        context: ['mind the gap'],
        messages: [],
        env: [],
        warnings: [],
        halt: null,
        aborted: false,
        failedOpen: [{ hook: 'broken', class: 'crash' }],
        runs: [
          { hook: 'idle', source: 'hooks.json:9', handler: 'command', status: 'skipped', why: 'matcher: no', ms: 0 },
        ],
      },
    }),
    record({
      kind: 'delivery',
      body: { event, hooks: ['guard'], state: 'spilled', characters: 12, file: '/spill', request: 3 },
    }),
  ]
  const beside = [
    record(
      { kind: 'question', body: { questionId: 'q', toolName: 'Write', toolUseId: 'c1', input: {}, reason: 'sure?' } },
      null,
    ),
    record({ kind: 'answer', body: { questionId: 'q', behavior: 'deny', by: 'terminal', message: 'not now' } }, null),
    record(
      {
        kind: 'permission',
        body: {
          toolName: 'Write',
          toolUseId: 'c1',
          granted: false,
          decidedBy: 'user',
          reason: 'not now',
          inputDigest: 'abc',
        },
      },
      null,
    ),
    record(
      {
        kind: 'permission',
        body: { toolName: 'Write', toolUseId: 'other', granted: true, decidedBy: null, reason: null, inputDigest: 'x' },
      },
      null,
    ),
  ]
  return assembleFiring(summary, 1, { own, beside })
}

function print(all: boolean): string[] {
  const lines: string[] = []
  const channel = { on: () => channel, write: () => true } as never
  const terminal = createTerminal({ stdout: channel, stderr: channel, env: {} })
  const screen: Screen = {
    ...describeScreen(terminal, { stdout: {}, env: {} }),
    print: (line) => lines.push(...line.split('\n')),
  }
  printFiring(assemble(), session, { screen, all })
  return lines
}

it('tells all that is known of an event', () => {
  const lines = print(false)
  const from = lines.indexOf('payload')
  expect(lines.slice(from).map((line) => line.replace(/x{100,}/, 'xxx'))).toEqual([
    'payload',
    '  toolName: Write',
    '  toolUseId: c1',
    '  toolInput:',
    '    file_path: a',
    '    content: |',
    '      one',
    '      two',
    '      three',
    '  cwd: /p',
    '',
    'hooks',
    '  ✓ guard  ask, exit 0, 10 ms, began at <1 ms',
    '      from      hooks.json:3 (command, blade)',
    '      reason    sure?',
    '      stdout    xxx',
    '                (… 1000 more characters; --all or --json shows them)',
    '  ✗ broken  no opinion, failed (crash, exit 1), FAILED OPEN, 10 ms, began at 1 ms',
    '      from      hooks.json:3 (command, blade)',
    '      stderr    oh\\u001b[2Jno',
    '  · idle  did not run: matcher: no  (hooks.json:9)',
    '',
    'changes',
    '  input.content by guard',
    '  --- input as asked for',
    '  +++ input after hooks',
    '    file_path: a',
    '    content: |',
    '      one',
    '  -   two',
    '  +   2',
    '      three',
    '',
    'verdict',
    '      decision  ask',
    '      by        guard',
    '      reason    sure?',
    '      open      broken failed open (crash)',
    '      context   mind the gap',
    '',
    'permission',
    '  refused by user: not now',
    '  input abc',
    '',
    'question',
    '  sure?',
    '  deny by terminal after 1 ms: not now',
    '',
    'delivery to the model',
    '  spilled: 12 characters of guard, whole text in /spill, request 3',
  ])
})

it('shows texts in full when all is asked for', () => {
  expect(print(true).some((line) => line.includes('x'.repeat(5000)))).toBe(true)
})
