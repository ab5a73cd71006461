// A host of a given size that runs command hooks when asked, and tells what they cost it.
import { existsSync } from 'node:fs'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import type { CommandRequest, CommandRunner } from '../src/handlers/command/index.ts'

export type HostCall = { do: 'runOne' } | { do: 'runMany'; count: number }

export interface HostReply {
  ms: number
  /** How long the event loop was busy, and could do nothing else, for this. */
  blockedMs: number
  delayP99: number
}

const [megabytes, kind] = process.argv.slice(2)
const ballast = fillMemory(Number(megabytes) * 1024 * 1024, kind as 'buffers' | 'heap')
const runner = await createRunner()
const request: CommandRequest = {
  command: { shell: 'cat >/dev/null; exit 0' },
  cwd: '/',
  env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', HOME: process.env['HOME'] ?? '/' },
  stdin: '{"hook_event_name":"PreToolUse"}\n',
  timeoutMs: 60_000,
  reap: 'group',
}

for (let warm = 0; warm < 20; warm++) await runOne()
process.on('message', (call: HostCall) => {
  void (call.do === 'runOne' ? measure(1) : measure(call.count)).then((reply) => process.send!(reply))
})
process.send!({ ready: ballast.length })

/** From the build where there is one: that is what people run, and the sources weigh more in memory. */
async function createRunner(): Promise<CommandRunner> {
  const built = new URL('../dist/handlers/command/index.js', import.meta.url)
  const source = new URL('../src/handlers/command/index.ts', import.meta.url)
  const { createCommandRunner } = (await import(
    (existsSync(built) ? built : source).href
  )) as typeof import('../src/handlers/command/index.ts')
  return createCommandRunner()
}

async function measure(count: number): Promise<HostReply> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  if (count > 1) delay.enable()
  const before = performance.eventLoopUtilization()
  const start = performance.now()
  await Promise.all(Array.from({ length: count }, runOne))
  const ms = performance.now() - start
  const blockedMs = performance.eventLoopUtilization(before).active
  delay.disable()
  return { ms, blockedMs, delayP99: count > 1 ? Math.max(0, delay.percentile(99) / 1e6 - 5) : 0 }
}

async function runOne(): Promise<void> {
  const result = await runner.run(request)
  if (result.kind !== 'process' || result.end.by !== 'exit' || result.end.code !== 0) {
    throw new Error(`the hook did not run: ${JSON.stringify(result)}`)
  }
}

function fillMemory(target: number, how: 'buffers' | 'heap'): unknown[] {
  const kept: unknown[] = []
  while (process.memoryUsage.rss() < target) {
    kept.push(
      how === 'buffers'
        ? Buffer.alloc(1024 * 1024, 1)
        : Array.from({ length: 5_000 }, (_, at) => ({ at, text: `item ${at}` })),
    )
  }
  return kept
}
