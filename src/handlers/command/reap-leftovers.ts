import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '../../base/monotonic-ms.ts'
import {
  canSeeProcesses,
  findMarkedSince,
  isSameProcess,
  listProcesses,
  type ProcessRow,
  readCommandLine,
  sendSignal,
} from '../../base/process-tree.ts'
import type { Leftover } from '../../protocol/raw-result.ts'
import type { Reap } from './command-request.ts'
import { type FoundProcess, type HookProcesses, reportFates } from './kill-tree.ts'

const politeMs = 50
const killMs = 200

/**
 * Tidies up after a hook that ended by itself. What is left of its group is killed; what left the group is only recorded, or
 * killed too under `all`; under `none` nothing is even looked at. When nothing is left, the usual case, this costs a signal
 * and a look at the pids given out since the hook began.
 */
export async function reapLeftovers(hook: HookProcesses, reap: Reap): Promise<Leftover[]> {
  if (reap === 'none') return []
  const group = sendSignal(-hook.pid, 0) ? await listGroup(hook) : []
  const escaped = await findEscaped(hook)
  if (group.length === 0 && escaped.length === 0) return canSeeProcesses ? [] : killUnseenGroup(hook)

  const found = new Map(
    [...group, ...escaped].map((row): [number, FoundProcess] => [row.pid, { row, command: readCommandLine(row.pid) }]),
  )
  await endProcesses(reap === 'all' ? [...group, ...escaped] : group)
  return reportFates(hook, found)
}

/** A daemon that is only just being started shows no mark yet; it is looked at again a moment later. */
async function findEscaped(hook: HookProcesses): Promise<ProcessRow[]> {
  for (let tries = 0; ; tries++) {
    const { found, unborn } = await findMarkedSince(hook.pid, hook.mark)
    if (unborn.length === 0 || tries === 5) return found.filter((row) => row.group !== hook.pid)
    await sleep(3)
  }
}

/** A number may be in use again by now, so only members of the hook's own session count. */
async function listGroup(hook: HookProcesses): Promise<ProcessRow[]> {
  return (await listProcesses()).filter((row) => row.group === hook.pid && row.session === hook.pid)
}

async function endProcesses(rows: ProcessRow[]): Promise<void> {
  for (const [signal, patience] of [
    ['SIGTERM', politeMs],
    ['SIGKILL', killMs],
  ] as const) {
    for (const row of rows) if (isSameProcess(row)) sendSignal(row.pid, signal)
    const end = monotonicMs() + patience
    for (let wait = 1; rows.some(isSameProcess) && monotonicMs() < end; wait = Math.min(wait * 2, 25)) await sleep(wait)
  }
}

/** Where processes cannot be listed, a group that still answers is killed and reported under its own number. */
function killUnseenGroup(hook: HookProcesses): Leftover[] {
  if (!sendSignal(-hook.pid, 0)) return []
  sendSignal(-hook.pid, 'SIGKILL')
  return [{ pid: hook.pid, command: `process group ${hook.pid}`, place: 'group', fate: 'killed' }]
}
