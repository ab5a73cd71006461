import { expect } from 'vitest'
import type { ToolOutcome, Verdict } from '../../../src/index.ts'
import type { Expected, ExpectedTool } from './case.ts'
import { matchTexts } from './fit.ts'

/** Compares a whole verdict; what the expectation leaves out must be empty. */
export function expectVerdict(verdict: Verdict, expected: Expected): void {
  const { decidedBy, warnings, runs, ...rest } = expected
  const { event: _, runs: rows, warnings: told, decidedBy: decider, ...own } = verdict
  expect({ ...own }).toEqual(matchTexts({ ...emptyVerdict, ...rest }))
  if (decidedBy !== undefined) expect(decider).toBe(decidedBy)
  if (warnings?.length === 0) expect(told).toEqual([])
  for (const warning of warnings ?? []) expect(told).toContainEqual(matchTexts(warning))
  if (runs) expect(rows).toEqual(runs.map((row) => expect.objectContaining(matchTexts(row))))
}

const emptyVerdict = {
  decision: null,
  reason: null,
  changes: [],
  context: [],
  messages: [],
  env: {},
  halt: null,
  aborted: false,
  failedOpen: [],
}

/** Compares what became of a tool call; what the expectation leaves out must be empty. */
export function expectTool(
  { outcome, ran }: { outcome: ToolOutcome; ran: Record<string, unknown> | undefined },
  expected: ExpectedTool,
): void {
  const { events, decidedBy, ...rest } = expected
  const { status, reason, context, messages, halt, interrupt, output } = outcome
  const whole = { status, reason, context, messages, halt, interrupt, output, ran }
  const empty = {
    reason: null,
    context: [],
    messages: [],
    halt: null,
    interrupt: false,
    output: undefined,
    ran: undefined,
  }
  expect(whole).toEqual(matchTexts({ ...empty, ...rest }))
  if (decidedBy !== undefined) expect(outcome.decidedBy).toBe(decidedBy)
  if (events) expect(outcome.verdicts.map(({ event }) => event)).toEqual(events)
}
