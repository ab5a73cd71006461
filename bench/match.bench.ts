import { compileMatcher, compilePattern, matchRule, parseRule } from '../src/match/index.ts'
import type { Row } from './row.ts'

/** Matching: a hostile pattern, one rule on an ordinary command, and the matchers of a large configuration. */
export async function run(): Promise<Row[]> {
  return [measurePumped(), measureRule(), measureLoad()]
}

function measurePumped(): Row {
  const pattern = compilePattern('(a+)+$', { reach: 'anywhere' })
  const value = `${'a'.repeat(100_000)}!`
  const ms = Math.max(...Array.from({ length: 5 }, () => timeOf(() => pattern.test(value))))
  return { measure: '(a+)+$ on 100 KB, worst of 5', goal: 'at most 50 ms', got: `${ms.toFixed(1)} ms`, met: ms <= 50 }
}

function measureRule(): Row {
  const rule = parseRule('Bash(git push *)')
  const call = { toolName: 'Bash', toolInput: { command: 'cd packages/core && npm run build && git push origin main' } }
  const rounds = 10_000
  for (let round = 0; round < rounds; round++) matchRule(rule, call)
  const us = (timeOf(() => repeat(rounds, () => matchRule(rule, call))) * 1000) / rounds
  return {
    measure: 'a rule on an ordinary command, warm',
    goal: 'at most 50 µs',
    got: `${us.toFixed(1)} µs`,
    met: us <= 50,
  }
}

function measureLoad(): Row {
  const ms = timeOf(() => repeat(1000, (index) => compileMatcher(`Tool${index}|Other${index}`, 'blade')))
  return { measure: '1,000 plain matchers compiled', goal: 'at most 20 ms', got: `${ms.toFixed(1)} ms`, met: ms <= 20 }
}

function repeat(rounds: number, work: (round: number) => void): void {
  for (let round = 0; round < rounds; round++) work(round)
}

function timeOf(work: () => void): number {
  const started = performance.now()
  work()
  return performance.now() - started
}
