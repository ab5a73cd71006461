import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseCommand } from '../src/shell/index.ts'
import type { Row } from './row.ts'

const ORDINARY =
  'cd packages/core && NODE_ENV=test npx vitest run "src/**/*.test.ts" --reporter=dot 2>&1 | tail -n 40 > /tmp/out.txt'
const STARTS = 15

/** How long the facts of a command take, and what loading the parser costs a process. */
export async function run(): Promise<Row[]> {
  return [measureFacts(), measureLoad()]
}

function measureFacts(): Row {
  const rounds = 20_000
  for (let round = 0; round < rounds; round++) parseCommand(ORDINARY)
  const started = performance.now()
  for (let round = 0; round < rounds; round++) parseCommand(ORDINARY)
  const each = (performance.now() - started) / rounds
  return {
    measure: 'facts of an ordinary shell command, warm',
    goal: '< 0.2 ms',
    got: `${each.toFixed(4)} ms`,
    met: each < 0.2,
  }
}

function measureLoad(): Row {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-bench-'))
  try {
    const empty = join(folder, 'empty.mjs')
    const loading = join(folder, 'loading.mjs')
    writeFileSync(empty, 'export {}\n')
    writeFileSync(loading, `import ${JSON.stringify(findParser())}\n`)
    const times: { empty: number[]; loading: number[] } = { empty: [], loading: [] }
    for (let start = 0; start < STARTS; start++) {
      times.empty.push(timeStart(empty))
      times.loading.push(timeStart(loading))
    }
    const before = median(times.empty)
    const after = median(times.loading)
    const ratio = after / before
    return {
      measure: 'start of a process that loads the shell parser, against an empty module',
      goal: '< 1.5 times',
      got: `${ratio.toFixed(2)} times (${(after - before).toFixed(1)} ms more)`,
      met: ratio < 1.5,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The grammar is most of what is loaded; the built package bundles the rest with it. */
function findParser(): string {
  return import.meta.resolve('unbash')
}

function timeStart(file: string): number {
  const started = performance.now()
  execFileSync(process.execPath, [pathToFileURL(file).pathname])
  return performance.now() - started
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}
