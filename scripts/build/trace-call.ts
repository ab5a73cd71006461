import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A call of a program that is made to see which modules it needs. */
export interface SampleCall {
  program: string
  args: readonly string[]
  stdin?: string
  env?: Readonly<Record<string, string>>
  /** A call that must come before. */
  after?: SampleCall
  /** A module that it must not need. */
  without?: string
}

const tracer = join(import.meta.dirname, 'trace-modules.cjs')

/** Makes a call of a program in a folder, and gives the ids of the modules that it needed. Throws when the call fails. */
export function traceCall(call: SampleCall, folder: string): string[] {
  const home = mkdtempSync(join(tmpdir(), 'hookline-build-'))
  try {
    if (call.after) runTraced(call.after, folder, home)
    const ids = runTraced(call, folder, home)
    if (call.without !== undefined && ids.includes(call.without))
      throw new Error(`${call.program} ${call.args.join(' ')} has loaded ${call.without}`)
    return ids
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function runTraced({ program, args, stdin = '', env = {} }: SampleCall, folder: string, home: string): string[] {
  const traced = join(home, 'modules.json')
  const { status, stderr } = spawnSync(process.execPath, ['-r', tracer, join(folder, program), ...args], {
    cwd: home,
    input: stdin,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], HOME: home, TRACE_MODULES: traced, ...env },
  })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stderr}`)
  return JSON.parse(readFileSync(traced, 'utf8')) as string[]
}
