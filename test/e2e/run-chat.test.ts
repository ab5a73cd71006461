import { expect, onTestFinished, test } from 'vitest'
import { type ServerScript, startAnthropicServer } from '../support/model-servers/index.ts'
import { makeProject, type Project } from './support/project.ts'
import { openPane } from './support/tmux.ts'

const bash = (command: string): object => ({ toolCalls: [{ name: 'Bash', input: { command } }] })

function chatProject(steps: readonly object[], hooks: object = {}): Project {
  const ends = { SessionEnd: [{ hooks: [{ id: 'ends', command: 'cat >> ends.jsonl; echo >> ends.jsonl' }] }] }
  return makeProject({ 'script.json': JSON.stringify(steps), 'hooks.json': { ...ends, ...hooks } })
}

const scripted = ['run', '--script', 'script.json', '--config', 'hooks.json']

function endReason(project: Project): unknown {
  const lines = project.read('ends.jsonl').trim().split('\n').filter(Boolean)
  expect(lines.length).toBe(1)
  return JSON.parse(lines[0]!).reason
}

test('a person is asked, denies with a reason that the model reads, and allows for the rest of the session', async () => {
  const script: ServerScript = [
    { text: 'Let me try.', ...bash('echo one'), deltas: 3 },
    bash('echo two'),
    bash('echo three'),
    { text: 'All of it is done.', usage: { inputTokens: 2000, outputTokens: 10 } },
  ]
  const server = await startAnthropicServer(script)
  onTestFinished(() => server.close())
  const louder = { hookSpecificOutput: { updatedInput: { command: 'echo ONE' } } }
  const rewrite = { id: 'louder', if: 'Bash(echo one)', command: `echo '${JSON.stringify(louder)}'` }
  const project = chatProject([], { PreToolUse: [{ matcher: 'Bash', hooks: [rewrite] }] })
  const env = { ANTHROPIC_API_KEY: 'test-key', ANTHROPIC_BASE_URL: server.url }
  const pane = openPane(project, ['run', '--config', 'hooks.json', '--price', '3/15'], { env })
  await pane.see('ctrl-d ends')
  pane.type('do it')
  pane.press('Enter')
  const asked = await pane.see(/Run Bash .*\?/)
  expect(asked).toContain('● Bash echo one\n  ◇ louder rewrote input.command\n')
  expect(asked).toContain('Run Bash echo ONE?')
  expect(asked).toContain('needs approval in default mode')
  expect(asked).toContain('Always in this session: Bash(echo *)')
  pane.press('Down')
  pane.press('Down')
  await pane.see(/● Deny/)
  pane.press('Enter')
  await pane.see('Why not?')
  pane.type('say it louder')
  pane.press('Enter')
  await pane.see(/Run Bash echo two\?/)
  const told = JSON.stringify(server.requests[1]?.body.messages)
  expect(told).toContain('The user refused: say it louder')
  pane.press('Down')
  await pane.see(/● Always in this session/)
  pane.press('Enter')
  const end = await pane.see(/All of it is done\.\n[\s\S]*tokens in/)
  expect(end.match(/Run Bash .*\?/g)?.length).toBe(2)
  expect(end).toMatch(/● Bash echo three\n {2}│ three\n/)
  expect(end).toMatch(/2\.0k tokens in · 10 out · \$0\.0062 · /)
  pane.press('C-d')
  expect(await pane.exitCode()).toBe(0)
  expect(pane.screen()).toMatch(/1 turn · .*\nhookline run --resume [\w-]+ goes on with it\./)
  expect(endReason(project)).toBe('user_exit')
}, 60_000)

test('hooks are seen at work: a message while they run, who decided what and why, and who failed open', async () => {
  const project = chatProject(
    [
      bash('rm -rf build'),
      { toolCalls: [{ name: 'Write', input: { file_path: 'notes.txt', content: 'one\ntwo\n' } }] },
      { text: 'Finished.' },
      { text: 'Really finished.' },
    ],
    {
      PreToolUse: [
        {
          matcher: 'Bash',
          hooks: [
            {
              id: 'guard',
              command: 'until [ -e go ]; do sleep 0.05; done; echo "never \u001b[2J delete" >&2; exit 2',
              statusMessage: 'Reading the command',
            },
          ],
        },
        { matcher: 'Write', hooks: [{ id: 'flaky', command: 'exit 3' }] },
      ],
      Stop: [{ hooks: [{ id: 'tests', once: true, command: 'echo "run the tests first" >&2; exit 2' }] }],
    },
  )
  const pane = openPane(project, [...scripted, '--permission-mode', 'yolo'])
  await pane.see('4 hooks')
  pane.type('clean up')
  pane.press('Enter')
  await pane.see(/Reading the command \(guard\).* \d+ s .*ctrl-c interrupts/)
  project.write('go', '')
  const end = await pane.see('Really finished.')
  const lines = end.replace(/\(\d[^)]*s\)/g, '(TIME)')
  expect(lines).toContain(
    '● Bash rm -rf build\n  ◆ Denied by guard: never \\u001b[2J delete (TIME)\n\n● Write notes.txt',
  )
  expect(lines).toMatch(/▲ flaky FAILED OPEN \(crash\): .*exited with code 3/)
  expect(lines).toContain('  │ created +2 -0\n  │ 1 + one\n  │ 2 + two\n')
  expect(lines).toContain('Finished.\n  ◆ Stop refused by tests: run the tests first (TIME)\n')
  expect(lines).not.toContain('Reading the command')
  expect(pane.colours()).toContain('\u001b[31m')
  pane.type('/hooks')
  pane.press('Enter')
  const table = await pane.see(/HOOK +EVENT +STATE/)
  expect(table).toMatch(/guard +PreToolUse +active +1 +1 +0 +[\d.]+ s +[\d.]+ s +hooks\.json:\d+/)
  expect(table).toMatch(/flaky +PreToolUse +FAILED OPEN +1 +0 +1 /)
  pane.type('/quit')
  pane.press('Enter')
  expect(await pane.exitCode()).toBe(0)
}, 60_000)

test('ctrl-c interrupts a turn, what was typed meanwhile stays, and a second one ends the session', async () => {
  const project = chatProject([{ delayMs: 600_000, text: 'never' }])
  const pane = openPane(project, scripted)
  await pane.see('ctrl-d ends')
  pane.type('wait')
  pane.press('Enter')
  await pane.see(/Thinking.*ctrl-c interrupts/)
  pane.type('and then this')
  await pane.see(/Thinking.*> and then this/)
  pane.press('C-c')
  const after = await pane.see(/Interrupted\n[\s\S]*› and then this$/)
  expect(after).not.toContain('Thinking')
  pane.press('C-c')
  await pane.see(/› *$/)
  pane.press('C-c')
  expect(await pane.exitCode()).toBe(130)
  expect(endReason(project)).toBe('ctrl_c')
}, 60_000)

test('a second ctrl-c while the turn will not end, and ctrl-c in a question, lead out too', async () => {
  const project = chatProject([bash('true'), bash('trap "" INT TERM; sleep 600')], {})
  const pane = openPane(project, scripted)
  await pane.see('ctrl-d ends')
  pane.type('go')
  pane.press('Enter')
  await pane.see(/Run Bash .*\?/)
  pane.press('C-c')
  await pane.see(/Interrupted/)
  expect(pane.screen()).not.toContain('never')
  pane.type('again')
  pane.press('Enter')
  await pane.see(/Run Bash trap.*\?/)
  pane.press('Enter')
  await pane.see(/Bash \d+ s .*ctrl-c interrupts/)
  pane.press('C-c')
  pane.press('C-c')
  expect(await pane.exitCode()).toBe(130)
  expect(endReason(project)).toBe('ctrl_c')
}, 60_000)

test('commands, questions of the model, and a terminal that changes its size', async () => {
  const questions = [
    { question: 'Which database?', header: 'DB', options: [{ label: 'SQLite' }, { label: 'Postgres' }] },
    { question: 'Which name?' },
  ]
  const project = chatProject([
    { toolCalls: [{ name: 'AskUserQuestion', input: { questions } }] },
    { text: 'Thank you.', usage: { inputTokens: 10, outputTokens: 2 } },
    { text: 'a summary' },
    { text: 'Two lines, I see.' },
  ])
  const pane = openPane(project, scripted)
  await pane.see('ctrl-d ends')
  const say = (line: string): void => {
    pane.type(line)
    pane.press('Enter')
  }
  say('/halp')
  await pane.see(/no command \/halp\. Did you mean \/help\?/)
  say('/help')
  await pane.see(/\/compact \[what to keep\] +Replace/)
  say('/model other')
  await pane.see('The model is now other of scripted.')
  say('/mode plan')
  await pane.see('The permission mode is now plan.')
  say('/mode nonsense')
  await pane.see('There is no permission mode nonsense.')
  say('ask me')
  await pane.see('DB: Which database?')
  pane.press('Down')
  await pane.see(/● Postgres/)
  pane.press('Enter')
  await pane.see('Which name?')
  say('Ann')
  const answered = await pane.see('Thank you.')
  expect(answered).toContain('Which database? → Postgres')
  expect(answered).toContain('Which name? → Ann')
  pane.resize(50, 40)
  say('/compact the database')
  await pane.see(/Compacted: \d+ messages to \d+/)
  say('a first line \\')
  say('and a second one')
  await pane.see('Two lines, I see.')
  say('/clear')
  await pane.see('The conversation is forgotten.')
  say('/quit')
  expect(await pane.exitCode()).toBe(0)
  const log = project.read('ends.jsonl').trim().split('\n').filter(Boolean)
  expect(log.map((line) => JSON.parse(line).reason)).toEqual(['clear', 'user_exit'])
}, 90_000)

test('a terminal that only prints gets numbered questions, and not one escape sequence', async () => {
  const project = chatProject([bash('echo hi'), { text: 'Good bye.' }])
  const pane = openPane(project, scripted, { env: { TERM: 'dumb' } })
  await pane.see('ctrl-d ends')
  pane.type('go')
  pane.press('Enter')
  const asked = await pane.see(/Number:$/)
  expect(asked).toContain('* Bash echo hi')
  expect(asked).toContain('2) Always in this session: Bash(echo *)')
  pane.type('7')
  pane.press('Enter')
  await pane.see('Please write a number from 1 to 3.')
  pane.type('1')
  pane.press('Enter')
  await pane.see('Good bye.')
  pane.press('C-d')
  expect(await pane.exitCode()).toBe(0)
  expect(pane.written()).toContain('Good bye.')
  expect(pane.written()).not.toContain('\u001b')
}, 60_000)

test('--continue goes on with the latest session of the folder', async () => {
  const project = chatProject([{ text: 'The word is heron.' }])
  const pane = openPane(project, [...scripted, 'what is the word?'])
  expect(await pane.exitCode()).toBe(0)
  expect(pane.screen()).toContain('The word is heron.')
  const next = openPane(project, [...scripted, '--continue'])
  await next.see(/goes on after 1 turn/)
  next.press('C-d')
  expect(await next.exitCode()).toBe(0)
}, 60_000)
