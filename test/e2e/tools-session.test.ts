import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { createSession, type SessionConfig, type StreamMessage } from '../../src/agent/index.ts'
import { defineTool } from '../../src/agent/tools/index.ts'
import { canSeeProcesses, readProcess } from '../../src/base/process-tree.ts'
import type { ScriptStep } from '../../src/models/model-types.ts'

type Calls = NonNullable<ScriptStep['toolCalls']>
type ToolResult = Extract<StreamMessage, { type: 'tool_result' }>

let folders: string[] = []

afterEach(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders = []
})

function makeProject(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-session-tools-')))
  folders.push(folder)
  return folder
}

interface Played {
  results: ToolResult[]
  /** What the model has read of each call. */
  texts: string[]
}

/** Plays the calls, one step each, in a session that runs everything. */
async function play(cwd: string, calls: Calls, config: Partial<SessionConfig> = {}): Promise<Played> {
  const texts: string[] = []
  const session = await createSession({
    cwd,
    permissionMode: 'yolo',
    storage: false,
    ...config,
    provider: {
      type: 'scripted',
      script({ messages, step }) {
        const last = messages.findLast(({ role }) => role === 'tool')
        if (step > 0 && last?.role === 'tool') texts.push(...last.content.map(({ text }) => text))
        const call = calls[step]
        return call ? { toolCalls: [call] } : { text: 'done' }
      },
    },
  })
  const results: ToolResult[] = []
  try {
    await session.send('go')
    for await (const message of session.stream()) if (message.type === 'tool_result') results.push(message)
  } finally {
    await session.close()
  }
  expect(results.length).toBe(calls.length)
  return { results, texts }
}

const bash = (command: string, more: object = {}) => ({ name: 'Bash', input: { command, ...more } })

describe('tools in a session', () => {
  it('write, read and edit a file, and a hook changes what the model reads', async () => {
    const cwd = makeProject()
    const file_path = join(cwd, 'a.txt')
    const { texts, results } = await play(
      cwd,
      [
        { name: 'Write', input: { file_path, content: 'key=secret\n' } },
        { name: 'Edit', input: { file_path, old_string: 'key', new_string: 'token' } },
        { name: 'Read', input: { file_path } },
      ],
      {
        hooks: {
          PostToolUse: [
            async ({ toolName, toolOutput }) =>
              toolName === 'Read'
                ? {
                    action: 'continue',
                    modifiedOutput: {
                      ...(toolOutput as object),
                      content: (toolOutput as { content: string }).content.replace('secret', '***'),
                    },
                  }
                : undefined,
          ],
        },
      },
    )
    expect(texts).toEqual([
      `Created ${file_path} (11 bytes).`,
      `Edited ${file_path}: one place changed.`,
      '     1\ttoken=***',
    ])
    expect(results.map(({ isError }) => isError)).toEqual([false, false, false])
    expect(readFileSync(file_path, 'utf8')).toBe('token=secret\n')
  })

  it('keep the directory and the variables of the shell', async () => {
    const cwd = makeProject()
    mkdirSync(join(cwd, 'sub'))
    const { texts } = await play(cwd, [
      bash('cd sub; export WHO=me'),
      bash('pwd; echo $WHO'),
      { name: 'Glob', input: { pattern: '*' } },
    ])
    expect(texts).toEqual(['(no output)', `${join(cwd, 'sub')}\nme`, 'No files found.'])
  })

  it('tell hooks of failures in the words of the wire', async () => {
    const cwd = makeProject()
    const heard: unknown[] = []
    const { texts } = await play(cwd, [bash('echo oops >&2; exit 3'), bash('sleep 60', { timeout: 300 })], {
      hooks: {
        PostToolUseFailure: [
          async ({ error, errorType, isTimeout, isInterrupt }) => {
            heard.push([(error as Error).message, errorType, isTimeout, isInterrupt])
          },
        ],
      },
    })
    expect(heard).toEqual([
      ['Exit code 3\noops', 'CommandFailure', false, false],
      ['Timed out after 300 ms and was ended, with all it had started', 'TimeoutError', true, false],
    ])
    expect(texts[0]).toContain('Exit code 3\noops')
  })

  it('do not run with an input that does not fit, nor with one a hook has bent out of shape', async () => {
    const cwd = makeProject()
    const touch = { name: 'Bash', input: { command: ['touch', 'here'] } } as unknown as Calls[number]
    const rewritten = play(cwd, [touch, bash('touch there')], {
      hooks: { PreToolUse: [async () => ({ action: 'continue', modifiedInput: { command: 'true', extra: 1 } })] },
    })
    const { results, texts } = await rewritten
    expect(results.map(({ isError }) => isError)).toEqual([true, true])
    expect(texts[0]).toContain('command must be text, not a list of 2')
    expect(texts[1]).toContain('there is no parameter extra')
  })

  it('complete a task only when no hook refuses', async () => {
    const { texts } = await play(
      makeProject(),
      [
        { name: 'TaskCreate', input: { subject: 'ship', description: 'ship it' } },
        { name: 'TaskUpdate', input: { taskId: '1', status: 'completed' } },
        { name: 'TaskList', input: {} },
      ],
      {
        hooks: {
          TaskCompleted: [
            async () => ({ hookSpecificOutput: { blockCompletion: true, blockReason: 'tests are red' } }),
          ],
        },
      },
    )
    expect(texts[1]).toContain('Task 1 is not completed: tests are red')
    expect(texts[2]).toBe('1. ship (pending)')
  })

  it('may be the host’s own', async () => {
    const add = defineTool({
      name: 'add',
      description: 'Adds.',
      inputSchema: {
        type: 'object',
        properties: { a: { type: 'number' }, b: { type: 'number' } },
        required: ['a', 'b'],
      },
      run: ({ a, b }) => Number(a) + Number(b),
    })
    const calls = [
      { name: 'add', input: { a: 1, b: 2 } },
      { name: 'add', input: { a: 1, c: 2 } },
    ]
    const { texts } = await play(makeProject(), calls, { tools: [add] })
    expect(texts[0]).toBe('3')
    expect(texts[1]).toContain('b is missing; there is no parameter c')
  })

  it.runIf(canSeeProcesses)('leave no process behind when the session ends', async () => {
    const cwd = makeProject()
    const { texts } = await play(cwd, [
      bash('sleep 300 & echo $!'),
      bash("trap '' TERM; echo $$ > pid; while :; do sleep 0.1; done", { run_in_background: true }),
      bash('until [ -s pid ]; do sleep 0.02; done; cat pid'),
    ])
    const pids = [texts[0], texts[2]].map(Number)
    expect(pids.every((pid) => pid > 1)).toBe(true)
    expect(pids.map(readProcess)).toEqual([null, null])
  })
})
