import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { parseCommand } from '../../src/shell/index.ts'
import { arbitraryScript } from './fixtures-shell/shell-grammar.ts'

const RECORDER = join(import.meta.dirname, 'fixtures-shell', 'record-argv.sh')
const BATCH = 1_000
/** How many scripts are compared in all. */
export const total = process.env['HOOKLINE_FULL'] ? 100_000 : 10_000
const seed = Number(process.env['SEED'] ?? 20_240_601)
export const hasBash = spawnSync('bash', ['--version']).status === 0

/** Compares the words that we list with those that Bash runs, for one of two halves of the generated scripts. */
export function compareHalf(half: 0 | 1): void {
  const count = total / 2
  const scripts = fc.sample(arbitraryScript(), { numRuns: total, seed }).slice(half * count, (half + 1) * count)
  const differences: { script: string; difference: string }[] = []
  let complete = 0
  let ran = 0
  for (let start = 0; start < count; start += BATCH) {
    const batch = scripts.slice(start, start + BATCH)
    const answers = askBash(batch)
    expect(answers).toHaveLength(batch.length)
    for (const [index, script] of batch.entries()) {
      if (!parseCommand(script).complete) continue
      complete++
      ran += answers[index]?.length ?? 0
      const difference = findDifference(script, answers[index] ?? [])
      if (difference) differences.push({ script, difference })
    }
  }
  expect(differences.slice(0, 5)).toEqual([])
  expect(complete / count).toBeGreaterThan(0.9)
  expect(ran).toBeGreaterThan(count)
}

/** Bash's own word for each script: the words of every command it ran. */
function askBash(scripts: string[]): string[][][] {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-shell-'))
  try {
    const record = join(folder, 'record')
    const work = join(folder, 'work')
    writeFileSync(record, '')
    spawnSync('mkdir', [work])
    const done = spawnSync('bash', ['--norc', '--noprofile', RECORDER, work, record], {
      input: scripts.map((script) => `${script}\0`).join(''),
      env: { PATH: process.env['PATH'], HOME: work, LC_ALL: 'C.UTF-8' },
    })
    if (done.status !== 0) throw new Error(`bash failed: ${done.stderr}`)
    const groups = readFileSync(record, 'utf8').replaceAll('\x1f', '\n').split('\x1d\0')
    return groups.slice(0, -1).map((group) => {
      const commands = group.split('\x1e\0').slice(0, -1)
      return commands.map((command) => command.split('\0').slice(0, -1))
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Whether a listed command can be what Bash ran: unknown words may stand for any number of words. */
function agrees(listed: (string | null)[], run: string[]): boolean {
  const [first, ...rest] = listed
  if (first === undefined) return run.length === 0
  if (first === null) return [...run.keys(), run.length].some((skip) => agrees(rest, run.slice(skip)))
  return run[0] === first && agrees(rest, run.slice(1))
}

function findDifference(script: string, run: string[][]): string | undefined {
  const facts = parseCommand(script)
  const recorded = /^c[1-4]$/
  const left = facts.commands
    .filter((command) => command.reading === undefined && recorded.test(command.words[0]?.value ?? ''))
    .map((command) => command.words.map((word) => word.value))
  const owner = new Map<number, number>()
  const missed = run.find((_, index) => !claim(index, { listed: left, run, owner, tried: new Set() }))
  if (missed) return `bash ran ${JSON.stringify(missed)}, listed is ${JSON.stringify(left)}`
  const extra = left.filter((_, index) => !owner.has(index))
  return extra.length === 0 ? undefined : `bash did not run ${JSON.stringify(extra)}`
}

interface Matching {
  listed: (string | null)[][]
  run: string[][]
  /** Which command that ran each listed command stands for. */
  owner: Map<number, number>
  tried: Set<number>
}

/** Finds a listed command for one that ran, moving earlier choices where unknown words leave several. */
function claim(ran: number, matching: Matching): boolean {
  for (const [index, words] of matching.listed.entries()) {
    if (matching.tried.has(index) || !agrees(words, matching.run[ran] ?? [])) continue
    matching.tried.add(index)
    const holder = matching.owner.get(index)
    if (holder !== undefined && !claim(holder, matching)) continue
    matching.owner.set(index, ran)
    return true
  }
  return false
}
