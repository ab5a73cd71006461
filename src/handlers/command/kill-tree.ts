import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '../../base/monotonic-ms.ts'
import {
  canSeeProcesses,
  findDescendants,
  findMarked,
  isSameProcess,
  listProcesses,
  type ProcessRow,
  readCommandLine,
  sendSignal,
} from '../../base/process-tree.ts'
import type { Leftover } from '../../protocol/raw-result.ts'

/** How a hook's processes are found again: the leader of its group and the mark in the environment of all it started. */
export interface HookProcesses {
  pid: number
  mark: string
}

const politeMs = 200
const totalMs = 1_400
const afterwardsMs = 5_000

/**
 * Ends everything a hook started, also what left its group: first asked with SIGTERM, then killed. Looks again until nothing
 * is left and nothing new turns up twice, since a process may fork or load another program while it is being looked for.
 * Takes at most 1.4 s, whatever the processes do; what is not gone by then is told, and pursued for a while longer.
 * Returns what it found besides the hook itself, with what became of it.
 */
export async function killTree(hook: HookProcesses): Promise<Leftover[]> {
  const found = new Map<number, FoundProcess>()
  const end = monotonicMs() + totalMs
  await look(hook, found)
  signalAll(hook, found, 'SIGTERM')
  // A stopped process takes note of SIGTERM only when it goes on.
  signalAll(hook, found, 'SIGCONT')
  await waitUntilGone(hook, found, politeMs)
  const isDone = await killUntilClear(hook, found, end)
  if (!isDone) void killUntilClear(hook, found, end + afterwardsMs)
  return reportFates(hook, found)
}

/** False when the time ran out before two looks in a row found nothing left. */
async function killUntilClear(hook: HookProcesses, found: Map<number, FoundProcess>, end: number): Promise<boolean> {
  for (let clearLooks = 0; clearLooks < 2; ) {
    signalAll(hook, found, 'SIGKILL')
    if (monotonicMs() >= end) return false
    await waitUntilGone(hook, found, Math.min(100, end - monotonicMs()))
    const isClear = await look(hook, found)
    clearLooks = isClear && !isAnyAlive(hook, found) ? clearLooks + 1 : 0
    if (clearLooks === 1) await sleep(10)
  }
  return true
}

export interface FoundProcess {
  row: ProcessRow
  command: string
}

/**
 * Adds to `found` every process that belongs to the hook: by group, by mark, and by descent from any of these. False when it
 * saw a process younger than those of which nothing can be said yet.
 */
async function look(hook: HookProcesses, found: Map<number, FoundProcess>): Promise<boolean> {
  const rows = await listProcesses()
  const inGroup = rows.filter((row) => row.group === hook.pid || row.session === hook.pid)
  const marked = await findMarked(rows, hook.mark)
  const known = [...inGroup, ...marked.found]
  const roots = [hook.pid, ...known.map((row) => row.pid)]
  for (const row of [...known, ...findDescendants(rows, roots)]) {
    if (found.get(row.pid)?.row.startedAt !== row.startedAt)
      found.set(row.pid, { row, command: readCommandLine(row.pid) })
  }
  const oldest = Math.min(...[...found.values()].map(({ row }) => row.startedAt))
  return !marked.unborn.some((row) => row.startedAt >= oldest)
}

function signalAll(hook: HookProcesses, found: Map<number, FoundProcess>, signal: NodeJS.Signals): void {
  const alive = [...found.values()].filter(({ row }) => isSameProcess(row))
  // One signal for the whole group leaves no gap for a fork; but the number of an empty group may belong to others by now.
  if (found.size === 0 || alive.some(({ row }) => row.group === hook.pid)) sendSignal(-hook.pid, signal)
  for (const { row } of alive) if (row.group !== hook.pid) sendSignal(row.pid, signal)
}

async function waitUntilGone(hook: HookProcesses, found: Map<number, FoundProcess>, ms: number): Promise<void> {
  const end = monotonicMs() + ms
  for (let wait = 2; isAnyAlive(hook, found) && monotonicMs() < end; wait = Math.min(wait * 2, 25)) await sleep(wait)
}

function isAnyAlive(hook: HookProcesses, found: Map<number, FoundProcess>): boolean {
  if (!canSeeProcesses) return sendSignal(-hook.pid, 0)
  return [...found.values()].some(({ row }) => isSameProcess(row))
}

/** The found processes as leftovers. The hook's own process is none of them unless it could not be killed. */
export function reportFates(hook: HookProcesses, found: Map<number, FoundProcess>): Leftover[] {
  const leftovers: Leftover[] = []
  for (const { row, command } of found.values()) {
    const fate = isSameProcess(row) ? 'alive' : 'killed'
    if (row.pid === hook.pid && fate === 'killed') continue
    leftovers.push({ pid: row.pid, command, place: row.group === hook.pid ? 'group' : 'escaped', fate })
  }
  return leftovers
}
