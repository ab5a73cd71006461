import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  createHooks,
  type HookEntry,
  type HookSession,
  type Hooks,
  type ObservedStep,
  type Verdict,
} from '../../src/index.ts'

export const fixtures = join(import.meta.dirname, 'fixtures-worker')

/** The command line of a worker among the fixtures. */
export function fixture(name: string, ...words: string[]): string {
  return [process.execPath, join(fixtures, name), ...words].map((word) => `'${word}'`).join(' ')
}

export type WorkerOptions = Partial<Extract<HookEntry, { type: 'worker' }>>

/** An engine with one worker hook on tool calls, which ends with the test. */
export async function openWorker(
  command: string,
  options: WorkerOptions = {},
): Promise<{ hooks: Hooks; session: HookSession; steps: ObservedStep[] }> {
  const steps: ObservedStep[] = []
  const hook = { type: 'worker' as const, id: 'guard', command, timeout: '20s', ...options }
  const hooks = await createHooks({ PreToolUse: [{ hooks: [hook] }] }, { observer: (step) => void steps.push(step) })
  onTestFinished(() => hooks.close())
  return { hooks, session: hooks.session({ id: 's1', cwd: '/' }), steps }
}

/** One tool call with this command. */
export function ask(session: HookSession, command: string, input: Record<string, unknown> = {}): Promise<Verdict> {
  return session.fire('PreToolUse', { toolName: 'Bash', toolUseId: 'c1', toolInput: { command, ...input } })
}

/** What of a verdict tells how a guard fared. */
export function summarize({ decision, reason, failedOpen, runs }: Verdict): Record<string, unknown> {
  const { status, class: failure, why } = runs[0]!
  return { decision, reason, failedOpen, status, ...(failure && { class: failure }), ...(why !== undefined && { why }) }
}
