import { existsSync, readFileSync } from 'node:fs'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { type OpenTools, openTools } from '../../../../test/support/open-tools.ts'
import { canSeeProcesses, readProcess } from '../../../base/process-tree.ts'
import { type BashOutput, bashTool } from './bash-tool.ts'
import { CommandFailure } from './command-failure.ts'

const run = (tools: OpenTools, command: string, more: Record<string, unknown> = {}) =>
  tools.call<BashOutput>(bashTool, { command, ...more })

const failureOf = async (call: Promise<unknown>): Promise<CommandFailure> => {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(CommandFailure)
  return error as CommandFailure
}

async function readPid(file: string): Promise<number> {
  for (let tries = 0; tries < 400; tries++) {
    const text = existsSync(file) ? readFileSync(file, 'utf8').trim() : ''
    if (text !== '') return Number(text)
    await sleep(25)
  }
  throw new Error(`nothing in ${file}`)
}

async function untilGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 200; tries++) {
    if (readProcess(pid) === null) return true
    await sleep(25)
  }
  return false
}

describe('a command', () => {
  it('gives both outputs and its exit code', async () => {
    const tools = openTools()
    const output = await run(tools, 'echo out; echo err >&2')
    expect(output).toEqual({ stdout: 'out\n', stderr: 'err\n', exitCode: 0, interrupted: false, timedOut: false })
    expect(bashTool.toText(output)).toBe('out\nerr')
  })

  it('that fails throws what hooks and the model are told, with the whole output', async () => {
    const failure = await failureOf(run(openTools(), 'echo oops >&2; exit 3'))
    expect(failure.name).toBe('CommandFailure')
    expect(failure.message).toBe('Exit code 3\noops')
    expect(failure.output).toEqual({ stdout: '', stderr: 'oops\n', exitCode: 3, interrupted: false, timedOut: false })
  })

  it('that a signal ends has no exit code', async () => {
    const failure = await failureOf(run(openTools(), 'kill -9 $$'))
    expect(failure.message).toBe('Ended by SIGKILL')
    expect(failure.output).toMatchObject({ exitCode: null, signal: 'SIGKILL' })
  })

  it('has no terminal and no input', async () => {
    const { stdout } = await run(openTools(), 'cat; [ -t 0 ] || echo none')
    expect(stdout).toBe('none\n')
  })

  it('may be longer than an argument can be, hold any character, and open its outputs by name', async () => {
    const tools = openTools()
    const long = 'x'.repeat(300_000)
    expect((await run(tools, `cat <<'E' | wc -c\n${long}\nE`)).stdout.trim()).toBe('300001')
    expect((await run(tools, "printf '%s' 'ü 🙂 $HOME \\ \"'; echo e > /dev/stderr")).stdout).toBe('ü 🙂 $HOME \\ "')
  })

  it('that prints without end is cut in the middle and ended in time', async () => {
    const failure = await failureOf(run(openTools(), 'yes', { timeout: 1_500 }))
    expect(failure.name).toBe('TimeoutError')
    expect(failure.output.stdout).toMatch(/^(y\n)+y?\n\[\d+ bytes left out\]\n\n?(y\n)+y?$/)
    expect(failure.output.stdout.length).toBeLessThan(1_200_000)
    expect(failure.message.length).toBeLessThan(40_000)
  })

  it('that prints more than the model reads leaves the whole in a file', async () => {
    const tools = openTools()
    const output = await run(tools, 'seq 20000; echo few >&2')
    expect(output).toMatchObject({ stderr: 'few\n', stdoutPath: tools.path('stdout.spilled') })
    expect(output).not.toHaveProperty('stderrPath')
    expect(readFileSync(tools.path('stdout.spilled'), 'utf8')).toBe(output.stdout)
    const text = bashTool.toText(output)
    expect(text.length).toBeLessThan(31_000)
    expect(text).toMatch(/^1\n2\n3\n/)
    expect(text).toContain(`\n20000\n(All of it is in ${tools.path('stdout.spilled')})\nfew`)
    expect((await failureOf(run(tools, 'seq 20000; exit 1'))).message).toContain('(All of it is in')
  })

  it('names the files its words touch', () => {
    const input = { command: 'cat a.txt > out.txt; cd sub && rm -f b.txt "$X"' }
    expect(bashTool.affectedPaths(input, '/w').sort()).toEqual(['a.txt', 'out.txt', 'sub/b.txt'])
  })

  it('is not traced in our own part when it switches tracing on', async () => {
    const { stderr } = await run(openTools(), 'set -x; echo a')
    expect(stderr.split('\n').filter((line) => line.includes('hookline'))).toEqual([])
  })

  it.each([
    ['nothing', '  '],
    ['a NUL byte', 'echo \0'],
  ])('of %s is refused', (_, command) => {
    expect(bashTool.check({ command })).toMatch(/^command /)
  })

  it.each([
    [{ command: ['ls'] }, 'command must be text, not a list of 1'],
    [{}, 'command is missing (text)'],
    [{ command: 'ls', timeout: 700_000 }, 'timeout must be a whole number from 1 to 600000, not 700000'],
    [{ command: 'ls', timeuot: 1 }, 'there is no parameter timeuot, did you mean "timeout"?'],
  ])('with the input %j is refused', (input, problem) => {
    expect(bashTool.check(input)).toBe(problem)
  })
})

describe('what one command does to the next', () => {
  it('keeps the directory, also after a failure and an exit', async () => {
    const tools = openTools()
    await mkdir(tools.path('a dir/ü'), { recursive: true })
    await run(tools, "cd 'a dir'")
    await failureOf(run(tools, 'cd ü; exit 7'))
    expect((await run(tools, 'pwd')).stdout).toBe(`${await realpath(tools.path('a dir/ü'))}\n`)
    expect(tools.currentDir()).toBe(tools.path('a dir/ü'))
  })

  it('keeps exported variables and forgets the others', async () => {
    const tools = openTools()
    await run(tools, "export A='one\ntwo' ; B=2; export C=3")
    await run(tools, 'unset C; export D=4; exit 0')
    expect((await run(tools, 'echo "$A|$B|$C|$D"')).stdout).toBe('one\ntwo|||4\n')
  })

  it('lets the session set variables meanwhile', async () => {
    const tools = openTools()
    await run(tools, 'export A=1')
    tools.env = { ...tools.env, LATER: 'yes' }
    expect((await run(tools, 'echo "$A $LATER"')).stdout).toBe('1 yes\n')
  })

  it('does not keep what decides which programs run, and says so', async () => {
    const tools = openTools()
    const output = await run(tools, 'export PATH="/nowhere:$PATH" OTHER=1')
    expect(output.notKept).toEqual(['PATH'])
    expect(bashTool.toText(output)).toContain('PATH')
    expect((await run(tools, 'echo "$PATH|$OTHER"')).stdout).toBe(`${tools.env['PATH']}|1\n`)
  })

  it('never runs the start files that the environment names', async () => {
    const tools = openTools()
    tools.env = { ...tools.env, BASH_ENV: tools.write('evil.sh', 'echo evil'), ENV: tools.path('evil.sh') }
    expect((await run(tools, 'echo good')).stdout).toBe('good\n')
  })

  it('keeps nothing of a command that replaces its shell', async () => {
    const tools = openTools()
    await run(tools, 'cd /; exec true')
    expect(tools.currentDir()).toBe(tools.cwd)
  })

  it('starts nowhere else when the directory is gone', async () => {
    const tools = openTools()
    await run(tools, 'mkdir gone; cd gone')
    await rm(tools.path('gone'), { recursive: true })
    await expect(run(tools, 'touch here')).rejects.toThrow(`The working directory ${tools.path('gone')} is gone.`)
    expect(existsSync(tools.path('here'))).toBe(false)
    expect((await run(tools, 'pwd')).stdout).toBe(`${tools.cwd}\n`)
  })
})

describe.runIf(canSeeProcesses)('the processes of a command', () => {
  it('are killed at the timeout, also those that ignore SIGTERM or left the group', async () => {
    const tools = openTools()
    const command = `trap '' TERM; (trap '' TERM; echo $BASHPID > a; exec sleep 300) & setsid sh -c 'echo $$ > b; exec sleep 300' & wait; sleep 300`
    const failure = await failureOf(run(tools, command, { timeout: 1_500 }))
    expect(failure.output).toMatchObject({ timedOut: true, interrupted: false, exitCode: null })
    for (const file of ['a', 'b']) expect(await untilGone(await readPid(tools.path(file)))).toBe(true)
  })

  it('are killed when the caller gives up', async () => {
    const tools = openTools()
    const abort = new AbortController()
    const call = tools.call(bashTool, { command: 'echo begun; echo $$ > pid; sleep 300' }, { signal: abort.signal })
    const failing = failureOf(call)
    const pid = await readPid(tools.path('pid'))
    abort.abort()
    const failure = await failing
    expect([failure.name, failure.output]).toEqual([
      'AbortError',
      { stdout: 'begun\n', stderr: '', exitCode: null, interrupted: true, timedOut: false },
    ])
    expect(await untilGone(pid)).toBe(true)
  })

  it('in the background outlive their command and end with the session', async () => {
    const tools = openTools()
    const output = await run(
      tools,
      'sleep 300 & echo $! > held; nohup setsid sleep 300 >/dev/null 2>&1 & echo $! > free; echo ok',
    )
    expect(output).toMatchObject({ stdout: 'ok\n', exitCode: 0 })
    const pids = [await readPid(tools.path('held')), await readPid(tools.path('free'))]
    expect(pids.map((pid) => readProcess(pid) !== null)).toEqual([true, true])
    await tools.close()
    for (const pid of pids) expect(await untilGone(pid)).toBe(true)
  })
})
