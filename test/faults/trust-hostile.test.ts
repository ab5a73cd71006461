import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listHostileRepositories, writeRepository } from '../support/trust/hostile-repositories.ts'

const bin = resolve(import.meta.dirname, '../../dist/bin/hookline.js')
const driver = resolve(import.meta.dirname, 'fixtures/open-repositories.ts')
const event = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_use_id: '1', tool_input: { command: 'ls' } }
const stdin = JSON.stringify(event)

interface Opener {
  name: string
  args: string[]
  /** How it may end when it has done its work. */
  codes: number[]
  stdin?: string
  /** It is stopped after so many seconds: it would stay. */
  seconds?: number
  /** What it starts itself, as far as it starts anything. */
  starts?: RegExp
}

/** How a repository is opened: a command of the built program, run inside of it. Another way to open one is a row here. */
const openers: readonly Opener[] = [
  { name: 'fire', args: ['fire', '--event', '-'], codes: [0], stdin },
  { name: 'explain', args: ['explain', '--event', '-'], codes: [0], stdin },
  { name: 'lint', args: ['lint'], codes: [0, 1] },
  { name: 'trust', args: ['trust', '--check'], codes: [0, 3] },
  { name: 'test', args: ['test'], codes: [0, 1] },
  { name: 'run', args: ['run', '--script', 'SCRIPT', '--permission-mode', 'yolo', 'go'], codes: [0, 5] },
  { name: 'serve', args: ['serve'], codes: [124], seconds: 2 },
  {
    name: 'replay',
    args: ['replay', '--from-transcript', 'TRANSCRIPT'],
    codes: [0, 3, 4],
    starts: / execve\("[^"]*\/git", \["git", "-c", "core.fsmonitor=false"/,
  },
]

const root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-hostile-')))
const marks = join(root, 'marks')
const home = join(root, 'home')
const steps = join(root, 'steps.json')
const server = createServer((socket) => {
  visits++
  socket.destroy()
})
let visits = 0
let repositories: { name: string; folder: string }[] = []
let known: string[] = []

beforeAll(async () => {
  mkdirSync(marks)
  mkdirSync(home)
  writeFileSync(steps, JSON.stringify([{ text: 'done' }]))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as { port: number }
  const list = listHostileRepositories({
    command: `touch ${marks}/command-$$`,
    url: `http://127.0.0.1:${port}/`,
    code: `import { writeFileSync as leave } from 'node:fs'; leave('${marks}/code', '')`,
  })
  repositories = list.map((each, index) => ({
    name: each.name,
    folder: writeRepository(each, join(root, `repository-${index}`)),
  }))
  const help = JSON.parse(execFileSync(process.execPath, [bin, '--help', '--json'], { encoding: 'utf8' }))
  known = help.commands.map(({ name }: { name: string }) => name)
})

afterAll(() => {
  server.close()
  rmSync(root, { recursive: true, force: true })
})

describe('A1 A7 opening a hostile repository', () => {
  it('is tried in at least forty ways', () => {
    expect(repositories.length).toBeGreaterThanOrEqual(40)
    expect(known).toEqual(expect.arrayContaining(['fire', 'explain', 'lint', 'trust']))
  })

  // Every opener opens every repository when there is time for it; else each is opened by one at least.
  const isChosen = (repository: number, opener: number): boolean =>
    Boolean(process.env['HOOKLINE_FULL']) || repository % openers.length === opener || opener === 0

  it.each(openers.map((opener, index) => ({ ...opener, index })))(
    'by $name runs nothing of it and reaches nobody',
    { timeout: 240_000 },
    async ({ name, args, codes, seconds, starts, stdin: input = '', index }) => {
      if (!known.includes(name)) return
      const chosen = repositories.filter((_, position) => isChosen(position, index))
      expect(chosen.length).toBeGreaterThan(4)
      for (let at = 0; at < chosen.length; at += 3) {
        const batch = chosen.slice(at, at + 3)
        const traces = await Promise.all(
          batch.map(({ folder }) =>
            trace([process.execPath, bin, ...args.map((word) => fillIn(word, folder))], {
              cwd: folder,
              input,
              seconds,
            }),
          ),
        )
        for (const [position, seen] of traces.entries()) {
          const started = seen.started.filter((line) => !starts?.test(line))
          expect(seen.started.length - started.length > 0).toBe(starts !== undefined)
          expectQuiet({ ...seen, started }, batch[position]!.name)
          expect(codes, `${batch[position]!.name}: ${seen.stderr}`).toContain(seen.code)
        }
      }
    },
  )

  it('through the library runs nothing of it and reaches nobody', { timeout: 120_000 }, async () => {
    const folders = repositories.map(({ folder }) => folder)
    const seen = await trace([process.execPath, '--no-warnings', driver, ...folders], { cwd: root, input: '' })
    expectQuiet(seen, 'all of them')
    const skipped = JSON.parse(seen.stdout) as Record<string, number>
    const silent = repositories.filter(({ folder }) => skipped[folder] === 0).map(({ name }) => name)
    // Those have nothing that Hookline would look at.
    expect(silent.sort()).toEqual([
      'a configuration above',
      'an env file with homes',
      'git hooks',
      'helpers in settings',
      'hooks of other tools',
      'package scripts',
    ])
  })

  it('is seen when something does run: the same hook, named by its owner', async () => {
    const { folder } = repositories.find(({ name }) => name === 'native json')!
    const command = [process.execPath, bin, 'fire', '--event', '-', '--config', '.hookline/hooks.json']
    const seen = await trace(command, { cwd: folder, input: stdin })
    expect(seen.started.length).toBeGreaterThan(1)
    expect(readdirSync(marks)).toEqual([expect.stringMatching(/^command-/)])
    for (const mark of readdirSync(marks)) rmSync(join(marks, mark))
  })
})

function fillIn(word: string, folder: string): string {
  if (word === 'TRANSCRIPT') return writeTranscript(folder)
  return word === 'SCRIPT' ? steps : word
}

function writeTranscript(folder: string): string {
  const file = join(root, `${basename(folder)}-${dirname(folder).length}.jsonl`)
  const common = { sessionId: 's', cwd: folder, timestamp: '2026-01-01T00:00:00.000Z' }
  const call = { type: 'tool_use', id: 't', name: 'Bash', input: { command: 'ls' } }
  const result = { type: 'tool_result', tool_use_id: 't', content: 'done' }
  const lines = [
    { type: 'user', message: { role: 'user', content: [{ type: 'text', text: 'go' }] }, ...common },
    { type: 'assistant', message: { role: 'assistant', content: [call] }, ...common },
    { type: 'user', message: { role: 'user', content: [result] }, ...common },
  ]
  writeFileSync(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  return file
}

interface Trace {
  code: number | null
  stdout: string
  stderr: string
  /** Calls that start a program, the first left out. */
  started: string[]
  connected: string[]
}

function expectQuiet({ started, connected, code, stderr }: Trace, name: string): void {
  expect({ name, started, connected, marks: readdirSync(marks), visits }).toEqual({
    ...{ name, started: [], connected: [], marks: [], visits: 0 },
  })
  expect({ name, crashed: code === null || stderr.includes('INTERNAL') }, stderr).toEqual({ name, crashed: false })
}

let traces = 0

function trace(
  command: readonly string[],
  { cwd, input, seconds }: { cwd: string; input: string; seconds?: number | undefined },
): Promise<Trace> {
  const file = join(root, `trace-${++traces}`)
  const limit = seconds === undefined ? [] : ['timeout', '-s', 'INT', String(seconds)]
  return new Promise((finish, fail) => {
    const child = spawn('strace', ['-f', '-s', '300', '-e', 'trace=execve,connect', '-o', file, ...limit, ...command], {
      cwd,
      env: { PATH: process.env['PATH'], HOME: home, XDG_STATE_HOME: join(root, 'state') },
      timeout: 60_000,
      killSignal: 'SIGKILL',
    })
    const output = { stdout: '', stderr: '' }
    for (const channel of ['stdout', 'stderr'] as const)
      child[channel].setEncoding('utf8').on('data', (text: string) => {
        output[channel] += text
      })
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    child.on('error', fail)
    child.on('close', (code) => {
      const lines = readFileSync(file, 'utf8').split('\n')
      const own = limit.length === 0 ? 1 : 2
      const started = lines.filter((line) => /\bexecve\(.* = 0$/.test(line)).slice(own)
      const connected = lines.filter((line) => /\bconnect\(/.test(line) && !/nscd/.test(line))
      finish({ code, ...output, started, connected })
    })
  })
}
