import { randomHex } from '../../base/random-hex.ts'
import type { RawResult } from '../../protocol/raw-result.ts'
import { type Channels, openSocketChannels } from './channels.ts'
import type { CommandRequest } from './command-request.ts'
import { startDeadline } from './deadline.ts'
import { killTree } from './kill-tree.ts'
import { type LaunchedChild, launchChild } from './launch-child.ts'
import { createPipeChannels } from './pipe-channels.ts'
import { createPipeSupply, type Pipe } from './pipe-supply.ts'
import { reapLeftovers } from './reap-leftovers.ts'
import { createWarden } from './warden.ts'

/** A request whose input may already be in bytes. */
export type SupervisedRequest = Omit<CommandRequest, 'stdin' | 'key'> & { stdin: string | Uint8Array }

/** Runs commands as children of this very process and answers for all they start. */
export interface Supervisor {
  /** Never rejects; settles at the latest 2 s after the timeout. */
  run(request: SupervisedRequest): Promise<RawResult>
  /** Makes ready what the first run would otherwise have to wait for. */
  warm(): Promise<void>
  close(): Promise<void>
}

/** The variable in every hook's environment by which its processes are found again, wherever they went. */
export const markVariable = 'HOOKLINE_RUN'

const drainMs = 250

/** A supervisor for this process. */
export function createSupervisor(): Supervisor {
  const id = randomHex(8)
  // Hooks of a hook carry the marks of both, so that whoever ends the outer one finds the inner ones too.
  const lineage = process.env[markVariable] ?? ''
  const running = new Map<AbortController, Promise<RawResult>>()
  const warden = createWarden(id)
  const pipes = createPipeSupply(warden)
  let count = 0
  let closed = false

  return {
    async run(request) {
      if (closed || request.signal?.aborted) return { kind: 'cancelled' }
      const stop = new AbortController()
      const cancel = () => stop.abort()
      request.signal?.addEventListener('abort', cancel, { once: true })
      const result = supervise(request, ++count, stop.signal)
      running.set(stop, result)
      try {
        return await result
      } finally {
        running.delete(stop)
        request.signal?.removeEventListener('abort', cancel)
      }
    },
    warm: () => pipes.fill(),
    async close() {
      closed = true
      for (const stop of running.keys()) stop.abort()
      await Promise.all(running.values())
      pipes.close()
      await warden.close()
    },
  }

  async function supervise(request: SupervisedRequest, run: number, signal: AbortSignal): Promise<RawResult> {
    const mark = `${id}:${run};`
    const env = { ...request.env, [markVariable]: lineage + mark }
    const { promise: cut, resolve } = Promise.withResolvers<'timeout' | 'cancelled'>()
    const deadline = startDeadline(request.timeoutMs, () => resolve('timeout'))
    signal.addEventListener('abort', () => resolve('cancelled'), { once: true })
    warden.enter(run)
    try {
      const child = await launchChild({ request, env, deadline, signal, openChannels })
      if ('kind' in child) return signal.aborted ? { kind: 'cancelled' } : child
      warden.started(run, child.pid)
      return await follow({ child, request, mark, cut })
    } finally {
      warden.leave(run)
      deadline.cancel()
    }
  }

  async function openChannels(): Promise<Channels> {
    const taken = await pipes.take(3)
    return taken ? createPipeChannels(taken as [Pipe, Pipe, Pipe]) : openSocketChannels()
  }
}

interface Followed {
  child: LaunchedChild
  request: SupervisedRequest
  mark: string
  cut: Promise<'timeout' | 'cancelled'>
}

/** Waits for the first of: the process ends, its time is over, the caller gives up. */
async function follow({ child, request, mark, cut }: Followed): Promise<RawResult> {
  const { channels, pid } = child
  const end = await Promise.race([child.exited, cut])
  try {
    if (typeof end !== 'string') {
      // What the process printed may still be in the pipe; what a grandchild might print one day is not waited for.
      await waitAtMost(drainMs, channels.drained)
      const leftovers = await reapLeftovers({ pid, mark }, request.reap)
      return { kind: 'process', end, stdout: channels.stdout.read(), stderr: channels.stderr.read(), leftovers }
    }
    const leftovers = await killTree({ pid, mark })
    if (end === 'cancelled') return { kind: 'cancelled' }
    return {
      kind: 'process',
      end: { by: 'timeout' },
      stdout: channels.stdout.read(),
      stderr: channels.stderr.read(),
      leftovers,
    }
  } finally {
    channels.close()
  }
}

// If the host itself stood still, the time is over before anybody has looked into the pipe: the event loop looks at its
// descriptors twice before what it has read counts as all there was. Without that an answer would be lost, and a deny with it.
function waitAtMost(ms: number, promise: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => setImmediate(() => setImmediate(resolve)), ms)
    void promise.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
