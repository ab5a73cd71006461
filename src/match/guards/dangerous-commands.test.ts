import { describe, expect, it } from 'vitest'
import type { ToolCall } from '../tool-call.ts'
import { dangerousCommands } from './dangerous-commands.ts'
import { evaluateGuardPack } from './evaluate-guard-pack.ts'
import type { GuardSample } from './guard-pack.ts'

const toCall = (sample: GuardSample): ToolCall =>
  typeof sample === 'string' ? { toolName: 'Bash', toolInput: { command: sample } } : sample
const show = (sample: GuardSample) =>
  typeof sample === 'string' ? sample : `${sample.toolName} ${JSON.stringify(sample.toolInput)}`
const judge = (sample: GuardSample) =>
  evaluateGuardPack(dangerousCommands, { cwd: '/srv/work/project', ...toCall(sample) })

describe.each(dangerousCommands.rules.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  const alone = { name: 'alone', rules: [rule] }

  it.each(rule.mustDeny.map((sample) => [show(sample), sample] as const))(
    `is told by its own samples: %s`,
    (_shown, sample) => {
      const call = { cwd: '/srv/work/project', ...toCall(sample) }
      expect(evaluateGuardPack(alone, call)).toMatchObject({ decision: rule.decision, ruleId: rule.id })
      const whole = judge(sample).decision
      expect(rule.decision === 'deny' ? whole === 'deny' : whole !== null).toBe(true)
    },
  )

  it.each(rule.mustAllow.map((sample) => [show(sample), sample] as const))('leaves alone: %s', (_shown, sample) => {
    expect(judge(sample)).toEqual({ decision: null, ruleId: null, reason: 'nothing dangerous found' })
  })
})

describe('the pack', () => {
  it('gives every rule an id of its own, a sentence, and samples on both sides', () => {
    const ids = dangerousCommands.rules.map((rule) => rule.id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids.length).toBeGreaterThan(20)
    for (const rule of dangerousCommands.rules) {
      expect(rule.about).toMatch(/^[a-z].*[a-z]$/)
      expect(Math.min(rule.mustDeny.length, rule.mustAllow.length)).toBeGreaterThan(0)
    }
  })
})
