import { startDeadline } from '../../handlers/command/deadline.ts'
import type { FullInput } from '../../protocol/full-input.ts'
import type { CommandSpec } from '../../protocol/hook.ts'
import type { Handler, RunRequest } from '../../protocol/ports.ts'
import type { CapturedOutput, RawResult } from '../../protocol/raw-result.ts'
import { readSupervisorCommand, type SupervisorCommandLine } from './read-supervisor-command.ts'
import { toSupervisorInput } from './supervisor-input.ts'
import type { Supervisor } from './supervisor-port.ts'

export interface SupervisePorts extends Supervisor {
  /** Why there is no review of this, in words; undefined when there is one. */
  whyNot(input: FullInput): string | undefined
}

/**
 * A handler of commands in whose hands a call of the supervisor is no process: it runs here, under the hook's own timeout, and
 * its answer is what the program would have printed. All other commands are passed on.
 */
export function superviseCommands(commands: Handler, ports: SupervisePorts): Handler {
  return {
    run(request) {
      const { hook, session } = request
      const line = readSupervisorCommand((hook.handler as CommandSpec).run, session.hostEnv)
      if (line === undefined) return commands.run(request)
      const why = ports.whyNot(request.input)
      return why === undefined ? runSupervisor(line, request, ports) : { kind: 'value', value: {}, remarks: [why] }
    },
    async preflight(hook, session) {
      const line = readSupervisorCommand((hook.handler as CommandSpec).run, session.hostEnv)
      return line === undefined ? ((await commands.preflight?.(hook, session)) ?? null) : null
    },
    close: async () => commands.close?.(),
  }
}

async function runSupervisor(
  { argv, env }: SupervisorCommandLine,
  { hook, input, session, timeoutMs, signal }: RunRequest,
  { answer }: Supervisor,
): Promise<RawResult> {
  if (signal?.aborted) return { kind: 'cancelled' }
  const own = (hook.handler as CommandSpec).env
  const stop = new AbortController()
  const cancel = (): void => stop.abort('cancelled')
  const deadline = startDeadline(timeoutMs, () => stop.abort('timeout'))
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    const { exitCode, stdout, stderr } = await answer({
      argv,
      env: { ...session.hostEnv, ...session.sessionEnv, ...own, ...env },
      input: toSupervisorInput(input),
      signal: stop.signal,
    })
    if (stop.signal.reason === 'cancelled') return { kind: 'cancelled' }
    const end = stop.signal.aborted ? ({ by: 'timeout' } as const) : ({ by: 'exit', code: exitCode } as const)
    return { kind: 'process', end, stdout: capture(stdout), stderr: capture(stderr), leftovers: [] }
  } finally {
    deadline.cancel()
    signal?.removeEventListener('abort', cancel)
  }
}

function capture(text: string): CapturedOutput {
  return { text, bytes: Buffer.byteLength(text), truncated: false, invalidUtf8: false }
}
