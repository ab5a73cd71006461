import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { HookSession } from '../src/index.ts'
import type { Row } from './row.ts'

const rounds = 40
const perRound = 50
const flights = 15
const inFlight = 1_000

/** What it costs to ask a worker: beside a command, a callback and a bare pipe, one at a time and in numbers. */
export async function run(): Promise<Row[]> {
  const { createHooks } = await load()
  const worker = { type: 'worker' as const, command: `exec ${quote('./worker-echo.ts')}`, onFailure: 'deny' as const }
  const engines = {
    worker: await createHooks({ PreToolUse: [{ hooks: [worker] }] }),
    command: await createHooks({ PreToolUse: [{ hooks: [{ command: 'cat >/dev/null' }] }] }),
    callback: await createHooks({ PreToolUse: [async () => ({ action: 'continue' as const })] }),
  }
  const sessions = {
    worker: engines.worker.session(),
    command: engines.command.session(),
    callback: engines.callback.session(),
  }
  const pipe = spawn(process.execPath, [fileURLToPath(new URL('./line-echo.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  try {
    return [...(await measureOneByOne(sessions, pipe)), await measureInFlight(sessions.worker)]
  } finally {
    pipe.kill()
    await Promise.all(Object.values(engines).map((hooks) => hooks.close()))
  }
}

async function measureOneByOne(
  sessions: Record<'worker' | 'command' | 'callback', HookSession>,
  pipe: ChildProcess,
): Promise<Row[]> {
  const ms = { worker: [] as number[], command: [] as number[], callback: [] as number[], pipe: [] as number[] }
  for (let warm = 0; warm < 500; warm++) {
    await fire(sessions.worker)
    await fire(sessions.callback)
    await echo(pipe)
  }
  for (let round = 0; round < rounds; round++) {
    ms.command.push(await time(() => fire(sessions.command)))
    for (let times = 0; times < perRound; times++) {
      ms.worker.push(await time(() => fire(sessions.worker)))
      ms.callback.push(await time(() => fire(sessions.callback)))
      ms.pipe.push(await time(() => echo(pipe)))
    }
  }
  const [own, command, callback, bare] = [ms.worker, ms.command, ms.callback, ms.pipe].map(median) as number[]
  const faster = command! / own!
  const slower = own! / callback!
  const overhead = own! / bare!
  return [
    {
      measure: 'decisions per second, worker hook against command hook',
      goal: '>= 20x',
      got: `${faster.toFixed(0)}x (${(own! * 1000).toFixed(0)} µs against ${command!.toFixed(2)} ms)`,
      met: faster >= 20,
    },
    {
      measure: 'worker hook against callback in the same process, p50',
      goal: '<= 3.0x',
      got: `${slower.toFixed(1)}x (${(own! * 1000).toFixed(0)} µs against ${(callback! * 1000).toFixed(1)} µs)`,
      met: slower <= 3,
    },
    {
      measure: 'worker hook against one line through a pipe to another process and back, p50',
      goal: '<= 3.0x',
      got: `${overhead.toFixed(2)}x (${(own! * 1000).toFixed(0)} µs against ${(bare! * 1000).toFixed(0)} µs)`,
      met: overhead <= 3,
    },
  ]
}

async function measureInFlight(session: HookSession): Promise<Row> {
  const p99s: number[] = []
  for (let flight = 0; flight < flights; flight++) {
    const ms = await Promise.all(Array.from({ length: inFlight }, () => time(() => fire(session))))
    p99s.push(ms.sort((a, b) => a - b)[Math.floor(inFlight * 0.99)]!)
  }
  const p99 = median(p99s)
  const got = `${p99.toFixed(1)} ms (best ${Math.min(...p99s).toFixed(1)}, worst ${Math.max(...p99s).toFixed(1)})`
  return { measure: 'worker hook, 1,000 requests in flight, p99', goal: '<= 60 ms', got, met: p99 <= 60 }
}

async function fire(session: HookSession): Promise<void> {
  const input = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'git status --short' } }
  const { decision, failedOpen } = await session.fire('PreToolUse', input)
  if (decision !== null || failedOpen.length > 0) throw new Error('the hook did not answer')
}

async function echo(pipe: ChildProcess): Promise<void> {
  const back = once(pipe.stdout!, 'data')
  pipe.stdin!.write('{"id":1,"payload":{}}\n')
  await back
}

async function time(work: () => Promise<void>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!
}

function quote(file: string): string {
  return [process.execPath, fileURLToPath(new URL(file, import.meta.url))].map((word) => `'${word}'`).join(' ')
}

/** From the build where there is one: that is what people run. */
async function load(): Promise<typeof import('../src/index.ts')> {
  const built = new URL('../dist/index.js', import.meta.url)
  return import((existsSync(built) ? built : new URL('../src/index.ts', import.meta.url)).href)
}
