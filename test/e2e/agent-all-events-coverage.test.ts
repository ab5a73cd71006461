import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { builtinTools } from '../../src/agent/tools/index.ts'
import { Approval } from '../../src/hooks/approval.ts'
import { type AgentTool, createSession, type HooksConfig, type ToolContext } from '../../src/index.ts'
import type { ScriptStep } from '../../src/models/index.ts'
import { eventNames } from '../../src/protocol/event-types.ts'
import { readSources } from '../architecture/source-files.ts'

const here = dirname(fileURLToPath(import.meta.url))
const server = { command: process.execPath, args: [join(here, '../support/mcp/fixtures/stdio-server.ts')] }

let dir: string

beforeAll(() => {
  dir = mkdtempSync(join(tmpdir(), 'hookline-coverage-'))
  mkdirSync(join(dir, 'src'))
  writeFileSync(join(dir, 'a.txt'), 'hello\n')
})

afterAll(() => rmSync(dir, { recursive: true, force: true }))

/** An input of each tool that is there from the start; calls that cannot succeed here fail, which is a way through, too. */
const samples: Record<string, Record<string, unknown>> = {
  Bash: { command: 'true' },
  BashOutput: { bash_id: 'none' },
  KillShell: { shell_id: 'none' },
  Read: { file_path: 'a.txt' },
  Write: { file_path: 'new.txt', content: 'x' },
  Edit: { file_path: 'a.txt', old_string: 'hello', new_string: 'bye' },
  Glob: { pattern: '*.txt' },
  Grep: { pattern: 'hello' },
  WebFetch: { url: 'http://127.0.0.1:1/', prompt: 'x' },
  TaskCreate: { subject: 's', description: 'd' },
  TaskUpdate: { taskId: '1', status: 'completed' },
  TaskList: {},
  TodoWrite: { todos: [{ content: 'c', status: 'pending', activeForm: 'a' }] },
  AskUserQuestion: { questions: [{ question: 'why?' }] },
}

/** Calls that another one must come before. */
const preludes: Record<string, ScriptStep[]> = {
  TaskUpdate: [{ toolCalls: [{ name: 'TaskCreate', input: samples['TaskCreate']! }] }],
}

const delegation: ScriptStep = {
  toolCalls: [{ name: 'Task', input: { description: 'd', prompt: 'BELOW', subagent_type: 'general-purpose' } }],
}

/** Events of a call that do not name its tool. */
const alongside: Record<string, string[]> = {
  Task: ['SubagentStart', 'SubagentStop', 'TaskCompleted'],
  TaskUpdate: ['TaskCompleted'],
}

interface Passage {
  name: string
  kind: string
  /** Whether anything of the tool itself was run. */
  ran: boolean
  /** The events in which hooks heard of this call. */
  events: string[]
  output: unknown
}

/** Makes one call in a session of its own, and tells what hooks saw of it. */
async function pass(
  name: string,
  input: Record<string, unknown>,
  options: { deny?: boolean; inside?: boolean } = {},
): Promise<Passage> {
  const passage: Passage = { name, kind: '', ran: false, events: [], output: undefined }
  const watch = (tool: AgentTool): AgentTool => ({
    ...tool,
    run: (given, context) => {
      if (tool.name === name) passage.ran = true
      return tool.run(given, context)
    },
  })
  const hear = (event: string) => (seen: { toolName?: string }) => {
    const isOwn = seen.toolName === name || (seen.toolName === undefined && (alongside[name] ?? []).includes(event))
    if (isOwn) passage.events.push(event)
  }
  const hooks: Record<string, unknown[]> = Object.fromEntries(eventNames.map((event) => [event, [hear(event)]]))
  if (options.deny)
    hooks['PreToolUse']!.push({ matcher: name, hooks: [{ command: 'echo "not this one" >&2; exit 2' }] })
  const own: ScriptStep[] = [...(preludes[name] ?? []), { toolCalls: [{ name, input, id: 'the-call' }] }]
  const session = await createSession({
    cwd: dir,
    storage: false,
    permissionMode: 'yolo',
    tools: [...builtinTools().map(watch), 'Task'],
    mcpServers: name.startsWith('mcp__') ? { small: server } : {},
    hooks: hooks as HooksConfig,
    canUseTool: (tool, _, { toolKind }) => {
      if (tool === name) passage.kind = toolKind
      return { behavior: 'allow' }
    },
    provider: {
      type: 'scripted',
      script: ({ messages, step }): ScriptStep => {
        const isMain = JSON.stringify(messages[0]).includes('MAIN')
        const steps = isMain && options.inside ? [delegation] : isMain || options.inside ? own : []
        return steps[step] ?? { text: 'done' }
      },
    },
  })
  await session.send('MAIN')
  for await (const message of session.stream())
    if (message.type === 'tool_result' && message.id === 'the-call') passage.output = message.output
  await session.close()
  return passage
}

const task = { description: 'd', prompt: 'BELOW', subagent_type: 'Explore' }
const ways: [string, Record<string, unknown>][] = [
  ...Object.entries(samples),
  ['Task', task],
  ['mcp__small__echo', { text: 'hi' }],
]

describe('every way to a tool', () => {
  it('is among those that are tried', () => {
    expect(Object.keys(samples).sort()).toEqual(
      builtinTools()
        .map(({ name }) => name)
        .sort(),
    )
  })

  it.each(ways)('%s: a deny of PreToolUse holds', async (name, input) => {
    const denied = await pass(name, input, { deny: true })
    expect(denied).toMatchObject({ ran: false, events: ['PreToolUse'], output: 'not this one' })
  })

  it.each(ways)('%s: a deny of PreToolUse holds inside a sub-agent', async (name, input) => {
    const outcome = await pass(name, input, { deny: true, inside: true })
    const own = outcome.events.filter((event) => !alongside['Task']!.includes(event))
    expect([outcome.ran, new Set(own)]).toEqual([false, new Set(['PreToolUse'])])
  })

  it('is in the list that is published', { timeout: 120_000 }, async () => {
    const rows: string[] = []
    for (const [name, input] of ways) {
      const { kind, events, ran } = await pass(name, input)
      expect(events[0]).toBe('PreToolUse')
      expect(events.at(-1)).toMatch(/^PostToolUse/)
      if (name in samples) expect(ran).toBe(true)
      const between = events.slice(1, -1).join(', ')
      rows.push(`| \`${name.replace('small__echo', '<server>__<tool>')}\` | ${kind} | ${between || '–'} |`)
    }
    const page = [
      '# What hooks see of every tool',
      '',
      'Every way to a tool passes PreToolUse, the permission chain, and then PostToolUse or PostToolUseFailure; a deny holds on all of',
      'them, also inside sub-agents. The list is written by a test that makes every call and watches the events.',
      '',
      '| tool | kind | events in between |',
      '|---|---|---|',
      ...rows,
      '',
    ].join('\n')
    await expect(page).toMatchFileSnapshot('../../docs/reference/coverage.md')
  })
})

describe('a tool', () => {
  it.each(builtinTools().map((tool) => [tool.name, tool] as const))(
    'B14 %s does not run with an approval that nobody minted',
    async (name, tool) => {
      const approval = new Approval(name, 'digest')
      const context = { approval, toolUseId: 't', signal: new AbortController().signal } as unknown as ToolContext
      await expect(tool.run(samples[name]!, context)).rejects.toThrow('not minted')
    },
  )

  it('is run from one place only, inside the permission chain', () => {
    const sources = readSources().filter(({ folder }) => folder === 'agent')
    expect(sources.length).toBeGreaterThan(40)
    const callers = sources.filter(({ text }) => /\btool\.run\(/.test(text)).map(({ path }) => path)
    expect(callers).toEqual(['agent/call-tools.ts'])
  })
})
