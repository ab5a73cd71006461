import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canSeeProcesses, findMarked, findMarkedSince, listProcesses, sendSignal } from '../../../base/process-tree.ts'
import { type Channels, openSocketChannels } from '../../../handlers/command/channels.ts'
import { startDeadline } from '../../../handlers/command/deadline.ts'
import { killTree } from '../../../handlers/command/kill-tree.ts'
import { type ChildEnd, type LaunchedChild, launchChild } from '../../../handlers/command/launch-child.ts'
import { createPipeChannels } from '../../../handlers/command/pipe-channels.ts'
import { createPipeSupply, type Pipe } from '../../../handlers/command/pipe-supply.ts'
import { markVariable } from '../../../handlers/command/supervisor.ts'
import { createWarden } from '../../../handlers/command/warden.ts'
import { parseTraces, ShellMemory, type ShellTraces } from './shell-memory.ts'
import { shellScript } from './shell-script.ts'

/** A command under way. */
export interface ShellRun {
  readonly channels: Channels
  readonly exited: Promise<ChildEnd>
  /** The environment it was started with. */
  readonly env: Readonly<Record<string, string>>
  /** Ends all it has started, wherever that went. */
  kill(): Promise<void>
  /** What it left behind for the next command; undefined when it did not get that far. */
  readTraces(): Promise<ShellTraces | undefined>
  /** To be called once the command has ended: gives back what nothing that it started still needs. */
  release(): Promise<void>
}

/** Where a command starts; the signal ends the wait for a machine that has no room for it. */
export interface ShellPlace {
  cwd: string
  env: Readonly<Record<string, string>>
  signal: AbortSignal
}

/**
 * The shell of one agent session. Every command is a Bash process of its own, in a process group of its own; directory and
 * exported variables are carried from one to the next. Whatever a command leaves running ends with the session, also when
 * this process is killed.
 */
export class ShellSession {
  readonly memory = new ShellMemory()
  readonly #id = randomBytes(8).toString('hex')
  readonly #warden = createWarden(this.#id)
  readonly #pipes = createPipeSupply(this.#warden)
  readonly #runs = new Map<number, { child: LaunchedChild; mark: string }>()
  #count = 0
  #folder: Promise<string> | undefined

  /** Starts a command. Throws when Bash cannot be started. */
  async start(command: string, where: ShellPlace): Promise<ShellRun> {
    const run = ++this.#count
    const mark = `${this.#id}:${run};`
    const env = { ...this.memory.apply(where.env), [markVariable]: (process.env[markVariable] ?? '') + mark }
    const files = await this.#writeCommand(run, command)
    this.#warden.enter(run)
    const child = await this.#launch({ ...where, env, args: [files.command, files.traces] })
    if (child instanceof Error) {
      this.#warden.leave(run)
      throw child
    }
    this.#warden.started(run, child.pid)
    this.#runs.set(run, { child, mark })
    return {
      channels: child.channels,
      exited: child.exited,
      env,
      kill: async () => {
        await killTree({ pid: child.pid, mark })
        this.#forget(run)
      },
      readTraces: async () => parseTraces(await readFile(files.traces, 'utf8').catch(() => '')),
      release: async () => {
        await Promise.all([rm(files.command, { force: true }), rm(files.traces, { force: true })])
        if (!(await hasLeftovers(child.pid, mark))) this.#forget(run)
      },
    }
  }

  /** Ends everything that still runs and removes the session's files. */
  async close(): Promise<void> {
    await Promise.all([...this.#runs.keys()].map((run) => this.#end(run)))
    this.#pipes.close()
    await this.#warden.close()
    if (this.#folder) await rm(await this.#folder, { recursive: true, force: true })
  }

  // A command that has ended long ago may have left a number that belongs to others by now: only what carries its mark counts.
  async #end(run: number): Promise<void> {
    const { child, mark } = this.#runs.get(run)!
    const { found } = await findMarked(await listProcesses(), mark)
    if (found[0]) await killTree({ pid: found[0].group, mark })
    else if (!canSeeProcesses && sendSignal(-child.pid, 0)) await killTree({ pid: child.pid, mark })
    this.#forget(run)
  }

  #forget(run: number): void {
    this.#runs.get(run)?.child.channels.close()
    this.#runs.delete(run)
    this.#warden.leave(run)
  }

  async #writeCommand(run: number, command: string): Promise<{ command: string; traces: string }> {
    this.#folder ??= mkdtemp(join(tmpdir(), 'hookline-shell-'))
    const folder = await this.#folder
    const files = { command: join(folder, `${run}.sh`), traces: join(folder, `${run}.env`) }
    await writeFile(files.command, command, { mode: 0o600, flag: 'wx' })
    await writeFile(files.traces, '', { mode: 0o600, flag: 'wx' })
    return files
  }

  async #launch(start: ShellPlace & { args: string[] }): Promise<LaunchedChild | Error> {
    const deadline = startDeadline(launchPatience, () => undefined)
    try {
      const child = await launchChild({
        request: {
          command: { exec: findBash(), args: ['--noprofile', '--norc', '-c', shellScript, 'bash', ...start.args] },
          cwd: start.cwd,
          stdin: '',
        },
        env: { ...start.env },
        deadline,
        signal: start.signal,
        openChannels: () => this.#openChannels(),
      })
      return 'kind' in child ? new Error(`Bash cannot be started: ${child.message}`) : child
    } finally {
      deadline.cancel()
    }
  }

  async #openChannels(): Promise<Channels> {
    const taken = await this.#pipes.take(3)
    return taken ? createPipeChannels(taken as [Pipe, Pipe, Pipe]) : openSocketChannels()
  }
}

async function hasLeftovers(pid: number, mark: string): Promise<boolean> {
  if (!canSeeProcesses) return sendSignal(-pid, 0)
  const { found, unborn } = await findMarkedSince(pid, mark)
  return found.length > 0 || unborn.length > 0
}

const launchPatience = 10_000
const usualPlaces = ['/bin/bash', '/usr/bin/bash', '/usr/local/bin/bash', '/opt/homebrew/bin/bash']

function findBash(): string {
  return usualPlaces.find((place) => existsSync(place)) ?? 'bash'
}
