import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder of its own with an empty home, and the built programs to run in it. Removed when the test ends. */
export interface Project {
  /** Where calls run. */
  readonly folder: string
  readonly home: string
  path(file: string): string
  write(file: string, content: string | object): string
  /** Writes an executable script for `/bin/sh`. */
  script(file: string, body: string): string
  read(file: string): string
  /** Runs `hookline` with these arguments. */
  run(args: readonly string[], options?: CallOptions): Promise<CallResult>
}

export interface CallOptions {
  stdin?: string
  /** Variables besides PATH and HOME; undefined removes one. */
  env?: Record<string, string | undefined>
  cwd?: string
  program?: 'hookline' | 'ccc'
}

export interface CallResult {
  code: number | null
  stdout: string
  stderr: string
}

/** Makes a project with these files; objects are written as JSON, paths that begin with `~/` go into the home. */
export function makeProject(files: Record<string, string | object> = {}): Project {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-e2e-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const folder = join(root, 'project')
  const home = join(root, 'home')
  for (const path of [folder, home]) mkdirSync(path)
  const path = (file: string): string => (file.startsWith('~/') ? join(home, file.slice(2)) : join(folder, file))
  const project: Project = {
    folder,
    home,
    path,
    write(file, content) {
      mkdirSync(dirname(path(file)), { recursive: true })
      writeFileSync(path(file), typeof content === 'string' ? content : JSON.stringify(content, null, 2))
      return path(file)
    },
    script(file, body) {
      mkdirSync(dirname(path(file)), { recursive: true })
      writeFileSync(path(file), `#!/bin/sh\n${body}\n`, { mode: 0o755 })
      return path(file)
    },
    read: (file) => readFileSync(path(file), 'utf8'),
    run: (args, options = {}) => runProgram(args, { cwd: folder, ...options }, home),
  }
  for (const [file, content] of Object.entries(files)) project.write(file, content)
  return project
}

const binFolder = resolve(import.meta.dirname, '../../../dist/bin')
// Shared by all tests: what one call has compiled, the next one need not.
const compiled = resolve(import.meta.dirname, '../../../node_modules/.cache/hookline-tests')
const longestCall = 60_000

function runProgram(args: readonly string[], options: CallOptions, home: string): Promise<CallResult> {
  const { stdin = '', env = {}, cwd, program = 'hookline' } = options
  return new Promise((finish, fail) => {
    const child = spawn(process.execPath, [join(binFolder, `${program}.js`), ...args], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: home, XDG_CACHE_HOME: compiled, ...env },
      timeout: longestCall,
      killSignal: 'SIGKILL',
    })
    const output = { stdout: '', stderr: '' }
    for (const channel of ['stdout', 'stderr'] as const) {
      child[channel].setEncoding('utf8')
      child[channel].on('data', (text: string) => {
        output[channel] += text
      })
    }
    child.stdin.on('error', () => {})
    child.stdin.end(stdin)
    child.on('error', fail)
    child.on('close', (code) => finish({ code, ...output }))
  })
}
