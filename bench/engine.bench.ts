import { createHooks } from '../dist/index.js'
import type { Row } from './row.ts'

/** What the engine itself costs, with callbacks and without a process. */
export async function run(): Promise<Row[]> {
  return [await fireAgainstLoop(), ...(await wantsInLargeConfig())]
}

const input = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'ls -la', description: 'list files' } }

async function fireAgainstLoop(): Promise<Row> {
  const callbacks = Array.from({ length: 10 }, () => async (given: { toolName?: string }) => {
    if (given.toolName === 'Write') return { action: 'skip' as const }
    return { action: 'continue' as const }
  })
  const hooks = await createHooks({ PreToolUse: callbacks as never })
  const session = hooks.session()
  const plain = async (): Promise<void> => {
    for (const callback of callbacks) await callback(input)
  }
  const fired = async (): Promise<void> => void (await session.fire('PreToolUse', input))
  const ratios: number[] = []
  const times = { plain: 0, fired: 0 }
  for (let round = 0; round < 60; round++) {
    const a = await time(plain, 500)
    const b = await time(fired, 500)
    if (round < 10) continue
    ratios.push(b / a)
    times.plain += a / 50
    times.fired += b / 50
  }
  const ratio = median(ratios)
  return {
    measure: '`fire` with 10 async callbacks against a plain for-await over the same functions',
    goal: '<= 2x',
    got: `${ratio.toFixed(2)}x (${times.fired.toFixed(2)} us against ${times.plain.toFixed(2)} us)`,
    met: ratio <= 2,
  }
}

async function wantsInLargeConfig(): Promise<Row[]> {
  const groups = Array.from({ length: 10_000 }, (_, n) => ({
    matcher: `Tool${n}`,
    hooks: [{ command: `exit ${n % 2}` }],
  }))
  const cpu = process.cpuUsage()
  const hooks = await createHooks({ PreToolUse: groups })
  const used = process.cpuUsage(cpu)
  const load = (used.user + used.system) / 1000
  const session = hooks.session()
  session.wants('PreToolUse', input)
  let wanted = 0
  const started = process.hrtime.bigint()
  for (let n = 0; n < 1_000_000; n++) if (session.wants('PreToolUse', input)) wanted++
  const each = Number(process.hrtime.bigint() - started) / 1_000_000
  if (wanted > 0) throw new Error('nothing should match')
  return [
    {
      measure: '`wants` when nothing matches, 10,000 hooks configured',
      goal: '<= 50 ns',
      got: `${each.toFixed(0)} ns`,
      met: each <= 50,
    },
    { measure: 'loading 10,000 hooks, CPU time', goal: '<= 1000 ms', got: `${load.toFixed(0)} ms`, met: load <= 1000 },
  ]
}

/** Microseconds for one call, over many. */
async function time(work: () => Promise<void>, times: number): Promise<number> {
  const started = process.hrtime.bigint()
  for (let n = 0; n < times; n++) await work()
  return Number(process.hrtime.bigint() - started) / 1000 / times
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}
