import { stableJson } from '../base/json.ts'
import { isRecord } from '../protocol/schema/check.ts'
import type { Verdict } from '../protocol/verdict.ts'
import type { Expectation } from './hook-test.ts'

/** What of a verdict is not as expected, each in a sentence; empty when all is. Pure. */
export function compareVerdict(verdict: Verdict, expected: Expectation): string[] {
  const ran = verdict.runs.filter(({ status }) => status !== 'skipped').map(({ hook }) => hook)
  const checks: (string | undefined)[] = [
    compareDecision(verdict, expected),
    expected.reason === undefined ? undefined : holdsPart('reason', [verdict.reason ?? ''], expected.reason),
    equals('decidedBy', verdict.decidedBy, expected.decidedBy),
    equalSets(
      'changes',
      verdict.changes.map(({ path }) => path),
      expected.changes,
    ),
    holdsFields('input', verdict.input, expected.input),
    equals('output', verdict.output, expected.output),
    equals('prompt', verdict.prompt, expected.prompt),
    ...holdsParts('context', verdict.context, expected.context),
    ...holdsParts('messages', verdict.messages, expected.messages),
    holdsFields('env', verdict.env, expected.env),
    compareHalt(verdict, expected.halt),
    equalSets(
      'failedOpen',
      verdict.failedOpen.map(({ hook }) => hook),
      expected.failedOpen,
    ),
    equalSets('ran', [...new Set(ran)], expected.ran),
  ]
  return checks.filter((check) => check !== undefined)
}

function compareDecision({ decision, reason, runs }: Verdict, { decision: expected }: Expectation): string | undefined {
  if (expected === undefined) return undefined
  const wanted = expected === 'none' ? null : expected
  if (decision === wanted) return undefined
  const failed = runs.find((row) => row.class !== undefined)
  const because = reason ?? (failed && `${failed.hook} failed (${failed.class})${failed.why ? `: ${failed.why}` : ''}`)
  return `decision is ${decision ?? 'none'}${because ? ` (${because})` : ''}, expected ${wanted ?? 'none'}`
}

function equals(name: string, found: unknown, expected: unknown): string | undefined {
  if (expected === undefined || stableJson(found ?? null) === stableJson(expected)) return undefined
  return `${name} is ${show(found)}, expected ${show(expected)}`
}

function equalSets(
  name: string,
  found: readonly string[],
  expected: readonly string[] | undefined,
): string | undefined {
  return expected === undefined ? undefined : equals(name, [...found].sort(), [...expected].sort())
}

function holdsFields(name: string, found: unknown, expected: Record<string, unknown> | undefined): string | undefined {
  if (expected === undefined) return undefined
  if (!isRecord(found)) return `${name} was not rewritten, expected ${show(expected)}`
  const wrong = Object.keys(expected).find(
    (key) => stableJson(found[key] ?? null) !== stableJson(expected[key] ?? null),
  )
  return wrong === undefined
    ? undefined
    : `${name}.${wrong} is ${show(found[wrong])}, expected ${show(expected[wrong])}`
}

function holdsParts(
  name: string,
  found: readonly string[],
  expected: string | string[] | undefined,
): (string | undefined)[] {
  if (expected === undefined) return []
  if (Array.isArray(expected) && expected.length === 0) {
    return [found.length === 0 ? undefined : `${name} is ${show(found)}, expected nothing`]
  }
  return [expected].flat().map((part) => holdsPart(name, found, part))
}

function holdsPart(name: string, found: readonly string[], part: string): string | undefined {
  return found.some((text) => text.includes(part))
    ? undefined
    : `${name} is ${show(found)}, expected ${show(part)} in it`
}

function compareHalt({ halt }: Verdict, expected: boolean | string | undefined): string | undefined {
  if (expected === undefined) return undefined
  if (typeof expected === 'string')
    return halt ? holdsPart('halt', [halt.reason], expected) : 'the session goes on, expected an end'
  if ((halt !== null) === expected) return undefined
  return expected ? 'the session goes on, expected an end' : `the session ends (${halt!.reason}), expected it to go on`
}

const longest = 300

function show(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}
