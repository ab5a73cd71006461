import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createHooks, type Handler, type RawResult, type Verdict } from '../../src/index.ts'

const full = process.env['HOOKLINE_FULL'] !== undefined

/** Fires one event whose only guard printed this and ended with this code. */
async function createProbe(): Promise<(stdout: string, code: number) => Promise<Verdict>> {
  let next: RawResult
  const command: Handler = { run: () => next }
  const hooks = await createHooks(
    { PreToolUse: [{ hooks: [{ id: 'guard', command: 'unused', onFailure: 'ask' }] }] },
    { handlers: { command }, observer: () => {} },
  )
  const session = hooks.session()
  const channel = (text: string) => ({ text, bytes: text.length, truncated: false, invalidUtf8: false })
  return (stdout, code) => {
    next = { kind: 'process', end: { by: 'exit', code }, stdout: channel(stdout), stderr: channel(''), leftovers: [] }
    return session.fire('PreToolUse', { toolName: 'Bash', toolUseId: 'c', toolInput: { command: 'ls' } })
  }
}

const word = fc.constantFrom('allow', 'approve', 'deny', 'block', 'ask')
const misspelt = fc.constantFrom('Deny', 'denny', 'yes', '', 'true', 'DENY', 'allow ')
const place = fc.constantFrom('top', 'inside')
const spelling = fc.constantFrom('decision', 'permissionDecision')
const opinion = fc.record({
  place,
  spelling,
  word: fc.oneof({ weight: 5, arbitrary: word }, { weight: 1, arbitrary: misspelt }),
})

const meaning: Record<string, 'deny' | 'ask' | 'allow'> = {
  deny: 'deny',
  block: 'deny',
  ask: 'ask',
  allow: 'allow',
  approve: 'allow',
}

describe('answers built of known parts', () => {
  it(
    'decide as their strictest part says, and a misspelt word never allows',
    async () => {
      const probe = await createProbe()
      const answer = fc.record({
        opinions: fc.uniqueArray(opinion, {
          minLength: 0,
          maxLength: 3,
          selector: (given) => `${given.place}${given.spelling}`,
        }),
        code: fc.constantFrom(0, 0, 0, 0, 1, 2, 3, 126, 127, 137),
        noise: fc.constantFrom('', '', '', 'hello from a profile\n'),
        extra: fc.dictionary(fc.constantFrom('x', 'note', '__proto__', 'constructor'), fc.jsonValue({ maxDepth: 2 }), {
          maxKeys: 2,
        }),
      })
      await fc.assert(
        fc.asyncProperty(answer, async ({ opinions, code, noise, extra }) => {
          const top = Object.fromEntries(
            opinions.filter((given) => given.place === 'top').map((given) => [given.spelling, given.word]),
          )
          const inside = Object.fromEntries(
            opinions.filter((given) => given.place === 'inside').map((given) => [given.spelling, given.word]),
          )
          const stdout = `${noise}${JSON.stringify({ ...top, ...(Object.keys(inside).length > 0 && { hookSpecificOutput: inside }), ...extra })}`
          const verdict = await probe(stdout, code)
          expect(verdict.decision).toBe(
            expected(
              opinions.map((given) => given.word),
              code,
              noise !== '',
            ),
          )
        }),
        { numRuns: full ? 900_000 : 10_000 },
      )
    },
    30 * 60_000,
  )
})

// Written from the rules: exit 2 blocks; a deny always counts; a failure or a misfit follows the policy (ask).
function expected(words: string[], code: number, noisy: boolean): 'deny' | 'ask' | 'allow' | null {
  if (code === 2) return 'deny'
  const meant = words.map((given) => (Object.hasOwn(meaning, given) ? meaning[given]! : 'misfit'))
  if (meant.includes('deny')) return 'deny'
  if (code !== 0 || meant.includes('misfit')) return 'ask'
  if (meant.includes('ask')) return 'ask'
  if (meant.includes('allow')) return noisy ? 'ask' : 'allow'
  return null
}

describe('arbitrary output', () => {
  it(
    'never crashes, never pollutes a prototype, and never allows without saying so',
    async () => {
      const probe = await createProbe()
      const before = Object.getOwnPropertyNames(Object.prototype).length
      const key = fc.constantFrom(
        'decision',
        'permissionDecision',
        'hookSpecificOutput',
        'continue',
        'updatedInput',
        'reason',
        'env',
        'systemMessage',
        '__proto__',
        'constructor',
        'prototype',
        'hookEventName',
        'additionalContext',
        'suppressOutput',
        'action',
        'behavior',
      )
      const value = fc.letrec((tie) => ({
        any: fc.oneof(
          { depthSize: 'small' },
          fc.jsonValue({ maxDepth: 1 }),
          word,
          fc.constant('PreToolUse'),
          tie('object'),
        ),
        object: fc.dictionary(key, tie('any'), { maxKeys: 4 }),
      }))
      const text = fc.oneof(
        value.object.map((object) => JSON.stringify(object)),
        value.object.map((object) => JSON.stringify(object).slice(0, -1)),
        fc.tuple(value.object, value.object).map(([a, b]) => `${JSON.stringify(a)}\n${JSON.stringify(b)}`),
        fc.string({ unit: 'binary', maxLength: 60 }),
      )
      await fc.assert(
        fc.asyncProperty(text, fc.integer({ min: 0, max: 255 }), async (stdout, code) => {
          const verdict = await probe(stdout, code)
          expect(JSON.parse(JSON.stringify(verdict))).toMatchObject({ event: 'PreToolUse', runs: [{ hook: 'guard' }] })
          if (verdict.decision === 'allow') {
            expect(code).toBe(0)
            expect(stdout).toMatch(/allow|approve/)
          }
          expect(({} as Record<string, unknown>)['decision']).toBeUndefined()
        }),
        { numRuns: full ? 100_000 : 2_000 },
      )
      expect(Object.getOwnPropertyNames(Object.prototype).length).toBe(before)
    },
    30 * 60_000,
  )
})
