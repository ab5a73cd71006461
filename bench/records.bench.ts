import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createHooks } from '../dist/index.js'
import { openRecordLog } from '../dist/store/records/record-log.js'
import { openRecordReader } from '../dist/store/records/record-reader.js'
import { createRecordStore } from '../dist/store/records/record-store.js'
import type { Row } from './row.ts'

/** What recording costs a verdict, and how long searching a million records takes. */
export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-bench-records-'))
  try {
    return [...(await compareVerdicts(folder)), ...searchMillion(folder)]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const input = { toolName: 'Bash', toolUseId: 'c1', toolInput: { command: 'ls -la', description: 'list files' } }

async function compareVerdicts(folder: string): Promise<Row[]> {
  const command = { PreToolUse: [{ hooks: [{ command: 'true' }] }] }
  const callback = { PreToolUse: [async () => ({ action: 'continue' as const })] }
  const commands = await compare(folder, command, { rounds: 60, times: 5 })
  const callbacks = await compare(folder, callback, { rounds: 40, times: 200 })
  return [
    {
      measure: 'a verdict with a command hook, recorded against not recorded',
      goal: '<= 1.10x',
      got: describe(commands),
      met: commands.ratio <= 1.1,
    },
    {
      measure: 'recording a verdict with one callback hook (three records handed to the writer)',
      goal: '<= 100 us more',
      got: describe(callbacks),
      met: callbacks.recorded - callbacks.plain <= 100,
    },
  ]
}

interface Compared {
  ratio: number
  plain: number
  recorded: number
}

function describe({ ratio, plain, recorded }: Compared): string {
  return `${ratio.toFixed(2)}x (${recorded.toFixed(0)} us against ${plain.toFixed(0)} us)`
}

async function compare(
  folder: string,
  config: object,
  { rounds, times }: { rounds: number; times: number },
): Promise<Compared> {
  const log = openRecordLog({ path: join(folder, 'verdicts.db') })
  const observer = (): void => {}
  const [plain, recorded] = await Promise.all([
    createHooks(config, { observer }),
    createHooks(config, { observer, records: log }),
  ])
  const sessions = [plain.session(), recorded.session()] as const
  const taken: { plain: number; recorded: number }[] = []
  for (let round = 0; round < rounds; round++) {
    const each = { plain: await time(() => sessions[0].fire('PreToolUse', input), times), recorded: 0 }
    each.recorded = await time(() => sessions[1].fire('PreToolUse', input), times)
    if (round >= rounds / 6) taken.push(each)
  }
  await Promise.all([plain.close(), recorded.close()])
  await log.close()
  return {
    ratio: median(taken.map((each) => each.recorded / each.plain)),
    plain: median(taken.map((each) => each.plain)),
    recorded: median(taken.map((each) => each.recorded)),
  }
}

const firings = 333_334
const tools = ['Bash', 'Read', 'Write', 'Edit', 'Grep', 'WebFetch']

function searchMillion(folder: string): Row[] {
  const path = join(folder, 'million.db')
  const started = performance.now()
  fill(path)
  const filling = (performance.now() - started) / 1000
  const reader = openRecordReader(path)
  if (reader.lastId() < 1_000_000) throw new Error(`only ${reader.lastId()} records were written`)
  const newest = { order: 'newest', limit: 50 } as const
  const searches: Record<string, () => unknown[]> = {
    denied: () => reader.firings({ denied: true, ...newest }),
    slow: () => reader.firings({ slowerThanMs: 900, ...newest }),
    'failed open': () => reader.firings({ failedOpen: true, ...newest }),
    'a common hook': () => reader.firings({ hook: 'common', ...newest }),
    'a rare hook': () => reader.firings({ hook: 'rare', ...newest }),
    'a tool': () => reader.firings({ tool: 'WebFetch', ...newest }),
    'since an hour': () => reader.firings({ since: base + firings - 3600, ...newest }),
    'denied, slow, one tool': () => reader.firings({ denied: true, slowerThanMs: 500, tool: 'Bash', ...newest }),
    'records denied': () => reader.records({ denied: true, ...newest }),
    sessions: () => reader.sessions({ limit: 50 }),
    'statistics of all': () => reader.statistics(),
  }
  const times = Object.entries(searches).map(([name, search]) => {
    if (search().length === 0) throw new Error(`nothing was found by ${name}`)
    const runs = Array.from({ length: 5 }, () => {
      const start = performance.now()
      search()
      return performance.now() - start
    })
    return { name, ms: median(runs) }
  })
  reader.close()
  const slowest = times.sort((a, b) => b.ms - a.ms)[0]!
  return [
    {
      measure: `the slowest of ${times.length} filters over 1,000,000 records`,
      goal: '<= 500 ms',
      got: `${slowest.ms.toFixed(0)} ms (${slowest.name}; then ${times[1]!.name} ${times[1]!.ms.toFixed(0)} ms, ${times[2]!.name} ${times[2]!.ms.toFixed(0)} ms)`,
      met: slowest.ms <= 500,
    },
    {
      measure: 'writing records, redacted, chained and stored, in one thread',
      goal: '>= 5,000 a second',
      got: `${Math.round((firings * 3) / filling)} a second`,
      met: (firings * 3) / filling >= 5000,
    },
  ]
}

const base = 1_700_000_000_000

function fill(path: string): void {
  const store = createRecordStore({ path, env: {}, maxAgeDays: 36_500 })
  const batch: Parameters<typeof store.write>[0][number][] = []
  for (let n = 0; n < firings; n++) {
    batch.push(...describeFiring(n))
    if (batch.length >= 3000) store.write(batch.splice(0))
  }
  store.write(batch)
  store.close()
}

function describeFiring(n: number): Parameters<ReturnType<typeof createRecordStore>['write']>[0][number][] {
  const head = { sessionId: `session-${Math.floor(n / 200)}`, firing: `f-${n}`, at: base + n }
  const event = 'PreToolUse' as const
  const [denied, open] = [n % 97 === 0, n % 1009 === 0]
  const ms = (n * 7919) % 1000
  const hook = n % 5000 === 0 ? 'rare' : n % 3 === 0 ? 'common' : `hook-${n % 40}`
  const decision = denied ? ('deny' as const) : null
  const toolInput = { command: `echo ${n}`, description: 'say something' }
  const said = { event, ms, decision, reason: denied ? 'no' : null }
  const run = { ...said, hook, source: 'hooks.json:3', handler: 'command', dialect: 'native', startMs: 0 }
  const rest = { changes: [], context: [], messages: [], env: [], warnings: [], halt: null, aborted: false, runs: [] }
  const failedOpen = open ? [{ hook, class: 'crash' as const }] : []
  return [
    {
      ...head,
      kind: 'event',
      body: { event, input: { event, toolName: tools[n % 6], toolUseId: `c${n}`, toolInput } },
    },
    { ...head, kind: 'run', body: { ...run, status: denied ? 'blocked' : 'ok', exitCode: 0, stdout: 'fine\n' } },
    { ...head, kind: 'verdict', body: { ...said, decidedBy: denied ? hook : null, failedOpen, ...rest } },
  ]
}

/** Microseconds for one call, over many. */
async function time(work: () => Promise<unknown>, times: number): Promise<number> {
  const started = performance.now()
  for (let n = 0; n < times; n++) await work()
  return ((performance.now() - started) * 1000) / times
}

function median(values: number[]): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}
