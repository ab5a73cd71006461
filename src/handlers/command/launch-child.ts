import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '../../base/monotonic-ms.ts'
import type { BrokenResult } from '../../protocol/raw-result.ts'
import type { Channels } from './channels.ts'
import type { CommandLine, CommandRequest } from './command-request.ts'
import type { Deadline } from './deadline.ts'
import { describeLaunchError } from './describe-launch-error.ts'

/** A child that has started: everything that happens to it from now on comes through these. */
export interface LaunchedChild {
  pid: number
  channels: Channels
  /** Resolves when the process itself has ended, whoever may still hold its output open. */
  exited: Promise<ChildEnd>
}

export type ChildEnd = { by: 'exit'; code: number } | { by: 'signal'; signal: string }

/** What launching needs to know of the run it is for. */
export interface Launch {
  request: Pick<CommandRequest, 'command' | 'cwd'> & { stdin: string | Uint8Array }
  env: Record<string, string>
  deadline: Deadline
  signal: AbortSignal
  openChannels(): Promise<Channels>
}

const overloadCodes = new Set(['EAGAIN', 'EMFILE', 'ENFILE', 'ENOMEM'])
const longestBackOff = 250
const patience = 10_000

/**
 * Starts the command as the leader of a session of its own and hands it its input. A machine that has no room for another
 * process right now is asked again, more and more slowly, as long as the deadline allows. Never throws: a command that cannot
 * be started is a result.
 */
export async function launchChild(launch: Launch): Promise<LaunchedChild | BrokenResult> {
  const giveUpAt = monotonicMs() + Math.min(patience, launch.deadline.remaining())
  let busyTries = 0
  for (let wait = 10; ; wait = Math.min(wait * 2, longestBackOff)) {
    const result = await tryLaunch(launch)
    if (!(result instanceof Error)) return result
    const code = (result as NodeJS.ErrnoException).code ?? ''
    const again = overloadCodes.has(code) ? monotonicMs() + wait < giveUpAt : code === 'ETXTBSY' && busyTries++ === 0
    if (!again || launch.signal.aborted) return describeLaunchError(result, launch.request)
    await sleep(wait, undefined, { signal: launch.signal }).catch(() => undefined)
  }
}

async function tryLaunch({ request, env, openChannels }: Launch): Promise<LaunchedChild | Error> {
  let channels: Channels | undefined
  try {
    channels = await openChannels()
    const [file, args] = programOf(request.command)
    const child = spawn(file, args, { cwd: request.cwd, env, detached: true, stdio: channels.stdio })
    const failure = await failureOf(child)
    if (failure) {
      channels.close()
      return failure
    }
    const exited = endOf(child)
    channels.attach(child, request.stdin)
    return { pid: child.pid!, channels, exited }
  } catch (error) {
    channels?.close()
    return error as Error
  }
}

function programOf(command: CommandLine): [string, readonly string[]] {
  return 'shell' in command ? ['/bin/sh', ['-c', command.shell]] : [command.exec, command.args]
}

/** A child without a pid has failed and says why in the next tick; one with a pid has reached its program. */
function failureOf(child: ChildProcess): Promise<Error> | undefined {
  if (child.pid !== undefined) {
    child.on('error', () => undefined)
    return undefined
  }
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.on('error', () => undefined)
  return new Promise((resolve) => child.once('error', resolve))
}

function endOf(child: ChildProcess): Promise<ChildEnd> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      if (signal !== null) resolve({ by: 'signal', signal })
      // Never seen for a child that has started, and never to be read as an exit code: libuv's errors are negative.
      else if (code === null || code < 0) resolve({ by: 'signal', signal: 'unknown' })
      else resolve({ by: 'exit', code })
    })
  })
}
