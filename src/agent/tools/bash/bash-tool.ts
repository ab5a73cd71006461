import { stat } from 'node:fs/promises'
import type { ChildEnd } from '../../../handlers/command/launch-child.ts'
import { listTouchedPaths } from '../../../match/index.ts'
import { count, flag, optional, text } from '../../../protocol/schema/field.ts'
import { defineBuiltin } from '../define-builtin.ts'
import { longestShown } from '../shorten-text.ts'
import type { AgentTool, ToolContext, ToolState } from '../tool-types.ts'
import { backgroundShells } from './background-shells.ts'
import { CommandFailure } from './command-failure.ts'
import { shellOf } from './shell-of.ts'
import type { ShellRun, ShellSession } from './shell-session.ts'
import { showPrinted } from './show-printed.ts'

/** What a command came to. `exitCode` is null when a signal ended it, or when it still runs in the background. */
export interface BashOutput {
  stdout: string
  stderr: string
  exitCode: number | null
  /** It was ended because the caller gave up. */
  interrupted: boolean
  timedOut: boolean
  signal?: string
  /** Exported variables that later commands will not see. */
  notKept?: string[]
  /** Set when the command runs on in the background. */
  shellId?: string
  /** File with an output that is too long for the model. */
  stdoutPath?: string
  stderrPath?: string
}

const defaultTimeout = 120_000
const longestTimeout = 600_000
const drainMs = 250

/** Runs a command in Bash. A failing exit, a timeout and an interruption are failures that carry the output. */
export const bashTool: AgentTool = defineBuiltin({
  name: 'Bash',
  description:
    'Runs a command in Bash. The working directory and exported variables are kept for later calls. There is no terminal and no input.',
  kind: 'execute',
  input: {
    command: text('The command.'),
    timeout: optional(
      count('Milliseconds after which it is ended; 120000 by default.', { min: 1, max: longestTimeout }),
    ),
    description: optional(text('What the command does, in a few words.')),
    run_in_background: optional(flag('Starts it and returns at once; read its output with BashOutput.')),
  },
  refuse({ command }) {
    if (command.trim() === '') return 'command is empty'
    return command.includes('\0') ? 'command holds a NUL byte' : undefined
  },
  paths: (input, cwd) => listTouchedPaths({ toolName: 'Bash', toolInput: input, cwd }).map(({ path }) => path),
  async run(input, context) {
    await requireDirectory(context)
    const shell = shellOf(context.state)
    const run = await shell.start(input.command, context)
    if (input.run_in_background) return backgroundShells(context.state).add(run, input.command)
    return finish({ run, shell, context, timeoutMs: input.timeout ?? defaultTimeout })
  },
  toText: showBashOutput,
})

// Elsewhere the command would mean something else than what was approved.
async function requireDirectory({ cwd, projectDir, setCwd }: ToolContext): Promise<void> {
  const found = await stat(cwd).catch(() => undefined)
  if (found?.isDirectory()) return
  setCwd(projectDir)
  throw new Error(`The working directory ${cwd} is gone. It is ${projectDir} from now on; call again if that suits.`)
}

interface Finishing {
  run: ShellRun
  shell: ShellSession
  context: ToolContext
  timeoutMs: number
}

async function finish({ run, shell, context, timeoutMs }: Finishing): Promise<BashOutput> {
  const end = await waitForEnd(run, context.signal, timeoutMs)
  if (typeof end === 'string') {
    await run.kill()
    const output = describe(run, { interrupted: end === 'aborted', timedOut: end === 'timeout' })
    throw new CommandFailure(await spillLong(output, context.state), timeoutMs)
  }
  await settleWithin(drainMs, run.channels.drained)
  const notKept = await keepTraces(run, shell, context)
  const output = await spillLong(describe(run, { end, ...(notKept.length > 0 && { notKept }) }), context.state)
  await run.release()
  if (output.exitCode === 0) return output
  throw new CommandFailure(output, timeoutMs)
}

async function waitForEnd(
  run: ShellRun,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<ChildEnd | 'timeout' | 'aborted'> {
  const { promise: cut, resolve } = Promise.withResolvers<'timeout' | 'aborted'>()
  const timer = setTimeout(resolve, timeoutMs, 'timeout')
  const abort = () => resolve('aborted')
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([run.exited, cut])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
  }
}

async function keepTraces(run: ShellRun, shell: ShellSession, { cwd, setCwd }: ToolContext): Promise<string[]> {
  const traces = await run.readTraces()
  if (!traces) return []
  if (traces.cwd !== cwd) setCwd(traces.cwd)
  return shell.memory.learn(run.env, traces.env)
}

function describe(
  { channels }: ShellRun,
  facts: { end?: ChildEnd; interrupted?: boolean; timedOut?: boolean; notKept?: string[] },
): BashOutput {
  const { end, interrupted = false, timedOut = false, notKept } = facts
  return {
    stdout: channels.stdout.read().text,
    stderr: channels.stderr.read().text,
    exitCode: end?.by === 'exit' ? end.code : null,
    interrupted,
    timedOut,
    ...(end?.by === 'signal' && { signal: end.signal }),
    ...(notKept && { notKept }),
  }
}

async function spillLong(output: BashOutput, state: ToolState): Promise<BashOutput> {
  const keep = async (name: 'stdout' | 'stderr') =>
    output[name].length > longestShown ? { [`${name}Path`]: await state.spill(output[name], name) } : {}
  return { ...output, ...(await keep('stdout')), ...(await keep('stderr')) }
}

// What a process in the background may print one day is not waited for.
function settleWithin(ms: number, promise: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    void promise.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

function showBashOutput(output: Readonly<Record<string, unknown>>): string | undefined {
  const { stdout, stderr, notKept, shellId } = output
  if (typeof stdout !== 'string' || typeof stderr !== 'string') return undefined
  if (typeof shellId === 'string')
    return `Runs in the background as ${shellId}: read it with BashOutput, end it with KillShell.`
  const parts = showPrinted(output as unknown as BashOutput)
  if (Array.isArray(notKept) && notKept.length > 0)
    parts.push(`(Not kept for later commands, as they decide what programs run: ${notKept.join(', ')}.)`)
  return parts.length === 0 ? '(no output)' : parts.join('\n')
}
