import { type ChildProcess, spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { monotonicMs } from '../../base/monotonic-ms.ts'
import type { RawResult } from '../../protocol/raw-result.ts'
import type { CommandRequest } from './command-request.ts'
import { startDeadline } from './deadline.ts'
import { createFrameReader, encodeFrame, type HelperMessage } from './helper-protocol.ts'
import { markVariable } from './supervisor.ts'

/** A process of our own that launches commands for this one, so that launching costs the same however large this one is. */
export interface Helper {
  /** Runs a command in the helper, starting it when needed; null when there is no helper to be had. Never rejects. */
  run(request: CommandRequest): Promise<RawResult | null>
  /** Starts the helper, so that the first run need not wait. False when there is none to be had. */
  warm(): Promise<boolean>
  /** Whether one is there that takes requests. */
  isReady(): boolean
  /** Lets the helper go and waits until it went; what still runs is ended and counts as cancelled. */
  close(): Promise<void>
}

interface Line {
  child: ChildProcess
  socket: Socket
  ready: Promise<boolean>
  isReady: boolean
  pending: Map<number, (result: RawResult) => void>
}

// Every thread and every page of the helper makes it slower to start a process from.
const helperFlags = ['--no-warnings', '--v8-pool-size=0', '--max-semi-space-size=1']
const startMs = 3_000
const silenceMs = 1_900
const farewellMs = 2_000
const retryAfterMs = 60_000

/** The helper of this process, which runs `file`. It is started when first needed and again after it died; it never keeps this process alive. */
export function createHelper(file: string): Helper {
  let line: Line | null = null
  let unusableUntil = 0
  let lastId = 0
  let closed = false

  return {
    async run(request) {
      const open = connect()
      if (open === null) return null
      setReferenced(open, true)
      if (!open.isReady) await waitFor(open.ready, request.signal)
      if (request.signal?.aborted) {
        setReferenced(open, open.pending.size > 0)
        return { kind: 'cancelled' }
      }
      return open.isReady ? send(open, request) : null
    },
    warm: async () => (await connect()?.ready) ?? false,
    isReady: () => line?.isReady ?? false,
    async close() {
      closed = true
      if (line === null) return
      const { child, socket } = line
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.ref()
      const overdue = setTimeout(() => child.kill('SIGKILL'), farewellMs)
      socket.destroy()
      await gone
      clearTimeout(overdue)
    },
  }

  function connect(): Line | null {
    if (line === null && !closed && monotonicMs() >= unusableUntil) line = startHelper()
    return line
  }

  function startHelper(): Line | null {
    try {
      const child = spawn(process.execPath, [...helperFlags, file], {
        cwd: '/',
        env: helperEnvironment(),
        detached: true,
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      })
      const { promise: ready, resolve } = Promise.withResolvers<boolean>()
      const opened: Line = { child, socket: child.stdio[3] as Socket, ready, isReady: false, pending: new Map() }
      const fail = (why: string) => {
        resolve(false)
        lose(opened, why)
      }
      const timer = setTimeout(() => child.kill('SIGKILL'), startMs)
      void ready.then((isReady) => {
        clearTimeout(timer)
        if (!isReady) unusableUntil = monotonicMs() + retryAfterMs
      })
      child.on('error', (error) => fail(error.message))
      child.on('exit', (code, signal) => fail(signal ?? `exit code ${code}`))
      opened.socket?.on('error', () => undefined)
      opened.socket?.on(
        'data',
        createFrameReader<HelperMessage>((message) => {
          if (message.type === 'ready') {
            opened.isReady = true
            resolve(true)
          } else opened.pending.get(message.id)?.(message.result)
        }),
      )
      child.unref()
      timer.unref()
      setReferenced(opened, false)
      return opened
    } catch {
      unusableUntil = monotonicMs() + retryAfterMs
      return null
    }
  }

  function lose(lost: Line, why: string): void {
    if (line === lost) line = null
    lost.isReady = false
    lost.socket?.destroy()
    const broken: RawResult = {
      kind: 'broken',
      class: 'crash',
      message: `the process that launches hooks ended unexpectedly (${why})`,
      hint: 'the next hook starts a new one',
    }
    for (const settle of lost.pending.values()) settle(closed ? { kind: 'cancelled' } : broken)
  }

  function send(open: Line, request: CommandRequest): Promise<RawResult> {
    const { command, cwd, env, timeoutMs, reap, signal } = request
    const id = ++lastId
    const stdin = Buffer.from(request.stdin)
    const { promise, resolve } = Promise.withResolvers<RawResult>()
    // The helper judges the time; it is judged here only when it does not answer.
    let silence = startDeadline(timeoutMs + silenceMs, () => giveUp('timeout'))
    const giveUp = (because: 'timeout' | 'cancelled') => {
      settle(
        because === 'cancelled'
          ? { kind: 'cancelled' }
          : { kind: 'broken', class: 'timeout', message: 'the process that launches hooks does not answer' },
      )
      open.child.kill('SIGKILL')
    }
    const cancel = () => {
      open.socket.write(encodeFrame({ type: 'cancel', id }))
      silence.cancel()
      silence = startDeadline(silenceMs, () => giveUp('cancelled'))
    }
    const settle = (result: RawResult) => {
      silence.cancel()
      signal?.removeEventListener('abort', cancel)
      open.pending.delete(id)
      setReferenced(open, open.pending.size > 0)
      resolve(result)
    }
    open.pending.set(id, settle)
    signal?.addEventListener('abort', cancel, { once: true })
    // Both parts leave in one write.
    open.socket.cork()
    open.socket.write(encodeFrame({ type: 'run', id, command, cwd, env, timeoutMs, reap }, stdin.length))
    if (stdin.length > 0) open.socket.write(stdin)
    open.socket.uncork()
    return promise
  }
}

/** Waits for the promise, but not longer than until the signal aborts. */
function waitFor(promise: Promise<unknown>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      signal?.removeEventListener('abort', done)
      resolve()
    }
    signal?.addEventListener('abort', done, { once: true })
    void promise.then(done)
  })
}

/** The line to an idle helper must not keep the host alive; one that owes an answer must. */
function setReferenced({ socket }: Line, referenced: boolean): void {
  if (referenced) socket?.ref()
  else socket?.unref()
}

const helperVariables = ['PATH', 'HOME', 'LANG', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', markVariable]

/** The helper needs next to nothing: secrets of the host stay in the host, and options meant for its Node would slow it down. */
function helperEnvironment(): NodeJS.ProcessEnv {
  const known = helperVariables
    .filter((name) => process.env[name] !== undefined)
    .map((name) => [name, process.env[name]])
  return {
    ...Object.fromEntries(known),
    ...(process.versions['electron'] !== undefined && { ELECTRON_RUN_AS_NODE: '1' }),
  }
}
