import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { canSeeProcesses, readProcess } from '../../src/base/process-tree.ts'

/** A host that runs one command in the background, prints its pid, and never ends by itself. */
const host = `
import { ShellSession } from '${new URL('../../src/agent/tools/bash/shell-session.ts', import.meta.url)}'
const shell = new ShellSession()
const signal = new AbortController().signal
const run = await shell.start("trap '' TERM HUP; echo $$; while :; do sleep 0.1; done", { cwd: '/', env: process.env, signal })
for (;;) {
  const { text } = run.channels.stdout.read()
  if (text.includes('\\n')) break
  await new Promise((resolve) => setTimeout(resolve, 20))
}
process.stdout.write(run.channels.stdout.read().text)
setInterval(() => undefined, 1_000)
`

it.runIf(canSeeProcesses)('commands end with a host that is killed outright', async () => {
  // A host that is killed cannot remove its own files.
  const folder = mkdtempSync(join(tmpdir(), 'hookline-orphans-'))
  const child = spawn(process.execPath, ['--input-type=module', '--eval', host], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [printed] = (await once(child.stdout, 'data')) as [Buffer]
    const pid = Number(printed.toString())
    expect(readProcess(pid)).not.toBeNull()
    child.kill('SIGKILL')
    await once(child, 'exit')
    for (let tries = 0; tries < 400 && readProcess(pid) !== null; tries++) await sleep(25)
    expect(readProcess(pid)).toBeNull()
  } finally {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})
