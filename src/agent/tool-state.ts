import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dropModelSecrets } from '../handlers/drop-model-secrets.ts'
import type { HookSession } from '../hooks/hook-session.ts'
import { listModelSecrets } from '../models/list-model-secrets.ts'
import { HookEvent } from '../protocol/event-types.ts'
import type { SessionConfig } from './session-options.ts'
import type { ToolContext, ToolState } from './tools/tool-types.ts'

/** What the tools of one session share, and what they must give back at its end. */
export class SessionToolState implements ToolState {
  readonly #parts = new Map<string, unknown>()
  readonly #closers: (() => Promise<void> | void)[] = []
  readonly #hooks: HookSession
  readonly #config: SessionConfig
  readonly #projectDir: string
  #spillDir: Promise<string> | null = null

  constructor({ config, hookSession, cwd }: { config: SessionConfig; hookSession: HookSession; cwd: string }) {
    this.#config = config
    this.#hooks = hookSession
    this.#projectDir = cwd
  }

  get askUser(): NonNullable<ToolState['askUser']> | undefined {
    return this.#config.onQuestion
  }

  part<T>(key: string, make: () => T): T {
    if (!this.#parts.has(key)) this.#parts.set(key, make())
    return this.#parts.get(key) as T
  }

  onClose(work: () => Promise<void> | void): void {
    this.#closers.push(work)
  }

  async completeTask(task: {
    id: string
    description: string
    resultSummary?: string
    success: boolean
  }): Promise<string | undefined> {
    const { id, description, resultSummary, success } = task
    const verdict = await this.#hooks.fire(HookEvent.TaskCompleted, {
      taskId: id,
      taskDescription: description,
      success,
      ...(resultSummary !== undefined && { resultSummary }),
    })
    if (verdict.halt) return verdict.halt.reason
    return verdict.decision === 'deny' ? (verdict.reason ?? 'A hook refused the completion.') : undefined
  }

  async spill(text: string, name: string): Promise<string> {
    this.#spillDir ??= mkdtemp(join(tmpdir(), 'hookline-'))
    const path = join(
      await this.#spillDir,
      `${name.replace(/[^A-Za-z0-9_.-]/g, '_')}-${randomBytes(4).toString('hex')}.txt`,
    )
    await writeFile(path, text, { mode: 0o600, flag: 'wx' })
    return path
  }

  /** The context of one call. */
  contextFor(call: Omit<ToolContext, 'projectDir' | 'env' | 'state'>): ToolContext {
    const environment = (): Record<string, string> => this.#environment()
    return {
      ...call,
      projectDir: this.#projectDir,
      state: this,
      // Most tools start no process and never ask.
      get env() {
        return environment()
      },
    }
  }

  // What a command prints the model reads: a key of a model would come to those who must not have it, above all to the model.
  #environment(): Record<string, string> {
    const { env: hostEnv = process.env, provider, passEnv = [] } = this.#config
    const all = { ...hostEnv, ...this.#hooks.env() }
    const environment = dropModelSecrets(all, { hostEnv, modelSecrets: listModelSecrets(provider) })
    for (const name of passEnv) if (all[name] !== undefined) environment[name] = all[name]
    return environment
  }

  async close(): Promise<void> {
    await Promise.allSettled(this.#closers.map(async (work) => work()))
    if (this.#spillDir) await rm(await this.#spillDir, { recursive: true, force: true })
  }
}
