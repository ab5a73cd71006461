import { HookEvent } from '../../../src/protocol/event-types.ts'
import type { NewRecord, RunBody, VerdictBody } from '../../../src/protocol/records.ts'

type Event = VerdictBody['event']

/** A firing in the records: its event, its runs and its verdict. */
export interface SampleFiring {
  sessionId: string
  firing: string
  at: number
  event: Event
  input: Record<string, unknown>
  runs?: (Partial<RunBody> & { hook: string; ms: number })[]
  verdict?: Partial<VerdictBody> | null
}

/** The records of one firing. */
export function recordFiring({
  sessionId,
  firing,
  at,
  event,
  input,
  runs = [],
  verdict = {},
}: SampleFiring): NewRecord[] {
  const head = { sessionId, firing }
  const longest = Math.max(0.2, ...runs.map(({ startMs = 0, ms }) => startMs + ms))
  return [
    { ...head, at, kind: 'event', body: { event, input } },
    ...runs.map((run): NewRecord => {
      const { startMs = 0.1 } = run
      return { ...head, at: at + Math.round(startMs + run.ms), kind: 'run', body: fillRun(event, { ...run, startMs }) }
    }),
    ...(verdict === null
      ? []
      : [{ ...head, at: at + longest, kind: 'verdict' as const, body: fillVerdict(event, longest, verdict) }]),
  ]
}

function fillRun(event: Event, run: Partial<RunBody> & { hook: string; ms: number; startMs: number }): RunBody {
  return {
    event,
    source: '.hookline/hooks.json:12',
    handler: 'command',
    dialect: 'blade',
    status: 'ok',
    decision: null,
    reason: null,
    ...run,
  }
}

function fillVerdict(event: Event, ms: number, verdict: Partial<VerdictBody>): VerdictBody {
  return {
    ...{
      event,
      ms: ms + 0.4,
      decision: null,
      reason: null,
      decidedBy: null,
      changes: [],
      context: [],
      messages: [],
      env: [],
    },
    ...{ warnings: [], halt: null, aborted: false, failedOpen: [], runs: [] },
    ...verdict,
  }
}

/** A session in which everything happens that the page has to show. */
export function sampleSession(sessionId: string, start: number): NewRecord[] {
  const at = (seconds: number): number => start + seconds * 1_000
  const fire = (name: string, seconds: number, rest: Omit<SampleFiring, 'sessionId' | 'firing' | 'at'>): NewRecord[] =>
    recordFiring({ sessionId, firing: `${sessionId}-${name}`, at: at(seconds), ...rest })
  const bash = (command: string): Record<string, unknown> => ({
    ...{ sessionId, toolName: 'Bash', toolUseId: `toolu_${command.length}` },
    toolInput: { command, description: 'Run a command' },
  })
  return [
    {
      ...{ sessionId, firing: null, at: start, kind: 'session' },
      body: { projectDir: '/home/ada/shop', pid: 4211, host: 'lovelace', program: 'run' },
    },
    ...fire('start', 0.1, {
      event: HookEvent.SessionStart,
      input: { sessionId, source: 'startup', isResume: false },
      runs: [{ hook: 'load-context', ms: 84, stdout: '{"additionalContext":"Use pnpm."}' }],
      verdict: { context: ['Use pnpm.'], env: ['NODE_ENV'] },
    }),
    ...fire('prompt', 0.4, {
      event: HookEvent.UserPromptSubmit,
      input: { sessionId, userPrompt: 'Ship the release: run the tests, then clean the build folder and push.' },
      runs: [{ hook: 'prompt-filter', handler: 'callback', ms: 0.7, value: { action: 'continue' } }],
    }),
    ...fire('test', 2, {
      event: HookEvent.PreToolUse,
      input: bash('npm test'),
      runs: [
        { hook: 'guard-shell', ms: 38, decision: 'allow', reason: 'tests are fine' },
        { hook: 'use-pnpm', ms: 61, startMs: 1, stdout: '{"updatedInput":{"command":"pnpm test"}}' },
        { hook: 'guard-shell', ms: 36, startMs: 63, recheck: true },
      ],
      verdict: {
        ...{ decision: 'allow', decidedBy: 'guard-shell', reason: 'tests are fine' },
        input: { command: 'pnpm test', description: 'Run a command' },
        changes: [{ path: 'input.command', by: 'use-pnpm' }],
        runs: [
          {
            hook: 'night-watch',
            source: '~/.hookline/hooks.json:4',
            handler: 'command',
            status: 'skipped',
            why: 'disabled by an override',
            ms: 0,
          },
          {
            hook: 'kimi-audit',
            source: '.kimi/config.toml:9',
            handler: 'command',
            status: 'skipped',
            why: 'not trusted: run hookline trust',
            ms: 0,
          },
        ],
      },
    }),
    ...fire('tested', 9.2, {
      event: HookEvent.PostToolUse,
      input: { ...bash('pnpm test'), toolOutput: { stdout: '212 passed', exitCode: 0 } },
      runs: [
        {
          hook: 'summarise',
          handler: 'prompt',
          ms: 1_240,
          usage: { model: 'small', calls: 1, inputTokens: 812, outputTokens: 60, promptHash: 'x' },
        },
      ],
      verdict: { context: ['All 212 tests passed.'] },
    }),
    {
      ...{ sessionId, firing: `${sessionId}-tested`, at: at(9.3), kind: 'delivery' },
      body: { event: HookEvent.PostToolUse, hooks: ['summarise'], state: 'delivered', characters: 21, request: 3 },
    },
    ...fire('clean', 11, {
      event: HookEvent.PreToolUse,
      input: bash('rm -rf build ~/.cache'),
      runs: [
        {
          hook: 'guard-shell',
          ms: 41,
          status: 'blocked',
          exitCode: 2,
          decision: 'deny',
          reason: 'rm -rf outside the project: ~/.cache',
          stderr: 'rm -rf outside the project: ~/.cache\n',
        },
        {
          hook: 'scan-secrets',
          ms: 5_000,
          startMs: 1,
          status: 'timeout',
          class: 'timeout',
          failedOpen: true,
          message: 'no answer within 5 s',
        },
      ],
      verdict: {
        ...{ decision: 'deny', decidedBy: 'guard-shell', reason: 'rm -rf outside the project: ~/.cache' },
        failedOpen: [{ hook: 'scan-secrets', class: 'timeout' }],
        messages: ['guard-shell refused a command'],
      },
    }),
    ...fire('write', 18, {
      event: HookEvent.PreToolUse,
      input: {
        ...{ sessionId, toolName: 'Write', toolUseId: 'toolu_w' },
        toolInput: {
          file_path: 'src/release.ts',
          content: "import { tag } from './tag'\n\nexport function release() {\n  return tag('v1')\n}\n",
        },
      },
      runs: [{ hook: 'format', ms: 220, stdout: '{}' }],
      verdict: {
        input: {
          file_path: 'src/release.ts',
          content: "import { tag } from './tag.ts'\n\nexport function release(): string {\n  return tag('v1')\n}\n",
        },
        changes: [{ path: 'input.content', by: 'format' }],
      },
    }),
    ...fire('slow', 20, {
      event: HookEvent.PostToolUse,
      input: {
        sessionId,
        toolName: 'Write',
        toolUseId: 'toolu_w',
        toolInput: { file_path: 'src/release.ts' },
        toolOutput: 'ok',
      },
      runs: [
        { hook: 'typecheck', ms: 12_400, stdout: 'ok' },
        { hook: 'notify', ms: 30, async: true, status: 'async' },
      ],
    }),
    ...fire('push', 35, {
      event: HookEvent.PreToolUse,
      input: bash('git push origin main'),
      runs: [{ hook: 'guard-shell', ms: 44, decision: 'ask', status: 'blocked', reason: 'a push needs a person' }],
      verdict: { decision: 'ask', decidedBy: 'guard-shell', reason: 'a push needs a person' },
    }),
    {
      ...{ sessionId, firing: null, at: at(35.2), kind: 'notice' },
      body: { code: 'CONFIG_RELOADED', message: 'hooks.json was read again: 6 hooks' },
    },
    ...fire('left', 36, {
      event: HookEvent.Stop,
      input: { sessionId, stopReason: 'no_tool_calls' },
      runs: [],
      verdict: null,
    }),
  ]
}
