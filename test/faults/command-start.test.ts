import { execFile } from 'node:child_process'
import { chmodSync, closeSync, mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { describe, expect, it } from 'vitest'
import { createCommandRunner } from '../../src/handlers/command/index.ts'
import { createRequest, fixtures, modes, useBench } from './fixtures/command-runs.ts'

describe.each(modes)('starting a command, %s', (mode) => {
  const bench = useBench(mode)

  it('F01 a missing program is a launch failure that names it', async () => {
    expect(await bench.run('', { command: { exec: '/nonexistent/guard', args: [] } })).toEqual({
      kind: 'broken',
      class: 'spawn',
      message: '/nonexistent/guard was not found',
      hint: 'check the path, and PATH in the environment of the hook',
    })
  })

  it('F02 a program that the shell does not find ends with 127', async () => {
    const { end, stderr } = await bench.runTimed('/nonexistent/guard')
    expect(end).toEqual({ by: 'exit', code: 127 })
    expect(stderr.text).toContain('/nonexistent/guard')
  })

  it('F03 a program without permission to run is a launch failure with a hint', async () => {
    const file = join(bench.folder, 'plain.sh')
    writeFileSync(file, '#!/bin/sh\nexit 0\n')
    chmodSync(file, 0o644)
    expect((await bench.runTimed('./plain.sh')).end).toEqual({ by: 'exit', code: 126 })
    expect(await bench.run('', { command: { exec: file, args: [] } })).toEqual({
      kind: 'broken',
      class: 'spawn',
      message: `${file} is not executable`,
      hint: `make it executable: chmod +x ${file}`,
    })
  })

  it('F04 a working directory that is gone is named as such', async () => {
    const cwd = join(bench.folder, 'gone')
    mkdirSync(cwd)
    rmSync(cwd, { recursive: true })
    expect(await bench.run('exit 0', { cwd })).toEqual({
      kind: 'broken',
      class: 'spawn',
      message: `working directory gone: ${cwd} does not exist`,
      hint: 'create it, or set another cwd for the hook',
    })
  })

  it.each([
    ['python3 gone.py', 'python3'],
    ['sh gone.sh', 'sh'],
    ['perl gone.pl', 'perl'],
    ['env A=1 sh gone.sh 2>/dev/null', 'sh'],
    ['cat | sh gone.sh', 'sh'],
    ['sh "$FOLDER/gone.sh"', 'sh'],
  ])('F05 a missing script is a launch failure, not a decision: %s', async (shell) => {
    const env = { ...createRequest('', '').env, FOLDER: bench.folder }
    const result = await bench.run(shell, { env })
    expect(result).toMatchObject({
      kind: 'broken',
      class: 'spawn',
      message: expect.stringMatching(/gone\.\w+ does not exist/),
    })
  })

  it('F05 text that is no shell is a launch failure, not a decision', async () => {
    expect(await bench.run('if true; then exit 2')).toMatchObject({
      kind: 'broken',
      class: 'spawn',
      message: expect.stringMatching(/^the command is not valid shell: .*Syntax error/),
    })
  })

  it.each([
    'echo no >&2; exit 2',
    'sh gone.sh || exit 2',
    'python3 -c "import argparse; argparse.ArgumentParser().parse_args()" --unknown',
    'printf "exit 2" > deny.sh; sh deny.sh',
    'printf "rm vanishing.sh; echo denied >&2; exit 2" > vanishing.sh; sh vanishing.sh',
  ])('F05 an exit of the hook itself stays a decision: %s', async (shell) => {
    expect((await bench.runTimed(shell)).end).toEqual({ by: 'exit', code: 2 })
  })

  it('F08 a command line too large for the system is a launch failure', async () => {
    const result = await bench.run(`: ${'x'.repeat(200_000)}`)
    expect(result).toMatchObject({ kind: 'broken', class: 'spawn', message: expect.stringContaining('too large') })
  })

  it('F08 input of any size arrives, as it travels on stdin', async () => {
    const { stdout } = await bench.runTimed('wc -c', { stdin: 'x'.repeat(3_000_000) })
    expect(stdout.text.trim()).toBe('3000000')
  })

  it.each([
    ['the command', { command: { shell: 'echo a\0b' } }],
    ['an argument', { command: { exec: '/bin/echo', args: ['a\0b'] } }],
    ['the environment', { env: { NAME: 'a\0b' } }],
  ])('F09 a NUL byte in %s is a launch failure', async (_, options) => {
    const result = await bench.run('true', options)
    expect(result).toMatchObject({ kind: 'broken', class: 'spawn', message: expect.stringContaining('null bytes') })
  })

  it('F10 an empty program name is a launch failure', async () => {
    expect(await bench.run('', { command: { exec: '', args: [] } })).toMatchObject({ kind: 'broken', class: 'spawn' })
  })

  it('F11 a hook that is killed for its memory died by a signal', async () => {
    expect((await bench.runTimed('kill -KILL $$')).end).toEqual({ by: 'signal', signal: 'SIGKILL' })
  })

  it('F12 the user’s own shell is never used', async () => {
    const env = { ...createRequest('', '').env, SHELL: '/nonexistent/shell' }
    const { end, stdout } = await bench.runTimed('echo "$0"', { env })
    expect({ end, text: stdout.text }).toEqual({ end: { by: 'exit', code: 0 }, text: '/bin/sh\n' })
  })

  it('F13 a program that is being written is tried once more, then a launch failure', async () => {
    const file = join(bench.folder, 'busy')
    await bench.run(`cp "$(command -v sleep)" ${file}`)
    const handle = openSync(file, 'r+')
    try {
      const result = await bench.run('', { command: { exec: file, args: ['0'] } })
      expect(result).toMatchObject({
        kind: 'broken',
        class: 'spawn',
        message: `${file} is being written by another process`,
      })
    } finally {
      closeSync(handle)
    }
    expect(await bench.run('', { command: { exec: file, args: ['0'] } })).toMatchObject({
      end: { by: 'exit', code: 0 },
    })
  })

  it('hands the input to a hook that opens it by name', async () => {
    const { stdout, stderr } = await bench.runTimed(
      'sleep 0.1; cat /dev/stdin; echo out > /dev/stdout; echo err > /dev/stderr; [ -p /dev/stdin ]',
      {
        stdin: 'hello ',
      },
    )
    expect([stdout.text, stderr.text]).toEqual(['hello out\n', 'err\n'])
  })

  it('starts a program without a shell and leaves its arguments alone', async () => {
    const result = await bench.run('', { command: { exec: 'printf', args: ['%s|', '$HOME', '; exit 2', '*'] } })
    expect(result).toMatchObject({ end: { by: 'exit', code: 0 }, stdout: { text: '$HOME|; exit 2|*|' } })
  })

  it('gives the hook the environment of the request and its mark, nothing of the host', async () => {
    process.env['HOST_ONLY'] = 'secret'
    const { stdout } = await bench.runTimed('env', { env: { PATH: process.env['PATH']!, GIVEN: 'yes' } })
    const names = stdout.text
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0])
    expect(names.filter((name) => name !== 'PWD' && name !== '_').sort()).toEqual(['GIVEN', 'HOOKLINE_RUN', 'PATH'])
  })
})

describe.each(modes)('a machine without room, %s', (mode) => {
  const overload = (code: string) => ({
    kind: 'broken',
    class: 'spawn',
    message: `overload: the system has no room for another process or descriptor (${code})`,
    hint: 'run fewer hooks at once, or raise the limits on processes and open files',
  })
  const success = { by: 'exit', code: 0 }

  it('F06 waits while no process can be started, then says overload', async () => {
    expect(await runCrowded('processes', mode)).toEqual({ full: overload('EAGAIN'), freed: success })
  })

  it('F07 waits while no descriptor is left, then says overload; a helper has descriptors of its own', async () => {
    const full = mode === 'helper' ? success : overload('EMFILE')
    expect(await runCrowded('descriptors', mode)).toEqual({ full, freed: success })
  })
})

function runCrowded(what: string, mode: string): Promise<unknown> {
  const limit = what === 'processes' ? '-u 80' : '-n 80'
  return new Promise((resolve, reject) => {
    const line = `ulimit ${limit}; exec "$0" "$@"`
    const args = ['-c', line, process.execPath, join(fixtures, 'crowded.ts'), what, mode]
    execFile('/bin/bash', args, { timeout: 25_000 }, (error, stdout, stderr) => {
      if (stdout === '') reject(new Error(`no report: ${error?.message} ${stderr}`))
      else resolve(JSON.parse(stdout))
    })
  })
}

describe.each(modes)('many commands at once, %s', (mode) => {
  it('F14 never runs more than the limit, and the event loop stays free', async () => {
    const count = process.env['HOOKLINE_FULL'] ? 1_000 : 100
    const runner = createCommandRunner({ mode, maxConcurrent: 6 })
    await runner.warm()
    const starts: [number, number][] = []
    let worst = 0
    let last = performance.now()
    const beat = setInterval(() => {
      worst = Math.max(worst, performance.now() - last - 5)
      last = performance.now()
    }, 5)
    const results = await Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const result = await runner.run(
          createRequest('date +%s%N; sleep 0.01; date +%s%N', '/', { key: `session ${at % 7}` }),
        )
        if (result.kind === 'process')
          starts.push(result.stdout.text.trim().split('\n').map(Number) as [number, number])
        return result.kind === 'process' && result.end
      }),
    )
    clearInterval(beat)
    await runner.close()
    expect(results).toEqual(Array.from({ length: count }, () => ({ by: 'exit', code: 0 })))
    const together = starts.map(([from]) => starts.filter(([start, end]) => start <= from && from < end).length)
    expect(Math.max(...together)).toBeLessThanOrEqual(6)
    expect(worst).toBeLessThan(1_000)
  })
})
