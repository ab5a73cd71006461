import type { Session, StreamMessage } from '../../../agent/index.ts'
import type { ObservedStep } from '../../../protocol/ports.ts'
import type { HookRunReport, RunResult, ToolCallReport } from '../../../protocol/run-output.ts'
import type { EndOfTurn } from '../end-of-turn.ts'
import type { Totals } from '../totals.ts'

/** Collects what one turn came to, for programs. */
export class RunReport {
  readonly #calls = new Map<string, ToolCallReport>()
  readonly #hooks: HookRunReport[] = []
  readonly #failedOpen = new Set<string>()

  take(message: StreamMessage): void {
    if (message.type === 'tool_use') {
      const { id, name, input } = message
      this.#calls.set(id, { id, name, input, output: null, isError: false })
    }
    if (message.type === 'tool_result') {
      const call = this.#calls.get(message.id)
      if (call) Object.assign(call, { output: message.output ?? null, isError: message.isError })
    }
  }

  readonly observe = (step: ObservedStep): void => {
    if (step.type === 'failedOpen') this.#failedOpen.add(`${step.firing} ${step.hook.id}`)
    if (step.type !== 'hookEnd') return
    const { event, hook, status, decision, reason, ms, firing } = step
    const { id } = hook
    const failedOpen = this.#failedOpen
    this.#hooks.push({
      event,
      hook: id,
      status,
      decision,
      reason,
      ms: Math.round(ms * 1000) / 1000,
      // Known only when the event ends: looked up when the report is written.
      get failedOpen() {
        return failedOpen.has(`${firing} ${id}`)
      },
    })
  }

  /** The report on a turn that ended so. */
  write(
    end: EndOfTurn,
    facts: { session: Session; totals: Totals; notices: readonly string[]; exitCode: number },
  ): RunResult {
    const { session, totals, notices, exitCode } = facts
    return {
      version: 1,
      type: 'result',
      sessionId: session.id,
      ...describeEnd(end),
      exitCode,
      provider: session.provider,
      model: session.model,
      ...totals,
      toolCalls: [...this.#calls.values()],
      hooks: this.#hooks.map((run) => ({ ...run })),
      notices: [...notices],
      transcriptPath: session.transcriptPath ?? null,
    }
  }
}

function describeEnd(end: EndOfTurn): Pick<RunResult, 'subtype' | 'content' | 'reason' | 'error'> {
  if (end.type === 'error')
    return { subtype: 'error', content: '', reason: null, error: { code: end.code, message: end.message } }
  return { subtype: end.subtype, content: end.content, reason: end.reason ?? null, error: null }
}
