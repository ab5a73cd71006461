import { type ChildProcess, spawn } from 'node:child_process'
import { wardenScript } from './warden-script.ts'

/**
 * A small shell process that lives as long as this one and a moment longer. When this process is gone, however it went, the
 * warden ends the runs still on its list. It also makes the pipes for them, which Node cannot. It never keeps this process alive.
 */
export interface Warden {
  /** Lists a run before it starts: from now on it will not outlive this process. */
  enter(run: number): void
  /** Adds the process group of a listed run. */
  started(run: number, group: number): void
  /** Takes a run off the list. */
  leave(run: number): void
  /** Has pipes made, and gives the warden's pid once they can be opened in /proc; null when there is no warden. */
  makePipes(): Promise<number | null>
  /** Has the warden let go of the pipes it made last. */
  dropPipes(): void
  /** Ends a warden that does not answer; the next order starts another, which knows the list. */
  replace(): void
  /** Lets the warden go and waits until it went. The runs still listed are ended. */
  close(): Promise<void>
}

/** A warden for the supervisor with this id. It is started with the first order, and again if somebody ended it. */
export function createWarden(id: string): Warden {
  const runs = new Map<number, number>()
  const waiting: ((pid: number | null) => void)[] = []
  let child: ChildProcess | null = null
  let closed = false
  let held = ''
  let holding: NodeJS.Timeout | undefined

  return {
    enter(run) {
      runs.set(run, 0)
      order(`+ ${run}\n`)
    },
    started(run, group) {
      runs.set(run, group)
      order(`= ${run} ${group}\n`)
    },
    leave(run) {
      const group = runs.get(run)
      runs.delete(run)
      if (child) orderSoon(`- ${run} ${group}\n`)
    },
    makePipes() {
      const { promise, resolve } = Promise.withResolvers<number | null>()
      waiting.push(resolve)
      order('p\n')
      if (child === null) forget(null)
      return promise
    },
    dropPipes() {
      if (child) orderSoon('c\n')
    },
    replace() {
      const stuck = child
      forget(stuck)
      stuck?.kill('SIGKILL')
    },
    async close() {
      order('')
      closed = true
      const last = child
      if (last === null) return
      const gone = new Promise((resolve) => last.once('exit', resolve))
      last.ref()
      last.stdin?.end()
      await gone
    },
  }

  function order(line: string): void {
    if (child === null && line === '') return
    if (child === null && !closed) {
      child = start()
      const listed = [...runs].map(([run, group]) => `+ ${run}\n${group > 0 ? `= ${run} ${group}\n` : ''}`).join('')
      // What was just entered is on the list already and must not be on it twice.
      line = /^[+=]/.test(line) ? listed : listed + line
    }
    clearTimeout(holding)
    child?.stdin?.write(held + line)
    held = ''
  }

  /** Waking the warden costs more than the line, and the next order mostly follows at once. */
  function orderSoon(line: string): void {
    held += line
    clearTimeout(holding)
    holding = setTimeout(order, 20, '').unref()
  }

  function start(): ChildProcess | null {
    try {
      const started = spawn('/bin/sh', ['-c', wardenScript, 'hookline-warden', id], {
        cwd: '/',
        env: { PATH: `${process.env['PATH'] ?? ''}:/usr/bin:/bin` },
        detached: true,
        stdio: ['pipe', 'pipe', 'ignore'],
      })
      started.on('error', () => forget(started))
      started.on('exit', () => forget(started))
      started.stdin.on('error', () => undefined)
      started.stdout.on('error', () => undefined)
      started.stdout.on('data', () => waiting.shift()?.(started.pid ?? null))
      started.unref()
      for (const stream of [started.stdin, started.stdout]) (stream as unknown as { unref(): void }).unref()
      return started
    } catch {
      return null
    }
  }

  function forget(gone: ChildProcess | null): void {
    if (child !== gone) return
    child = null
    held = ''
    for (const resolve of waiting.splice(0)) resolve(null)
  }
}
