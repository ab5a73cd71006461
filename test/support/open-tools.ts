import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { AgentTool, ToolState } from '../../src/agent/tools/tool-types.ts'
import { mintApproval } from '../../src/hooks/approval.ts'

/** A session as tools see it: a directory of its own, state that lives until the test ends. */
export interface OpenTools {
  readonly cwd: string
  env: Record<string, string>
  currentDir(): string
  path(name: string): string
  write(name: string, content: string | Uint8Array): string
  /** Checks the input as a session would, then runs the tool with an approval for it. */
  call<T = unknown>(tool: AgentTool, input: Record<string, unknown>, options?: { signal?: AbortSignal }): Promise<T>
  close(): Promise<void>
}

const open: OpenTools[] = []

afterEach(async () => {
  for (const tools of open.splice(0)) {
    await tools.close()
    rmSync(tools.cwd, { recursive: true, force: true })
  }
})

/** Opens a session for tools; what it started is closed and removed after the test. */
export function openTools(given: Partial<Pick<ToolState, 'askUser' | 'completeTask'>> = {}): OpenTools {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-tools-')))
  const parts = new Map<string, unknown>()
  const closers: (() => Promise<void> | void)[] = []
  let directory = cwd
  const state: ToolState = {
    part<T>(key: string, make: () => T): T {
      if (!parts.has(key)) parts.set(key, make())
      return parts.get(key) as T
    },
    onClose: (work) => void closers.push(work),
    askUser: given.askUser,
    completeTask: given.completeTask ?? (async () => undefined),
    async spill(text, name) {
      writeFileSync(join(cwd, `${name}.spilled`), text)
      return join(cwd, `${name}.spilled`)
    },
  }
  const tools: OpenTools = {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', HOME: cwd },
    currentDir: () => directory,
    path: (name) => join(cwd, name),
    write(name, content) {
      writeFileSync(join(cwd, name), content)
      return join(cwd, name)
    },
    async call<T>(tool: AgentTool, input: Record<string, unknown>, options: { signal?: AbortSignal } = {}): Promise<T> {
      const problem = tool.check(input)
      if (problem !== undefined) throw new Error(`does not fit: ${problem}`)
      const output = await tool.run(input, {
        approval: mintApproval(tool.name, input),
        toolUseId: 'call_1',
        cwd: directory,
        projectDir: cwd,
        setCwd: (to) => {
          directory = to
        },
        env: tools.env,
        signal: options.signal ?? new AbortController().signal,
        state,
      })
      return output as T
    },
    async close() {
      for (const work of closers.splice(0)) await work()
    },
  }
  open.push(tools)
  return tools
}
