import { setTimeout as sleep } from 'node:timers/promises'
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
const totalMs = 1_200

/**
 * Ends everything a hook started, also what left its group: first asked with SIGTERM, then killed. Looks again until nothing
 * new turns up, since a process may fork while it is being looked for. Takes at most 1.2 s, whatever the processes do, and
 * returns what it found besides the hook itself, with what became of it.
 */
export async function killTree(hook: HookProcesses): Promise<Leftover[]> {
  const found = new Map<number, FoundProcess>()
  const end = performance.now() + totalMs
  await look(hook, found)
  signalAll(hook, found, 'SIGTERM')
  // A stopped process takes note of SIGTERM only when it goes on.
  signalAll(hook, found, 'SIGCONT')
  await waitUntilGone(hook, found, politeMs)
  do {
    signalAll(hook, found, 'SIGKILL')
    await waitUntilGone(hook, found, 100)
    await look(hook, found)
  } while (isAnyAlive(hook, found) && performance.now() < end)
  return reportFates(hook, found)
}

export interface FoundProcess {
  row: ProcessRow
  command: string
}

/** Adds to `found` every process that belongs to the hook: by group, by mark, and by descent from any of these. */
async function look(hook: HookProcesses, found: Map<number, FoundProcess>): Promise<void> {
  const rows = await listProcesses()
  const inGroup = rows.filter((row) => row.group === hook.pid || row.session === hook.pid)
  const known = [...inGroup, ...(await findMarked(rows, hook.mark))]
  const roots = [hook.pid, ...known.map((row) => row.pid)]
  for (const row of [...known, ...findDescendants(rows, roots)]) {
    if (found.get(row.pid)?.row.startedAt !== row.startedAt)
      found.set(row.pid, { row, command: readCommandLine(row.pid) })
  }
}

function signalAll(hook: HookProcesses, found: Map<number, FoundProcess>, signal: NodeJS.Signals): void {
  sendSignal(-hook.pid, signal)
  for (const { row } of found.values()) {
    if (row.group !== hook.pid && isSameProcess(row)) sendSignal(row.pid, signal)
  }
}

async function waitUntilGone(hook: HookProcesses, found: Map<number, FoundProcess>, ms: number): Promise<void> {
  const end = performance.now() + ms
  for (let wait = 2; isAnyAlive(hook, found) && performance.now() < end; wait = Math.min(wait * 2, 25))
    await sleep(wait)
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
