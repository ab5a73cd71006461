import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createSession, type SessionConfig, type StreamMessage } from '../../src/index.ts'
import type { ModelMessage, ScriptStep } from '../../src/models/index.ts'
import { createReviewState } from '../../src/store/review-state.ts'
import { findPlaces } from '../../src/supervisor/places.ts'
import {
  installClaude,
  makeSupervisedProject,
  type SupervisedProject,
} from '../support/supervisor/supervised-project.ts'

const refuse = (feedback: string): string => JSON.stringify({ allow_stop: false, feedback })
const approve = (feedback: string): string => JSON.stringify({ allow_stop: true, feedback })

interface Watched {
  messages: StreamMessage[]
  result: StreamMessage & { type: 'result' }
  /** What the agent read from the user's side, the prompt first. */
  heard: string[]
}

/** One prompt in a session of this project, to its end. */
async function ask(project: SupervisedProject, config: SessionConfig): Promise<Watched> {
  const heard: string[] = []
  const script = ({ messages, step }: { messages: readonly ModelMessage[]; step: number }): ScriptStep => {
    heard.splice(0, heard.length, ...messages.flatMap(textOf))
    return { text: `try ${step + 1}` }
  }
  await using session = await createSession({
    provider: { type: 'scripted', script },
    cwd: project.folder,
    env: { PATH: process.env['PATH'], HOME: project.home },
    permissionMode: 'yolo',
    sessionId: 'watched',
    ...config,
  })
  const messages: StreamMessage[] = []
  await session.send('Build it.')
  for await (const message of session.stream()) messages.push(message)
  const result = messages.at(-1)
  if (result?.type !== 'result') throw new Error(`ended with ${JSON.stringify(result)}`)
  return { messages, result, heard }
}

function textOf({ role, content }: ModelMessage): string[] {
  if (role !== 'user') return []
  return [content.map((part) => ('text' in part ? part.text : '')).join('\n')]
}

/** A reviewer program that gives these answers one after the other, the last one for ever. */
function answers(project: SupervisedProject, texts: readonly string[]): string {
  for (const [at, text] of texts.entries()) project.write(`answers/${at + 1}`, text)
  const { folder } = project
  return project.script(
    'reviewer.sh',
    `cat > '${folder}/sent'; echo called >> '${folder}/calls'; n=$(wc -l < '${folder}/calls'); f='${folder}/answers/'$n; [ -f "$f" ] || f='${folder}/answers/${texts.length}'; cat "$f"`,
  )
}

function outcomes(project: SupervisedProject): string[] {
  const { state } = findPlaces({ HOME: project.home }, project.folder)
  const reviews = createReviewState({ state, inside: undefined })
  onTestFinished(() => reviews.close())
  return reviews
    .list({ limit: 1000 })
    .toReversed()
    .map(({ event, outcome }) => `${event} ${outcome}`)
}

describe('a session with a supervisor', () => {
  test('works on with the feedback until the reviewer program is content', async () => {
    const project = makeSupervisedProject()
    const command = answers(project, [refuse('write tests'), refuse('run them'), approve('fine')])
    const { result, heard } = await ask(project, { supervisor: { reviewer: { type: 'command', command } } })
    expect(result).toEqual({ type: 'result', sessionId: 'watched', subtype: 'success', content: 'try 3' })
    expect(heard).toEqual(['Build it.', 'A hook keeps you working: write tests', 'A hook keeps you working: run them'])
    expect(outcomes(project)).toEqual(['Stop refused', 'Stop refused', 'Stop approved'])
    expect(project.sent()).toMatchObject({
      session_id: 'watched',
      hook_event_name: 'Stop',
      cwd: project.folder,
      final_response: 'try 3',
      stop_hook_active: true,
      stop_block_count: 2,
      supervisor: { version: 1, round: 3, max_rounds: 20, pending: [] },
    })
    expect(readFileSync(String(project.sent()['transcript_path']), 'utf8')).toContain('write tests')
  })

  test('does not count its refusals in the stop cap, and says when it has given up', async () => {
    const project = makeSupervisedProject()
    const command = answers(
      project,
      Array.from({ length: 40 }, (_, at) => refuse(`more ${at}`)),
    )
    const supervisor = { reviewer: { type: 'command', command }, maxIterations: 10 } as const
    const { result, heard } = await ask(project, { supervisor, stopCap: 2 })
    expect(heard).toHaveLength(11)
    expect(result).toMatchObject({
      subtype: 'success',
      content: 'try 11',
      reason: 'Not verified by the supervisor: not reviewed any more: 10 of 10 reviews were made',
    })
    expect(outcomes(project).slice(-2)).toEqual(['Stop refused', 'Stop capped'])
  })

  test('still counts the refusals of other hooks', async () => {
    const project = makeSupervisedProject()
    const command = answers(project, [approve('fine')])
    const supervisor = { reviewer: { type: 'command', command } } as const
    const hooks = { Stop: [() => ({ decision: 'block', reason: 'never' })] }
    const { result, heard } = await ask(project, { supervisor, hooks })
    expect([result.subtype, result.reason, heard.length]).toEqual(['capped', 'never', 9])
    expect(project.calls()).toBe(0)
  })

  test('asks the model of the session itself when nobody else is named', async () => {
    const project = makeSupervisedProject()
    const seen: string[] = []
    const script = ({ messages }: { messages: readonly ModelMessage[] }): ScriptStep => {
      const text = textOf(messages[0]!)[0]!
      if (!text.includes('about to stop')) return { text: 'done' }
      seen.push(text)
      return { text: seen.length < 3 ? refuse(`round ${seen.length}`) : approve('ok'), usage: { inputTokens: 5 } }
    }
    const { result } = await ask(project, { provider: { type: 'scripted', script }, supervisor: true, storage: false })
    expect([result.subtype, result.reason]).toEqual(['success', undefined])
    expect(seen).toHaveLength(3)
    expect(seen[2]).toMatch(/Build it\.[\s\S]*round 2/)
    expect(outcomes(project)).toEqual(['Stop refused', 'Stop refused', 'Stop approved'])
  })

  test('takes a model, a prompt and limits of its own, and its steps go on from review to review', async () => {
    const project = makeSupervisedProject()
    const provider = { type: 'scripted', script: [{ text: refuse('a') }, { text: refuse('b') }] } as const
    const supervisor = { reviewer: { type: 'model', provider }, maxIterations: 2, prompt: 'JUDGE' } as const
    const { heard } = await ask(project, { supervisor })
    expect(heard.slice(1)).toEqual(['A hook keeps you working: a', 'A hook keeps you working: b'])
  })

  test('has Claude Code read what was done in a session that it cannot resume', async () => {
    const project = makeSupervisedProject()
    const PATH = installClaude(
      project,
      `printf '%s\\n' "$@" > args; cat > prompt; echo '${JSON.stringify({ type: 'result', result: approve('yes') })}'`,
    )
    const env = { PATH, HOME: project.home }
    const { result } = await ask(project, { supervisor: { reviewer: { type: 'claude' } }, env })
    expect(result.reason).toBeUndefined()
    expect(project.read('args')).not.toContain('--resume')
    expect(project.read('prompt')).toMatch(/allow_stop[\s\S]*Build it\./)
  })

  test('reviews questions to the user, and a refused one is not put', async () => {
    const project = makeSupervisedProject()
    const command = answers(project, [refuse('read the code'), approve('ask away'), approve('done')])
    const questions = [{ question: 'Which colour?', header: 'Colour', options: [{ label: 'red' }, { label: 'blue' }] }]
    const call = { toolCalls: [{ name: 'AskUserQuestion', input: { questions } }] }
    const put: unknown[] = []
    const { messages } = await ask(project, {
      provider: { type: 'scripted', script: [call, call, { text: 'ok' }] },
      supervisor: { reviewer: { type: 'command', command } },
      onQuestion: async (asked) => {
        put.push(asked)
        return { 'Which colour?': 'red' }
      },
    })
    const results = messages.filter((message) => message.type === 'tool_result')
    expect(results.map(({ isError }) => isError)).toEqual([true, false])
    expect(results[0]!.output).toBe('read the code')
    expect(put).toHaveLength(1)
    expect(outcomes(project)).toEqual(['PreToolUse refused', 'PreToolUse approved', 'Stop approved'])
  })

  test('is let through inside a reviewer, and when it is switched off', async () => {
    const project = makeSupervisedProject()
    const command = answers(project, [refuse('no')])
    const supervisor = { reviewer: { type: 'command', command } } as const
    const env = { PATH: process.env['PATH'], HOME: project.home, CCC_SUPERVISOR_HOOK: '1' }
    expect((await ask(project, { supervisor, env })).result.subtype).toBe('success')
    const off = await project.run(['supervisor-mode', 'off'], { env: { CCC_SUPERVISOR_ID: 'watched' } })
    expect(off.code).toBe(0)
    expect((await ask(project, { supervisor })).result.subtype).toBe('success')
    expect(project.calls()).toBe(0)
  })

  test('fails open with the reason, or keeps the agent working as often as the cap says', async () => {
    const project = makeSupervisedProject()
    const command = project.script('broken.sh', 'echo no >&2; exit 7')
    const opened = await ask(project, { supervisor: { reviewer: { type: 'command', command } }, observer: () => {} })
    expect(opened.result).toMatchObject({ subtype: 'success', reason: expect.stringContaining('exit code 7: no') })
    const supervisor = { reviewer: { type: 'command', command }, onFailure: 'deny' } as const
    const closed = await ask(project, { supervisor, stopCap: 2, observer: () => {} })
    expect(closed.result).toMatchObject({ subtype: 'capped', reason: expect.stringContaining('exit code 7') })
    expect(outcomes(project)).toEqual(Array.from({ length: 4 }, () => 'Stop unverified'))
  })

  test('F109 tells the reviewer what still runs in the background', async () => {
    const project = makeSupervisedProject()
    const command = answers(project, [approve('fine')])
    const sleeping = { name: 'Bash', input: { command: 'sleep 60', run_in_background: true } }
    await ask(project, {
      provider: { type: 'scripted', script: [{ toolCalls: [sleeping] }, { text: 'It runs.' }] },
      supervisor: { reviewer: { type: 'command', command } },
    })
    expect(project.sent()['supervisor']).toMatchObject({ pending: [{ id: 'shell_1', command: 'sleep 60' }] })
  })

  test('does not review a turn that a person has ended', async () => {
    const project = makeSupervisedProject()
    const command = answers(project, [refuse('no')])
    const { result } = await ask(project, {
      provider: { type: 'scripted', script: [{ toolCalls: [{ name: 'Bash', input: { command: 'true' } }] }] },
      supervisor: { reviewer: { type: 'command', command } },
      hooks: { Stop: [{ hooks: [{ command: 'ccc supervisor-hook' }] }] },
      canUseTool: async () => ({ behavior: 'deny', message: 'enough', interrupt: true }),
    })
    expect([result.subtype, project.calls()]).toEqual(['interrupted', 0])
  })

  test('counts anew with every prompt when asked for, and its own feedback is no prompt', async () => {
    const project = makeSupervisedProject()
    const command = answers(project, [refuse('a'), refuse('b'), refuse('c'), refuse('d')])
    const supervisor = { reviewer: { type: 'command', command }, maxIterations: 2, resetOnUserPrompt: true } as const
    await ask(project, { supervisor })
    await ask(project, { supervisor })
    const round = ['Stop refused', 'Stop refused', 'Stop capped']
    expect(outcomes(project)).toEqual([...round, ...round])
  })

  test.each<[object, RegExp]>([
    [{ maxIteration: 3 }, /"maxIteration".*/],
    [{ maxIterations: 1000 }, /supervisor\.maxIterations is 1000 where a whole number from 1 to 100/],
    [{ reviewer: { type: 'oracle' } }, /supervisor\.reviewer\.type is "oracle"/],
    [{ prompt: ' ' }, /supervisor\.prompt is blank/],
  ])('does not begin with options that cannot be right: %j', async (supervisor, message) => {
    const project = makeSupervisedProject()
    const opening = ask(project, { supervisor: supervisor as SessionConfig['supervisor'] & object })
    await expect(opening).rejects.toMatchObject({ name: 'HookError', message: expect.stringMatching(message) })
  })
})

describe('a supervisor command in the hooks of a session', () => {
  const files = {
    claude: {
      path: '.claude/settings.json',
      content: { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'ccc supervisor-hook' }] }] } },
    },
    blade: {
      path: 'hooks.json',
      content: { Stop: [{ hooks: [{ type: 'command', command: 'npx -y hookline supervisor-hook' }] }] },
    },
    kimi: {
      path: 'hooks.toml',
      content: '[[hooks.before_stop]]\nname = "watch"\ntype = "command"\ncommand = "ccc supervisor-hook"\n',
    },
  } as const

  test.each(['claude', 'blade', 'kimi'] as const)(
    'runs inside the session, in a file of dialect %s',
    async (dialect) => {
      const project = makeSupervisedProject()
      const command = answers(project, [...Array.from({ length: 9 }, (_, at) => refuse(`more ${at}`)), approve('fine')])
      project.settings({ reviewer: { type: 'command', command } })
      const { path, content } = files[dialect]
      const file = project.write(path, content)
      const { result, heard } = await ask(project, { configFiles: [{ path: file, dialect }] })
      expect(result).toMatchObject({ subtype: 'success', content: 'try 10' })
      expect(heard).toHaveLength(10)
      expect(heard[1]).toContain('more 0')
      expect(outcomes(project).at(-1)).toBe('Stop approved')
    },
  )

  test('is not announced as one that cannot start, and asks the model of the session', async () => {
    const project = makeSupervisedProject()
    const steps: string[] = []
    const script = ({ messages }: { messages: readonly ModelMessage[] }): ScriptStep =>
      textOf(messages[0]!)[0]!.includes('about to stop') ? { text: approve('ok') } : { text: 'done' }
    const { result } = await ask(project, {
      provider: { type: 'scripted', script },
      env: { PATH: '/nonexistent', HOME: project.home },
      hooks: { Stop: [{ hooks: [{ exec: 'ccc', args: ['supervisor-hook'] }] }] },
      observer: (step) => void steps.push(step.type),
    })
    expect(result.reason).toBeUndefined()
    expect(steps).toContain('hookEnd')
    expect(steps.filter((type) => type === 'failedOpen' || type === 'notice')).toEqual([])
    expect(outcomes(project)).toEqual(['Stop approved'])
  })

  test('shares its count with the program of that name', async () => {
    const project = makeSupervisedProject()
    const command = answers(project, [refuse('more')])
    project.settings({ reviewer: { type: 'command', command }, max_iterations: 3, no_progress_limit: 0 })
    const env = { CCC_SUPERVISOR_ID: 'watched' }
    const first = await project.hook({ session_id: 'watched' }, { reviewer: null, env })
    expect(JSON.parse(first.stdout)).toEqual({ decision: 'block', reason: 'more' })
    await ask(project, { hooks: { Stop: [{ hooks: [{ command: 'ccc supervisor-hook' }] }] } })
    expect(outcomes(project)).toEqual(['Stop refused', 'Stop refused', 'Stop refused', 'Stop capped'])
    const last = await project.hook({ session_id: 'watched' }, { reviewer: null, env })
    expect(JSON.parse(last.stdout)).toEqual({ reason: 'not reviewed any more: 3 of 3 reviews were made' })
    expect(project.calls()).toBe(3)
  })

  test('keeps the timeout of its hook, and leaves nothing behind', async () => {
    const project = makeSupervisedProject()
    const command = project.script('slow.sh', `echo $$ > '${project.folder}/pid'; sleep 60`)
    project.settings({ reviewer: { type: 'command', command } })
    const hooks = { Stop: [{ hooks: [{ command: 'ccc supervisor-hook', timeout: 1 }] }] }
    const { result } = await ask(project, { hooks, observer: () => {} })
    expect(result.subtype).toBe('success')
    expect(outcomes(project)).toEqual(['Stop unverified'])
    expect(isAlive(Number(project.read('pid')))).toBe(false)
  })

  test('leaves the moments to the supervisor of the session where it has one', async () => {
    const project = makeSupervisedProject()
    const command = answers(project, [refuse('once'), approve('fine')])
    const { heard } = await ask(project, {
      supervisor: { reviewer: { type: 'command', command } },
      hooks: { Stop: [{ hooks: [{ command: 'ccc supervisor-hook --reviewer command:false' }] }] },
    })
    expect([heard.length, project.calls()]).toEqual([2, 2])
  })
})

function isAlive(pid: number): boolean {
  try {
    return !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}

test('nothing of it is loaded or written where nobody asks for it', async () => {
  const project = makeSupervisedProject()
  await ask(project, { storage: false })
  expect(readdirSync(project.home)).toEqual([])
})

describe('under the name hookline', () => {
  test('the hook and its switch are the same program', async () => {
    const project = makeSupervisedProject()
    const reviewer = project.reviewer({ allow_stop: false, feedback: 'more' })
    const env = { CCC_SUPERVISOR_ID: 'boss' }
    const call = (args: string[], stdin = ''): ReturnType<SupervisedProject['run']> =>
      project.run(args, { program: 'hookline', env, stdin })
    const stdin = '{"session_id": "s"}'
    const flags = ['--reviewer', `command:${reviewer}`]
    expect(await call(['supervisor-hook', ...flags], stdin)).toEqual({
      code: 0,
      stdout: '{"decision":"block","reason":"more"}\n',
      stderr: '',
    })
    expect(await call(['supervisor-mode', 'off'])).toEqual({ code: 0, stdout: '', stderr: '' })
    expect((await call(['supervisor-mode'])).stdout).toBe('off\n')
    expect(JSON.parse((await call(['supervisor-hook', ...flags], stdin)).stdout)).toEqual({
      reason: 'supervisor mode disabled',
    })
    expect(await call(['supervisor-hook'], '{bad')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^failed to parse hook input: /),
    })
    expect((await project.run(['supervisor-mode'])).stdout).toBe('off\n')
    expect(project.calls()).toBe(1)
  })
})
