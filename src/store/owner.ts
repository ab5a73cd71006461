import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { canSeeProcesses, readProcess } from '../base/process-tree.ts'

/** Whether the process that a text names still lives: `unknown` for one of another machine. */
export type OwnerState = 'alive' | 'gone' | 'unknown'

/**
 * Names this process so that no other is ever taken for it: a pid is used again after a while, but not with the same start
 * on the same boot of the same machine.
 */
export function nameOwner(): string {
  own ??= JSON.stringify([hostname(), bootId(), process.pid, startOf(process.pid)])
  return own
}

let own: string | undefined

/** What has become of the process that an owner's name stands for. Never throws. */
export function findOwner(name: string): OwnerState {
  if (name === nameOwner()) return 'alive'
  const [host, boot, pid, startedAt] = readOwner(name)
  if (host !== hostname() || typeof pid !== 'number') return 'unknown'
  if (boot !== bootId()) return 'gone'
  if (!canSeeProcesses) return answersSignal(pid) ? 'alive' : 'gone'
  return startOf(pid) === startedAt ? 'alive' : 'gone'
}

function readOwner(name: string): unknown[] {
  try {
    const parts: unknown = JSON.parse(name)
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}

function bootId(): string {
  try {
    boot ??= readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    boot = ''
  }
  return boot
}

let boot: string | undefined

function startOf(pid: number): number | null {
  return canSeeProcesses ? (readProcess(pid)?.startedAt ?? null) : null
}

function answersSignal(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
