import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { HookSession } from '../../src/hooks/hook-session.ts'
import { makeProject, type Project } from './support/project.ts'
import { recordSession } from './support/recorded-session.ts'

interface Guard {
  id: string
  if: string
  command: string
}

const deny = (reason: string): string => `echo '${reason}' >&2; exit 2`
const guards: readonly Guard[] = [
  { id: 'no-rm', if: 'Bash(rm *)', command: deny('rm is not allowed') },
  { id: 'no-curl', if: 'Bash(curl *)', command: deny('curl is not allowed') },
  {
    id: 'ask-push',
    if: 'Bash(git push *)',
    command: `echo '{"hookSpecificOutput":{"permissionDecision":"ask","permissionDecisionReason":"push?"}}'`,
  },
  {
    id: 'quiet-ls',
    if: 'Bash(ls *)',
    command: `echo '{"hookSpecificOutput":{"updatedInput":{"command":"ls --color=never"}}}'`,
  },
  { id: 'no-env', if: 'Write(.env)', command: deny('.env stays as it is') },
]

const postHooks = [{ matcher: 'Write', hooks: [{ type: 'command', id: 'stamp', command: 'echo x >> stamps' }] }]

const configOf = (list: readonly Guard[], more: object = {}): object => ({
  PreToolUse: [{ hooks: list.map((guard) => ({ type: 'command', ...guard })) }],
  PostToolUse: postHooks,
  ...more,
})

/** Every fifth command in turn is one that a guard has something to say about. */
const commandOf = (index: number): string =>
  [`echo ${index}`, `rm -rf build${index}`, `curl http://h/${index}`, `git push origin b${index}`, `ls d${index}`][
    index % 5
  ]!

async function work(session: HookSession): Promise<void> {
  await session.fire('SessionStart', { source: 'startup', isResume: false })
  for (let turn = 0; turn < 18; turn++) {
    await session.fire('UserPromptSubmit', { userPrompt: `do ${turn}`, hasImages: false, imageCount: 0 })
    for (let step = 0; step < 5; step++) {
      const call = {
        toolName: 'Bash',
        toolUseId: `c${turn}-${step}`,
        toolInput: { command: commandOf(turn * 5 + step) },
      }
      await session.fire('PreToolUse', call)
      await session.fire('PostToolUse', { ...call, toolOutput: { stdout: 'done' } })
    }
  }
  await session.fire('SessionEnd', { reason: 'user_exit' })
}

const eventsOf200 = 1 + 18 * 11 + 1

interface Diff {
  compared: number
  same: number
  inexact: number
  weaker: object
  notes: string[]
  leftOut: { why: string }[]
  differences: {
    event: string
    toolInput: { command: string }
    weaker: boolean
    changes: { kind: string; direction: string }[]
    gaps?: string[]
    then: object
    now: object
  }[]
}

async function replay(
  project: Project,
  ...args: string[]
): Promise<{ code: number | null; diff: Diff; stderr: string }> {
  const { code, stdout, stderr } = await project.run(['replay', ...args, '--json'], {
    env: { XDG_CACHE_HOME: project.path('~/cache') },
  })
  return { code, stderr, diff: JSON.parse(stdout) as Diff }
}

const told = ({ differences }: Diff): unknown[] =>
  differences.map(({ toolInput, changes }) => [
    toolInput.command,
    ...changes.map(({ kind, direction }) => `${direction} ${kind}`),
  ])

const commands = (kind: number): string[] =>
  Array.from({ length: 90 }, (_, index) => index)
    .filter((index) => index % 5 === kind)
    .map(commandOf)

describe('a recorded session of 200 events', () => {
  test('comes out the same with the same hooks, and differs by exactly the calls of a guard that is taken out or put in', async () => {
    const project = makeProject({
      'hooks.json': configOf(guards),
      'less.json': configOf(guards.filter(({ id }) => id !== 'no-rm')),
      'more.json': configOf([...guards, { id: 'no-echo', if: 'Bash(echo *)', command: deny('quiet') }]),
      'other.json': configOf(
        guards.map((guard) => {
          if (guard.id === 'no-curl') return { ...guard, command: deny('use fetch') }
          return guard.id === 'quiet-ls' ? { ...guard, command: guard.command.replace('never', 'always') } : guard
        }),
      ),
    })
    await recordSession(project, { id: 'two-hundred', config: 'hooks.json' }, work)

    const same = await replay(project, 'last', '--config', 'hooks.json')
    expect([same.code, same.diff]).toEqual([
      0,
      {
        version: 1,
        config: ['hooks.json'],
        notes: [],
        compared: eventsOf200,
        same: eventsOf200,
        inexact: 0,
        weaker: { certain: false, possible: false },
        differences: [],
        leftOut: [],
      },
    ])

    const less = await replay(project, 'two-hundred', '--config', 'less.json')
    expect([less.code, less.diff.compared, told(less.diff)]).toEqual([
      3,
      eventsOf200,
      commands(1).map((command) => [command, 'weaker allowed']),
    ])
    expect(less.diff.differences[0]).toMatchObject({
      event: 'PreToolUse',
      weaker: true,
      then: { decision: 'deny', reason: 'rm is not allowed', decidedBy: 'no-rm' },
      now: { decision: null, reason: null, decidedBy: null },
    })

    const more = await replay(project, 'two', '--config', 'more.json', '--event-name', 'PreToolUse')
    expect([more.code, more.diff.compared, told(more.diff)]).toEqual([
      0,
      90,
      commands(0).map((command) => [command, 'stricter denied']),
    ])

    const other = await project.run(['replay', 'last', '--config', 'other.json', '--limit', '60'])
    expect(other.code).toBe(0)
    expect(other.stdout).toMatch(/^60 events replayed with other\.json: \d+ come out otherwise\n0 weaker, 0 stricter\n/)
    expect(other.stdout).toContain('was  deny by no-curl: curl is not allowed\n      now  deny by no-curl: use fetch\n')
    expect(other.stdout).toContain('- command: ls --color=never\n      + command: ls --color=always\n')
  })
})

describe('what hooks do in a replay', () => {
  const writes = async (session: HookSession): Promise<void> => {
    await session.fire('SessionStart', { source: 'startup', isResume: false })
    const call = { toolName: 'Write', toolUseId: 'w', toolInput: { file_path: `${session.cwd}/a.txt`, content: 'x' } }
    await session.fire('PreToolUse', call)
    await session.fire('PostToolUse', { ...call, toolOutput: {} })
  }

  test('happens in a copy that is gone afterwards, with the paths, variables and repository of the project', async () => {
    const guard = [
      'input=$(cat)',
      'test "$(pwd)" = "$CLAUDE_PROJECT_DIR" || { echo elsewhere >&2; exit 2; }',
      'test "$GREETING" = hello || { echo no variable >&2; exit 2; }',
      'test "$(git branch --show-current)" = trunk || { echo no repository >&2; exit 2; }',
      'case "$input" in *"\\"$CLAUDE_PROJECT_DIR/a.txt\\""*) ;; *) echo other path >&2; exit 2;; esac',
      'echo "in $CLAUDE_PROJECT_DIR" >> trace.log',
      'echo "{\\"systemMessage\\": \\"ok\\", \\"hookSpecificOutput\\": {\\"permissionDecision\\": \\"ask\\", \\"permissionDecisionReason\\": \\"write to $CLAUDE_PROJECT_DIR/a.txt?\\"}}"',
    ].join('\n')
    const project = makeProject({
      'hooks.json': {
        SessionStart: [
          {
            hooks: [
              { type: 'command', id: 'env', command: `echo '{"hookSpecificOutput":{"env":{"GREETING":"hello"}}}'` },
            ],
          },
        ],
        PreToolUse: [{ matcher: 'Write', hooks: [{ type: 'command', id: 'guard', command: './guard.sh' }] }],
        PostToolUse: [{ hooks: [{ type: 'command', id: 'late', async: true, command: 'echo late >> late.log' }] }],
      },
    })
    project.script('guard.sh', guard)
    execFileSync('git', ['init', '-q', '-b', 'trunk'], { cwd: project.folder })
    await recordSession(project, { id: 'writes', config: 'hooks.json' }, writes)
    const before = project.read('trace.log')
    const same = await replay(project, 'last', '--config', 'hooks.json', '--tool', 'Write')
    expect([same.code, same.diff.differences, same.diff.compared, same.stderr]).toEqual([0, [], 2, ''])
    expect(project.read('trace.log')).toBe(before)
    expect(readdirSync(project.path('~/cache/hookline')).filter((name) => name.startsWith('replay-'))).toEqual([])

    const inPlace = await replay(project, 'last', '--config', 'hooks.json', '--in-place')
    expect([inPlace.code, inPlace.diff.differences]).toEqual([0, []])
    expect(project.read('trace.log')).toBe(before + before)
  })

  test('that fail where they did not is told, and a gate that fails open counts as weaker', async () => {
    const project = makeProject({
      'hooks.json': { PostToolUse: postHooks },
      'broken.json': configOf([{ id: 'gate', if: 'Write(*)', command: 'exit 1' }]),
    })
    await recordSession(project, { id: 's', config: 'hooks.json' }, writes)
    const { code, diff } = await replay(project, 's', '--config', 'broken.json')
    expect([code, diff.differences.map(({ changes }) => changes)]).toEqual([
      3,
      [[{ kind: 'failedOpen', direction: 'weaker', hook: 'gate', class: 'crash' }]],
    ])
    expect(existsSync(project.path('stamps'))).toBe(true)
  })
})

test('events whose secrets were hidden are marked, listed apart, and never taken for equal or weaker', async () => {
  const token = `ghp_${'a1B2c3D4'.repeat(4)}e5F6`
  const guard = {
    id: 'no-token',
    if: 'Bash(*)',
    command: `grep -q ghp_a1B2 && { echo 'a token' >&2; exit 2; }; exit 0`,
  }
  const project = makeProject({ 'hooks.json': configOf([guard]) })
  await recordSession(project, { id: 'secret', config: 'hooks.json' }, async (session) => {
    for (const command of [`curl -H 'Authorization: token ${token}' h`, 'ls', `echo '${'x'.repeat(300_000)}'`]) {
      await session.fire('PreToolUse', { toolName: 'Bash', toolUseId: 'c', toolInput: { command } })
    }
  })
  const { code, diff } = await replay(project, 'last', '--config', 'hooks.json')
  expect([code, diff.compared, diff.inexact, diff.weaker]).toEqual([4, 3, 1, { certain: false, possible: true }])
  expect(diff.differences.map(({ changes, gaps }) => [changes.map(({ kind }) => kind), gaps])).toEqual([
    [['allowed'], ['secrets were hidden in toolInput.command']],
  ])
  const text = await project.run(['replay', 'last', '--config', 'hooks.json'])
  expect(text.stdout).toContain('compared only in part (1)\n')
  expect(text.stdout).toContain('part secrets were hidden in toolInput.command')
  const exact = await replay(project, 'last', '--config', 'hooks.json', '--exact')
  expect([exact.code, exact.diff.compared, exact.diff.leftOut.map(({ why }) => why)]).toEqual([
    0,
    1,
    ['secrets were hidden in toolInput.command', 'only a part was recorded of toolInput.command'],
  ])
})

test('a transcript of Claude Code is replayed, and what would be denied now is listed', async () => {
  const project = makeProject({ 'hooks.json': configOf(guards) })
  const line = (type: string, content: unknown): string =>
    JSON.stringify({
      type,
      message: { role: type, content },
      sessionId: 'cc',
      cwd: project.folder,
      isSidechain: false,
      uuid: '1',
      timestamp: '2026-01-31T08:00:00.000Z',
    })
  const call = (id: string, command: string): string =>
    line('assistant', [{ type: 'tool_use', id, name: 'Bash', input: { command } }])
  const result = (id: string, content: string, isError = false): string =>
    line('user', [{ type: 'tool_result', tool_use_id: id, content, is_error: isError }])
  project.write(
    't.jsonl',
    [
      line('user', 'tidy up'),
      call('1', 'rm -rf build'),
      result('1', ''),
      call('2', 'rm -rf dist'),
      result('2', 'PreToolUse:Bash hook error: [./g.sh]: no', true),
      call('3', 'make clean'),
      result('3', 'PreToolUse:Bash hook error: [./g.sh]: not make', true),
      call('4', 'echo ok'),
      result('4', 'ok'),
      line('assistant', [{ type: 'text', text: 'Done.' }]),
    ].join('\n'),
  )
  const { code, diff } = await replay(project, '--from-transcript', 't.jsonl', '--config', 'hooks.json')
  expect([code, told(diff)]).toEqual([
    3,
    [
      ['rm -rf build', 'stricter denied'],
      ['make clean', 'weaker allowed'],
    ],
  ])
})
