import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createHooks } from '../../src/hooks/create-hooks.ts'
import type { RunBody } from '../../src/protocol/records.ts'
import { openRecordReader } from '../../src/store/records/record-reader.ts'
import { openSqliteStore } from '../../src/store/sqlite-store.ts'

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-jobs-'))
  path = join(folder, 'records.db')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

async function killRightAfterEvent(command: string): Promise<void> {
  const script = join(import.meta.dirname, 'fixtures-records', 'leave-async-hook.ts')
  const args = [script, path, folder, command]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  child.kill('SIGKILL')
  await new Promise((resolve) => child.on('close', resolve))
}

async function openNext(command: string): Promise<RunBody[]> {
  const jobs = openSqliteStore({ path, env: {} })
  const config = { PostToolUse: [{ hooks: [{ id: 'late', command, async: true }] }] }
  const hooks = await createHooks(config, { jobs, cwd: folder, env: {}, preflight: false })
  await hooks.close()
  jobs.close()
  const reader = openRecordReader(path)
  const runs = reader.records({ kinds: ['run'] }).map(({ body }) => body as RunBody)
  expect(reader.verify('s').ok).toBe(true)
  reader.close()
  return runs
}

describe('D13: a hook that nobody waits for, killed with its session right after the event', () => {
  it('is recorded as interrupted and run once more, by one of those who come next', { timeout: 60_000 }, async () => {
    const ran = join(folder, 'ran')
    // The first time it waits for the kill, which takes it along; afterwards it does its work.
    const command = `if [ -e ${folder}/killed ]; then cat >> ${ran}; else sleep 60; fi`
    await killRightAfterEvent(command)
    writeFileSync(join(folder, 'killed'), '')
    expect(existsSync(ran)).toBe(false)
    const runs = await Promise.all([openNext(command), openNext(command), openNext(command)])
    await expect.poll(() => existsSync(ran)).toBe(true)
    expect(JSON.parse(readFileSync(ran, 'utf8'))).toMatchObject({ session_id: 's' })
    const interrupted = runs.at(-1)!.filter(({ message }) => message?.startsWith('interrupted'))
    expect(interrupted).toMatchObject([{ hook: 'late', status: 'cancelled', async: true }])
    expect(await openNext(command)).toHaveLength(1)
    expect(readFileSync(ran, 'utf8').trim().split('\n')).toHaveLength(1)
  })

  it('is recorded as interrupted and left alone when the hook is another one by now', { timeout: 60_000 }, async () => {
    await killRightAfterEvent('sleep 60')
    const ran = join(folder, 'ran')
    expect(await openNext(`touch ${ran}`)).toMatchObject([
      { hook: 'late', message: expect.stringContaining('does not run again') },
    ])
    expect(existsSync(ran)).toBe(false)
    expect(await openNext('sleep 60')).toHaveLength(1)
  })
})

it('runs a hook that cannot be kept all the same, and says once that it would not survive', async () => {
  mkdirSync(path)
  const jobs = openSqliteStore({ path, env: {} })
  const notices: string[] = []
  const config = { PostToolUse: [{ hooks: [{ id: 'late', command: `echo ran >> ${folder}/ran`, async: true }] }] }
  const hooks = await createHooks(config, {
    jobs,
    cwd: folder,
    observer: (step) => step.type === 'notice' && notices.push(`${step.code}: ${step.message}`),
  })
  const session = hooks.session({ id: 's' })
  for (const toolUseId of ['1', '2'])
    await session.fire('PostToolUse', { toolName: 'Bash', toolUseId, toolInput: {}, toolOutput: '' })
  expect(await session.drain()).toBe(true)
  await hooks.close()
  expect(notices).toEqual([expect.stringMatching(/^QUEUE_UNAVAILABLE: Hooks that nobody waits for cannot be kept: /)])
  expect(readFileSync(join(folder, 'ran'), 'utf8')).toBe('ran\nran\n')
})
