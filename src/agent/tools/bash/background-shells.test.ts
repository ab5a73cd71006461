import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type OpenTools, openTools } from '../../../../test/support/open-tools.ts'
import { canSeeProcesses, readProcess } from '../../../base/process-tree.ts'
import type { BackgroundReport } from './background-shells.ts'
import { bashOutputTool } from './bash-output-tool.ts'
import { type BashOutput, bashTool } from './bash-tool.ts'
import { killShellTool } from './kill-shell-tool.ts'

const start = (tools: OpenTools, command: string) =>
  tools.call<BashOutput>(bashTool, { command, run_in_background: true })

const read = (tools: OpenTools, bash_id: string, more: Record<string, unknown> = {}) =>
  tools.call<BackgroundReport>(bashOutputTool, { bash_id, ...more })

/** Reads until the status is reached, and joins what was printed. */
async function readUntil(tools: OpenTools, id: string, isDone: (all: BackgroundReport) => boolean) {
  let all: BackgroundReport | undefined
  for (let tries = 0; tries < 400; tries++) {
    const next = await read(tools, id)
    all = { ...next, stdout: (all?.stdout ?? '') + next.stdout, stderr: (all?.stderr ?? '') + next.stderr }
    if (isDone(all)) return all
    await sleep(25)
  }
  throw new Error(`never got there: ${JSON.stringify(all)}`)
}

const hasEnded = ({ status }: BackgroundReport) => status !== 'running'

describe('a command in the background', () => {
  it('gives its id at once, and what it prints piece by piece', async () => {
    const tools = openTools()
    const begun = await start(
      tools,
      "echo one; until [ -e go ]; do sleep 0.02; done; printf 'zw\\xc3'; sleep 0.1; printf '\\xb6lf'",
    )
    expect(begun).toEqual({
      stdout: '',
      stderr: '',
      exitCode: null,
      interrupted: false,
      timedOut: false,
      shellId: 'shell_1',
    })
    expect(bashTool.toText(begun)).toContain('shell_1')
    const first = await readUntil(tools, 'shell_1', ({ stdout }) => stdout !== '')
    expect(first).toMatchObject({ status: 'running', exitCode: null, stdout: 'one\n' })
    tools.write('go', '')
    const rest = await readUntil(tools, 'shell_1', hasEnded)
    const late = await readUntil(tools, 'shell_1', hasEnded)
    expect([rest.status, rest.exitCode, rest.stdout + late.stdout]).toEqual(['completed', 0, 'zwölf'])
  })

  it('tells how it failed', async () => {
    const tools = openTools()
    await start(tools, 'echo bad >&2; exit 4')
    const report = await readUntil(tools, 'shell_1', (all) => hasEnded(all) && all.stderr !== '')
    expect(report).toMatchObject({ status: 'failed', exitCode: 4, stdout: '', stderr: 'bad\n' })
    expect(bashOutputTool.toText(report)).toBe('Status: failed, exit code 4\nbad')
  })

  it('gives only the lines that the filter matches', async () => {
    const tools = openTools()
    await start(tools, "printf 'a1\\nb2\\na3\\n'; touch done; sleep 300")
    while (!(await tools.call<BashOutput>(bashTool, { command: 'ls' })).stdout.includes('done')) await sleep(25)
    await sleep(100)
    expect((await read(tools, 'shell_1', { filter: '^a\\d' })).stdout).toBe('a1\na3')
    expect((await read(tools, 'shell_1')).stdout).toBe('')
    expect(bashOutputTool.check({ bash_id: 'x', filter: '(' })).toMatch(/^filter is no valid pattern/)
  })

  it('does not move the shell', async () => {
    const tools = openTools()
    await start(tools, 'cd /; export A=1')
    await readUntil(tools, 'shell_1', hasEnded)
    const { stdout } = await tools.call<BashOutput>(bashTool, { command: 'pwd; echo "<$A>"' })
    expect(stdout).toBe(`${tools.cwd}\n<>\n`)
  })

  it('of more than can be kept gives the beginning once and then what is new', async () => {
    const tools = openTools()
    await start(tools, 'head -c 3000000 /dev/zero | tr "\\0" x; echo E; until [ -e go ]; do sleep 0.02; done; echo end')
    const before = await readUntil(tools, 'shell_1', ({ stdout }) => stdout.endsWith('E\n'))
    expect(before.stdout.length).toBeGreaterThan(60_000)
    tools.write('go', '')
    const after = await readUntil(tools, 'shell_1', (all) => hasEnded(all) && all.stdout.includes('end'))
    expect([after.stdout.length, after.stdout.slice(-4)]).toEqual([4, 'end\n'])
  })

  it('that nobody started is not found', async () => {
    const tools = openTools()
    await expect(read(tools, 'shell_9')).rejects.toThrow('There is no background shell "shell_9". None was started.')
    await start(tools, 'true')
    await expect(read(tools, 'shell_9')).rejects.toThrow('There are shell_1.')
  })
})

describe.runIf(canSeeProcesses)('ending a command in the background', () => {
  const pidOf = async (tools: OpenTools, id: string) =>
    Number((await readUntil(tools, id, ({ stdout }) => stdout.includes('\n'))).stdout)

  it('kills it although it ignores SIGTERM', async () => {
    const tools = openTools()
    await start(tools, "trap '' TERM; echo $$; while :; do sleep 0.1; done")
    const pid = await pidOf(tools, 'shell_1')
    const ended = await tools.call(killShellTool, { shell_id: 'shell_1' })
    expect(ended).toMatchObject({ shellId: 'shell_1', status: 'killed' })
    expect(killShellTool.toText(ended)).toBe('Ended shell_1.')
    expect(readProcess(pid)).toBeNull()
  })

  it('is done by the end of the session', async () => {
    const tools = openTools()
    await start(tools, 'echo $$; sleep 300')
    const pid = await pidOf(tools, 'shell_1')
    await tools.close()
    expect(readProcess(pid)).toBeNull()
  })

  it('comes too late for one that has ended', async () => {
    const tools = openTools()
    await start(tools, 'exit 5')
    await readUntil(tools, 'shell_1', hasEnded)
    const ended = await tools.call(killShellTool, { shell_id: 'shell_1' })
    expect(killShellTool.toText(ended)).toBe('shell_1 had ended before: failed, exit code 5.')
  })
})
