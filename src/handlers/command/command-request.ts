import type { BrokenResult, RawResult } from '../../protocol/raw-result.ts'

/** A line for `/bin/sh -c`, or a program with its arguments, started without a shell. */
export type CommandLine = { shell: string } | { exec: string; args: readonly string[] }

/** What of a hook's processes is killed when it ends by itself: its group, also what left the group, or nothing. */
export type Reap = 'group' | 'all' | 'none'

/** One run of one command. */
export interface CommandRequest {
  command: CommandLine
  cwd: string
  /** The complete environment of the hook; the runner adds only the variable by which it finds the hook's processes again. */
  env: Readonly<Record<string, string>>
  stdin: string
  timeoutMs: number
  reap: Reap
  signal?: AbortSignal
  /** Requests of one key wait in line behind each other, keys take turns: usually the session. */
  key?: string
}

/** Runs commands for hooks. */
export interface CommandRunner {
  /**
   * Runs one command and tells what it did. Never rejects; settles at the latest 2 s after the request's timeout, counted
   * from the moment it got its turn. After a timeout or an abort nothing that the hook started is left running.
   */
  run(request: CommandRequest): Promise<RawResult>
  /** Tells, without running the command, what would keep it from starting; null when nothing speaks against it. Never rejects. */
  preflight(request: Pick<CommandRequest, 'command' | 'cwd' | 'env'>): Promise<BrokenResult | null>
  /** Makes ready what the first run would otherwise have to wait for. Never rejects. */
  warm(): Promise<void>
  /** Ends what still runs, as an abort does, and gives back every process and descriptor held. */
  close(): Promise<void>
}
