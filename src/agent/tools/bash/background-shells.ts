import type { CapturedText } from '../../../base/captured-output.ts'
import type { ChildEnd } from '../../../handlers/command/launch-child.ts'
import type { ToolState } from '../tool-types.ts'
import type { BashOutput } from './bash-tool.ts'
import type { ShellRun } from './shell-session.ts'

/** What a background command printed since it was last asked, and how it stands. */
export interface BackgroundReport {
  shellId: string
  command: string
  status: 'running' | 'completed' | 'failed' | 'killed'
  exitCode: number | null
  stdout: string
  stderr: string
}

/** The commands of a session that run in the background. */
export class BackgroundShells {
  readonly #shells = new Map<string, BackgroundShell>()

  add(run: ShellRun, command: string): BashOutput {
    const shellId = `shell_${this.#shells.size + 1}`
    this.#shells.set(shellId, new BackgroundShell(run, shellId, command))
    return { stdout: '', stderr: '', exitCode: null, interrupted: false, timedOut: false, shellId }
  }

  /** Those that have not ended. */
  running(): { id: string; command: string }[] {
    return [...this.#shells].flatMap(([id, shell]) => (shell.isRunning ? [{ id, command: shell.command }] : []))
  }

  /** Throws when there is no such shell, naming those there are. */
  find(shellId: string): BackgroundShell {
    const shell = this.#shells.get(shellId)
    if (shell) return shell
    const known = [...this.#shells.keys()]
    throw new Error(
      `There is no background shell "${shellId}". ${known.length === 0 ? 'None was started.' : `There are ${known.join(', ')}.`}`,
    )
  }
}

/** The background commands of a session. */
export function backgroundShells(state: ToolState): BackgroundShells {
  return state.part('backgroundShells', () => new BackgroundShells())
}

class BackgroundShell {
  readonly #run: ShellRun
  readonly #id: string
  readonly #command: string
  readonly #shown = { stdout: 0, stderr: 0 }
  #end: ChildEnd | undefined
  #killed = false

  constructor(run: ShellRun, id: string, command: string) {
    this.#run = run
    this.#id = id
    this.#command = command
    void run.exited.then(async (end) => {
      this.#end = end
      await run.channels.drained
      await run.release()
    })
  }

  get command(): string {
    return this.#command
  }

  get isRunning(): boolean {
    return this.#status() === 'running'
  }

  report(): BackgroundReport {
    return { ...this.#standing(), stdout: this.#readNew('stdout'), stderr: this.#readNew('stderr') }
  }

  /** Ends it with all it has started; one that has ended before keeps its status. */
  async kill(): Promise<Omit<BackgroundReport, 'stdout' | 'stderr'>> {
    this.#killed ||= this.#end === undefined
    await this.#run.kill()
    return this.#standing()
  }

  #standing(): Omit<BackgroundReport, 'stdout' | 'stderr'> {
    const exitCode = this.#end?.by === 'exit' ? this.#end.code : null
    return { shellId: this.#id, command: this.#command, status: this.#status(), exitCode }
  }

  #status(): BackgroundReport['status'] {
    if (this.#killed) return 'killed'
    if (!this.#end) return 'running'
    return this.#end.by === 'exit' && this.#end.code === 0 ? 'completed' : 'failed'
  }

  #readNew(channel: 'stdout' | 'stderr'): string {
    const captured = this.#run.channels[channel].read()
    const text = textSince(captured, this.#shown[channel])
    this.#shown[channel] += Buffer.byteLength(text.shown)
    if (captured.truncated) this.#shown[channel] = captured.bytes
    return text.shown
  }
}

// The capture keeps the beginning and the end; what was asked for long ago may be missing from the middle.
function textSince({ text, bytes, truncated }: CapturedText, from: number): { shown: string } {
  const all = Buffer.from(text)
  if (!truncated)
    return {
      shown: all
        .subarray(from)
        .toString('utf8')
        .replace(/\uFFFD$/, ''),
    }
  const fresh = bytes - from
  return { shown: fresh >= all.length ? text : all.subarray(all.length - fresh).toString('utf8') }
}
