import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** One process as the kernel shows it. */
export interface ProcessRow {
  pid: number
  parent: number
  group: number
  session: number
  /** `Z` and `X` are dead ones that nobody has collected yet. */
  state: string
  /** In clock ticks since boot: together with the pid it names a process for good, as pids are used again. */
  startedAt: number
}

/** Whether this machine shows its processes in /proc. Without it only process groups can be seen and killed. */
export const canSeeProcesses: boolean = existsSync('/proc/self/environ') && existsSync('/proc/self/stat')

let running: Promise<ProcessRow[]> | null = null
let following: Promise<ProcessRow[]> | null = null

/**
 * Every living process, dead ones left out, as of now or a moment later. Those who ask at the same time share one walk through
 * the list, which gives way to the event loop every few rows, so that a long list stalls nobody.
 */
export function listProcesses(): Promise<ProcessRow[]> {
  if (running === null) {
    running = walkProcesses().finally(() => {
      running = null
    })
    return running
  }
  // A walk that is under way may have passed the place where a new process stands by now.
  following ??= running.then(() => {
    following = null
    return listProcesses()
  })
  return following
}

async function walkProcesses(): Promise<ProcessRow[]> {
  if (!canSeeProcesses) return []
  const rows: ProcessRow[] = []
  let looked = 0
  for (const pid of listPids()) {
    const row = readProcess(pid)
    if (row) rows.push(row)
    if (++looked % 50 === 0) await nextTurn()
  }
  return rows
}

/** One process, or null when it is gone or dead. */
export function readProcess(pid: number): ProcessRow | null {
  const stat = readProc(pid, 'stat')?.toString('latin1')
  if (stat === undefined) return null
  // The name stands in brackets and may itself hold brackets and blanks, so fields are counted from its end.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state = 'X', parent, group, session] = fields
  if (state === 'Z' || state === 'X') return null
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    state,
    startedAt: Number(fields[19]),
  }
}

/** Whether the process still lives and is the same one. */
export function isSameProcess(row: ProcessRow): boolean {
  return readProcess(row.pid)?.startedAt === row.startedAt
}

/** Whether a process was started with this text in its environment. False when that cannot be read. */
export function hasMark(pid: number, mark: string): boolean {
  return readProc(pid, 'environ')?.includes(mark, 0, 'latin1') ?? false
}

/**
 * The processes that were looked for, and those of which nothing can be said yet: a process that is just loading its
 * program shows no environment for a moment.
 */
export interface MarkedProcesses {
  found: ProcessRow[]
  unborn: ProcessRow[]
}

/** What a process was called with, shortened, or its pid when that cannot be read. */
export function readCommandLine(pid: number): string {
  const words = readProc(pid, 'cmdline')?.toString('utf8').split('\0').filter(Boolean).join(' ') ?? ''
  const text = words || readProc(pid, 'comm')?.toString('utf8').trim() || `process ${pid}`
  return text.length > 200 ? `${text.slice(0, 199)}…` : text
}

/**
 * The processes that carry `mark` and came into being after the process `since`. When few pids were given out since then,
 * only those are looked at, which costs next to nothing; otherwise the whole list is walked, giving way to the event loop.
 */
export async function findMarkedSince(since: number, mark: string): Promise<MarkedProcesses> {
  if (!canSeeProcesses) return { found: [], unborn: [] }
  const last = readLastPid()
  const rows =
    last !== null && last >= since && last - since <= 128 ? listBetween(since + 1, last) : await listProcesses()
  return findMarked(rows, mark)
}

/** Those of the rows that carry `mark`. */
export async function findMarked(rows: readonly ProcessRow[], mark: string): Promise<MarkedProcesses> {
  const marked: MarkedProcesses = { found: [], unborn: [] }
  let looked = 0
  for (const row of rows) {
    if (++looked % 50 === 0) await nextTurn()
    const environment = row.pid === process.pid ? undefined : readEnvironment(row)
    if (environment === undefined) continue
    if (environment.includes(mark, 0, 'latin1')) marked.found.push(row)
    else if (environment.length === 0 && !isKernelThread(row)) marked.unborn.push(row)
  }
  return marked
}

/** The rows that descend from any of `roots`, the roots left out. */
export function findDescendants(rows: readonly ProcessRow[], roots: Iterable<number>): ProcessRow[] {
  const children = Map.groupBy(rows, (row) => row.parent)
  const seen = new Set(roots)
  const found: ProcessRow[] = []
  const queue = [...seen]
  for (let pid = queue.pop(); pid !== undefined; pid = queue.pop()) {
    for (const child of children.get(pid) ?? []) {
      if (seen.has(child.pid)) continue
      seen.add(child.pid)
      found.push(child)
      queue.push(child.pid)
    }
  }
  return found
}

/** Sends a signal to a process, or to a whole group by its negative number. False when there is nobody to receive it. */
export function sendSignal(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(target, signal)
  } catch (error) {
    // Someone is there who runs as another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

// Rows are shared by those who look for different marks at the same time.
const environments = new WeakMap<ProcessRow, Buffer>()

function readEnvironment(row: ProcessRow): Buffer | undefined {
  const known = environments.get(row)
  if (known) return known
  const environment = readProc(row.pid, 'environ')
  if (environment) environments.set(row, environment)
  return environment
}

function listBetween(first: number, last: number): ProcessRow[] {
  const rows: ProcessRow[] = []
  for (let pid = first; pid <= last; pid++) {
    // A thread answers under its own number too, although it is no process.
    const row = existsSync(`/proc/${pid}`) && !isThread(pid) ? readProcess(pid) : null
    if (row) rows.push(row)
  }
  return rows
}

function isKernelThread({ pid, parent }: ProcessRow): boolean {
  return pid === 2 || parent === 2
}

function isThread(pid: number): boolean {
  const leader = /^Tgid:\s*(\d+)/m.exec(readProc(pid, 'status')?.toString('latin1') ?? '')?.[1]
  return leader !== undefined && Number(leader) !== pid
}

/** The pid given out last on this machine, or null when the kernel does not tell. */
function readLastPid(): number | null {
  try {
    const last = Number(readFileSync('/proc/loadavg', 'latin1').trim().split(' ').at(-1))
    return Number.isInteger(last) ? last : null
  } catch {
    return null
  }
}

/** None when the list cannot be read, as when this process has no descriptor left. */
function listPids(): number[] {
  try {
    return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []))
  } catch {
    return []
  }
}

function readProc(pid: number, file: string): Buffer | undefined {
  try {
    return readFileSync(`/proc/${pid}/${file}`)
  } catch {
    return undefined
  }
}
