import { randomBytes } from 'node:crypto'
import type { BrokenResult, Leftover } from '../../protocol/raw-result.ts'
import type { Reap } from '../command/command-request.ts'
import type { Deadline } from '../command/deadline.ts'
import { killTree } from '../command/kill-tree.ts'
import { type ChildEnd, launchChild } from '../command/launch-child.ts'
import { reapLeftovers } from '../command/reap-leftovers.ts'
import { markVariable } from '../command/supervisor.ts'
import { createWarden } from '../command/warden.ts'
import type { LineListener } from './line-reader.ts'
import { openWorkerChannels, type WorkerChannels } from './worker-channels.ts'

/** How a worker is started; those with the same settings are one. */
export interface WorkerSettings {
  command: string
  cwd: string
  env: Readonly<Record<string, string>>
  reap: Reap
}

/** A process that runs. */
export interface WorkerProcess {
  pid: number
  channels: WorkerChannels
  /** Resolves when it has ended, whoever may still hold its output open. */
  exited: Promise<ChildEnd>
  /** Ends it and everything it started; takes at most 1.4 s. */
  kill(): Promise<Leftover[]>
  /** Tidies up after it ended by itself. */
  reap(): Promise<Leftover[]>
}

/** Starts workers and sees to it that none outlives this process. */
export interface WorkerLauncher {
  launch(settings: WorkerSettings, listener: LineListener): Promise<WorkerProcess | BrokenResult>
  close(): Promise<void>
}

// A machine without room for a process is asked for this long; each request keeps its own deadline besides.
const startMs = 10_000

/** A launcher with a warden of its own, which is started with the first worker. */
export function createWorkerLauncher(): WorkerLauncher {
  const id = randomBytes(8).toString('hex')
  const lineage = process.env[markVariable] ?? ''
  const warden = createWarden(id)
  const stop = new AbortController()
  let count = 0

  return {
    async launch({ command, cwd, env, reap }, listener) {
      const run = ++count
      const mark = `${id}:${run};`
      warden.enter(run)
      const child = await launchChild({
        request: { command: { shell: command }, cwd, stdin: '' },
        env: { ...env, [markVariable]: lineage + mark },
        deadline: startLimit(),
        signal: stop.signal,
        openChannels: async () => openWorkerChannels(listener),
      })
      if ('kind' in child) {
        warden.leave(run)
        return child
      }
      const { pid, exited } = child
      warden.started(run, pid)
      const tidy = async (work: Promise<Leftover[]>): Promise<Leftover[]> => work.finally(() => warden.leave(run))
      return {
        pid,
        channels: child.channels as WorkerChannels,
        exited,
        kill: () => tidy(killTree({ pid, mark })),
        reap: () => tidy(reapLeftovers({ pid, mark }, reap)),
      }
    },
    async close() {
      stop.abort()
      await warden.close()
    },
  }
}

function startLimit(): Deadline {
  const end = performance.now() + startMs
  return { remaining: () => Math.max(0, end - performance.now()), cancel: () => undefined }
}
