import { HookError } from '../../base/errors.ts'
import { HookEvent } from '../../protocol/event-types.ts'
import type { Hook } from '../../protocol/hook.ts'
import type { HookCallback, HookInput, HookOutput } from '../../protocol/hook-callback.ts'
import type { HooksConfig } from '../../protocol/native-config.ts'
import type { Handler } from '../../protocol/ports.ts'
import type { Verdict } from '../../protocol/verdict.ts'
import { addSupervisorHooks } from './add-supervisor-hooks.ts'
import { superviseCommands } from './supervise-commands.ts'
import { isSupervisorCommand } from './supervisor-command.ts'
import { toSupervisorInput } from './supervisor-input.ts'
import type {
  OpenSupervisor,
  SupervisedSession,
  Supervisor,
  SupervisorAnswer,
  SupervisorOptions,
} from './supervisor-port.ts'

/**
 * The supervisor of one session: the one that its options ask for, and those that its files configure as a command. Nothing is
 * loaded before it is needed.
 */
export class Supervision {
  readonly #open: OpenSupervisor | undefined
  readonly #session: SupervisedSession
  readonly #options: SupervisorOptions | null
  readonly #hooks: () => readonly Hook[]
  #own: Promise<Supervisor> | undefined
  #configured: Promise<Supervisor> | undefined
  #last: SupervisorAnswer | null = null

  constructor(parts: {
    open: OpenSupervisor | undefined
    options: SupervisorOptions | boolean | undefined
    session: SupervisedSession
    /** The hooks of the session, asked for when one has refused. */
    hooks(): readonly Hook[]
  }) {
    this.#hooks = parts.hooks
    this.#open = parts.open
    this.#session = parts.session
    this.#options = parts.options === true ? {} : parts.options || null
  }

  /** Rejects with a `HookError` for options that cannot be right. */
  async check(): Promise<void> {
    if (this.#options) await this.#ownSupervisor()
  }

  /** The hooks of the session, with those of its supervisor behind them. */
  addHooks(config: HooksConfig | undefined): HooksConfig | undefined {
    return this.#options ? addSupervisorHooks(config, this.#options, this.#review) : config
  }

  /** A handler of commands that runs calls of the supervisor in this process. */
  wrapCommands(commands: Handler): Handler {
    const open = this.#open
    if (!open) return commands
    return superviseCommands(commands, {
      whyNot: (input) => {
        if (isMoot(input)) return 'not run: a person has ended the turn, which no review can change'
        const isCovered = this.#options !== null && isReviewed(input)
        return isCovered ? 'not run: the session has a supervisor of its own, which reviews this' : undefined
      },
      answer: async (call) => {
        this.#configured ??= open({}, this.#session)
        return this.#keep(await (await this.#configured).answer(call))
      },
    })
  }

  /** Whether a refusal came from supervisors alone. They count their reviews themselves, so the stop cap leaves these out. */
  hasRefused(verdict: Verdict): boolean {
    const refusals = verdict.runs.filter(({ decision, status }) => decision === 'deny' && status !== 'shadow')
    const known = this.#hooks()
    return (
      refusals.length > 0 &&
      refusals.every(
        (row) => row.class === undefined && known.some((hook) => hook.id === row.hook && this.#isSupervisor(hook)),
      )
    )
  }

  /** Forgets the last review, before the agent tries to stop once more. */
  begin(): void {
    this.#last = null
  }

  /** Why the stop that was just let through is not a verified one; undefined when it is, or nobody reviews. */
  doubt(): string | undefined {
    if (this.#last?.outcome !== 'capped' && this.#last?.outcome !== 'unverified') return undefined
    return `Not verified by the supervisor: ${(this.#last.reason ?? this.#last.stderr).trim()}`
  }

  readonly #review: HookCallback = async (input: HookInput, { signal }): Promise<HookOutput> => {
    if (isMoot(input)) return {}
    const supervisor = await this.#ownSupervisor()
    const { env } = this.#session
    const answer = this.#keep(await supervisor.answer({ argv: [], env, input: toSupervisorInput(input), signal }))
    if (answer.exitCode !== 0) throw new Error(answer.stderr.trim())
    return JSON.parse(answer.stdout) as HookOutput
  }

  #ownSupervisor(): Promise<Supervisor> {
    if (!this.#open)
      throw new HookError('CONFIG_INVALID_VALUE', 'this session cannot have a supervisor', {
        hint: 'Take createSession from "hookline", or hand it a supervisor port.',
      })
    this.#own ??= this.#open(this.#options ?? {}, this.#session)
    return this.#own
  }

  #keep(answer: SupervisorAnswer): SupervisorAnswer {
    this.#last = answer
    return answer
  }

  #isSupervisor({ handler }: Hook): boolean {
    if (handler.type === 'callback') return handler.callback === this.#review
    if (handler.type !== 'command') return false
    const { run } = handler
    return isSupervisorCommand('shell' in run ? run.shell : [run.exec, ...run.args].join(' '))
  }
}

// The turn of a person who has refused a call is over, whatever anybody thinks of the work.
function isMoot(input: Readonly<Record<string, unknown>>): boolean {
  return input['stopReason'] === 'tool_rejected'
}

function isReviewed(input: { event: string; toolName?: unknown }): boolean {
  return input.event === HookEvent.Stop || input.toolName === 'AskUserQuestion'
}
