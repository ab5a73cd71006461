import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import {
  canSeeProcesses,
  findDescendants,
  findMarked,
  findMarkedSince,
  hasMark,
  isSameProcess,
  listProcesses,
  type ProcessRow,
  readCommandLine,
  readProcess,
  sendSignal,
} from './process-tree.ts'

const children: ChildProcess[] = []

function start(command: string, mark: string): ChildProcess & { pid: number } {
  const child = spawn('/bin/sh', ['-c', command], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'], MARK: mark },
  })
  children.push(child)
  return child as ChildProcess & { pid: number }
}

afterEach(() => {
  for (const child of children.splice(0)) sendSignal(-child.pid!, 'SIGKILL')
})

async function until<T>(look: () => Promise<T[]> | T[], count: number): Promise<T[]> {
  for (let tries = 0; tries < 200; tries++) {
    const found = await look()
    if (found.length === count) return found
    await sleep(25)
  }
  throw new Error(`never saw ${count}`)
}

describe.runIf(canSeeProcesses)('the process list', () => {
  it('holds this very process', async () => {
    const row = (await listProcesses()).find(({ pid }) => pid === process.pid)
    expect(row).toMatchObject({ pid: process.pid, parent: process.ppid })
    expect(isSameProcess(row!)).toBe(true)
    expect(isSameProcess({ ...row!, startedAt: row!.startedAt - 1 })).toBe(false)
  })

  it('knows the leader of a group, its group and its command line', () => {
    const child = start('sleep 30; true', randomUUID())
    expect(readProcess(child.pid)).toMatchObject({
      pid: child.pid,
      group: child.pid,
      session: child.pid,
      parent: process.pid,
    })
    expect(readCommandLine(child.pid)).toContain('sleep 30; true')
  })

  it('finds descendants by descent', async () => {
    const child = start('sh -c "sleep 30; true"; true', randomUUID())
    const found = await until(async () => findDescendants(await listProcesses(), [child.pid]), 2)
    expect(found.map(({ group }) => group)).toEqual([child.pid, child.pid])
  })

  it('finds what left the group by the mark in its environment', async () => {
    const mark = randomUUID()
    const child = start('setsid sleep 30 & setsid sleep 30 & wait', mark)
    const escaped = (rows: ProcessRow[]) => rows.filter(({ group }) => group !== child.pid)
    const near = await until(async () => escaped((await findMarkedSince(child.pid, mark)).found), 2)
    const all = escaped((await findMarked(await listProcesses(), mark)).found)
    expect(new Set(all.map(({ pid }) => pid))).toEqual(new Set(near.map(({ pid }) => pid)))
    for (const { pid } of all) {
      expect(hasMark(pid, mark)).toBe(true)
      sendSignal(pid, 'SIGKILL')
    }
  })

  it('leaves out a process that is dead but not yet collected', async () => {
    const child = start('sleep 0.05 & exec sleep 30', randomUUID())
    const zombie = await until(async () => findDescendants(await listProcesses(), [child.pid]), 1)
    await until(() => (readProcess(zombie[0]!.pid) === null ? [true] : []), 1)
    expect(sendSignal(zombie[0]!.pid, 0)).toBe(true)
  })

  it('reads nothing of a process that is not there', () => {
    const gone = 2 ** 22 + 1
    expect([readProcess(gone), hasMark(gone, 'x'), readCommandLine(gone), sendSignal(gone, 0)]).toEqual([
      null,
      false,
      `process ${gone}`,
      false,
    ])
  })
})
