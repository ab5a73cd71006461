import { closeSync, fstatSync, readdirSync, readSync, writeSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { canSeeProcesses, listProcesses, readCommandLine, sendSignal } from '../../base/process-tree.ts'
import { closePipe, createPipeSupply } from './pipe-supply.ts'
import { createWarden, type Warden } from './warden.ts'

const wardens: Warden[] = []

function create() {
  const warden = createWarden('test')
  wardens.push(warden)
  return createPipeSupply(warden)
}

async function findWarden(): Promise<number> {
  return (await listProcesses()).find(
    ({ pid, parent }) => parent === process.pid && readCommandLine(pid).includes('hookline warden'),
  )!.pid
}

afterEach(async () => {
  await Promise.all(wardens.splice(0).map((warden) => warden.close()))
})

describe.runIf(canSeeProcesses)('the pipe supply', () => {
  it('gives empty pipes of our own, any number of them', async () => {
    const supply = create()
    const pipes = (await Promise.all([supply.take(3), supply.take(3), supply.take(9)])).flatMap((taken) => taken!)
    expect(new Set(pipes.map(({ read }) => fstatSync(read).ino)).size).toBe(15)
    pipes.forEach((pipe, at) => {
      expect(fstatSync(pipe.read).isFIFO()).toBe(true)
      expect(() => readSync(pipe.read, Buffer.alloc(10))).toThrow('EAGAIN')
      writeSync(pipe.write, `pipe ${at}`)
    })
    pipes.forEach((pipe, at) => {
      const bytes = Buffer.alloc(10)
      expect(bytes.toString('utf8', 0, readSync(pipe.read, bytes))).toBe(`pipe ${at}`)
      closeSync(pipe.write)
      expect(readSync(pipe.read, bytes)).toBe(0)
      closeSync(pipe.read)
    })
    supply.close()
  })

  it('gives back what it has in stock', async () => {
    const before = readdirSync('/proc/self/fd').length
    const supply = create()
    for (const pipe of (await supply.take(3))!) closePipe(pipe)
    await supply.fill()
    supply.close()
    await Promise.all(wardens.splice(0).map((warden) => warden.close()))
    expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before)
    expect(await supply.take(3)).toBeNull()
  })

  it('goes on after its warden was killed', async () => {
    const supply = create()
    for (const pipe of (await supply.take(12))!) closePipe(pipe)
    await supply.fill()
    sendSignal(await findWarden(), 'SIGKILL')
    const taken = (await supply.take(3)) ?? (await supply.take(24)) ?? (await supply.take(24))
    expect(taken!.length).toBeGreaterThanOrEqual(3)
    for (const pipe of taken!) closePipe(pipe)
    supply.close()
  })

  it('does without when its warden stands still, and has another one afterwards', async () => {
    const supply = create()
    for (const pipe of (await supply.take(3))!) closePipe(pipe)
    await supply.fill()
    sendSignal(await findWarden(), 'SIGSTOP')
    expect(await supply.take(100)).toBeNull()
    const pipes = await supply.take(100)
    expect(pipes).toHaveLength(100)
    for (const pipe of pipes!) closePipe(pipe)
    supply.close()
  })
})
