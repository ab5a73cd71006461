import type { HookSession } from '../hooks/hook-session.ts'
import type { ModelProvider, Usage } from '../models/model-types.ts'
import type { DialectName } from '../protocol/dialect.ts'
import type { FromBelow } from './call-tools.ts'
import type { Compactor } from './compaction/compactor.ts'
import type { Conversation } from './conversation.ts'
import type { HookTexts } from './hook-texts.ts'
import type { SessionConfig } from './session-options.ts'
import type { StreamBody } from './stream-messages.ts'
import type { Supervision } from './supervisor/supervision.ts'
import type { PendingWork } from './supervisor/supervisor-port.ts'
import type { ToolBox } from './tool-box.ts'
import { SessionToolState } from './tool-state.ts'
import { backgroundShells } from './tools/bash/background-shells.ts'
import type { TurnScope } from './turn.ts'

/** What an agent is put together from: the main one of a session, or a sub-agent. */
export interface AgentParts {
  config: SessionConfig
  hooks: HookSession
  provider: ModelProvider
  model(): string
  tools: ToolBox
  system: string
  conversation: Conversation
  compactor: Compactor
  texts: HookTexts
  cwd: string
  fromBelow: FromBelow
  addUsage(usage: Usage): void
  dialectOf(hookId: string): DialectName | undefined
  supervision: Supervision
  /** Brings the tools up to date between two steps; those of sub-agents stay as they are. */
  refreshTools?(signal: AbortSignal): Promise<void>
}

/** How often in a row hooks may keep an agent working, unless the host says otherwise. */
const usualStopCap = 8

/** One agent: its context, its tools, and what they keep. */
export class Agent {
  readonly #parts: AgentParts
  readonly #state: SessionToolState
  #cwd: string

  constructor(parts: AgentParts) {
    this.#parts = parts
    this.#cwd = parts.cwd
    this.#state = new SessionToolState({ config: parts.config, hookSession: parts.hooks, cwd: parts.cwd })
  }

  /** Everything one stretch of work needs. */
  scope(work: { turn: number; signal: AbortSignal; emit(body: StreamBody): void }): TurnScope {
    const { config, hooks, provider, model, tools, system, conversation, compactor, texts, fromBelow } = this.#parts
    fromBelow.halt = null
    fromBelow.interrupt = null
    return {
      ...work,
      hooks,
      provider,
      model,
      tools,
      system,
      conversation,
      compactor,
      texts,
      fromBelow,
      maxSteps: config.maxTurns ?? Number.POSITIVE_INFINITY,
      stopCap: config.stopCap ?? usualStopCap,
      addUsage: this.#parts.addUsage,
      dialectOf: this.#parts.dialectOf,
      supervision: this.#parts.supervision,
      refreshTools: async () => this.#parts.refreshTools?.(work.signal),
      record: (result) => conversation.record(result),
      cwd: () => this.#cwd,
      context: (toolUseId, approval) =>
        this.#state.contextFor({
          toolUseId,
          approval,
          signal: work.signal,
          cwd: this.#cwd,
          setCwd: (directory) => {
            this.#cwd = directory
            hooks.setCwd(directory)
          },
        }),
    }
  }

  /** What its tools keep running. */
  pendingWork(): PendingWork[] {
    return backgroundShells(this.#state).running()
  }

  /** Ends what its tools keep running, and tells of hook text that no request will carry any more. */
  close(): Promise<void> {
    this.#parts.texts.close()
    return this.#state.close()
  }
}
