import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dangerousCommands, evaluateGuardPack, evaluatePermissions, parsePermissions } from '../../src/match/index.ts'
import { type Decision, rankOf } from '../../src/protocol/decision.ts'

const cwd = '/srv/work/project'
const toCall = (command: string) => ({ toolName: 'Bash', toolInput: { command }, cwd })

const word = fc.constantFrom(
  'rm',
  '-rf',
  '/',
  'git',
  'push',
  '--force',
  'cat',
  '.env',
  'echo',
  'x',
  'sh',
  '-c',
  'true',
  '~',
  '$X',
  '$(ls)',
  '/etc/shadow',
  'src/a.ts',
  'env',
  'A=1',
)
const joint = fc.constantFrom(' ', ' ', ' ', ' ', '; ', ' && ', ' | ', ' > ', '\n')
const command = fc.array(fc.tuple(word, joint), { minLength: 1, maxLength: 8 }).map((parts) =>
  parts
    .map(([text, after]) => text + after)
    .join('')
    .trim(),
)
const rule = fc.constantFrom(
  'Bash',
  'Bash(rm *)',
  'Bash(git *)',
  'Bash(git push *)',
  'Bash(echo *)',
  'Bash(cat *)',
  'Bash(sh *)',
  'Bash(env *)',
  'Bash(true)',
  'Read(.env)',
  'Read(/etc/**)',
  'Write(src/**)',
  'Write',
  'mcp__a',
)
const lists = fc.record({
  allow: fc.array(rule, { maxLength: 4 }),
  ask: fc.array(rule, { maxLength: 3 }),
  deny: fc.array(rule, { maxLength: 3 }),
})

/** Places between two letters of one word, where an empty pair of quotes means nothing to the shell. */
function listPlaces(text: string): number[] {
  return [...text].flatMap((letter, index) =>
    index > 0 && /[a-z]/.test(letter) && /[a-z]/.test(text[index - 1]!) ? [index] : [],
  )
}

describe('decisions', () => {
  it('B2: an empty pair of quotes never turns deny or ask into something weaker', () => {
    let tried = 0
    fc.assert(
      fc.property(command, lists, fc.nat(), fc.constantFrom("''", '""'), (text, given, at, quotes) => {
        const places = listPlaces(text)
        fc.pre(places.length > 0)
        const place = places[at % places.length]!
        const quoted = text.slice(0, place) + quotes + text.slice(place)
        const rules = parsePermissions(given)
        for (const judge of [
          (each: string) => evaluatePermissions(rules, toCall(each)).decision,
          (each: string) => evaluateGuardPack(dangerousCommands, toCall(each)).decision,
        ]) {
          const before = judge(text)
          if (before !== 'deny' && before !== 'ask') continue
          tried++
          expect(rankOf(judge(quoted))).toBeGreaterThanOrEqual(rankOf('ask'))
        }
      }),
      { numRuns: 500 },
    )
    expect(tried).toBeGreaterThan(100)
  })

  it('adding a rule never weakens a decision', () => {
    fc.assert(
      fc.property(
        command,
        lists,
        rule,
        fc.constantFrom('allow', 'ask', 'deny') as fc.Arbitrary<Decision>,
        (text, given, added, list) => {
          const before = evaluatePermissions(parsePermissions(given), toCall(text)).decision
          const after = evaluatePermissions(
            parsePermissions({ ...given, [list]: [...given[list], added] }),
            toCall(text),
          ).decision
          expect(rankOf(after)).toBeGreaterThanOrEqual(rankOf(before))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('what is chained to a command never makes its deny an allow or none', () => {
    fc.assert(
      fc.property(command, lists, (text, given) => {
        const rules = parsePermissions(given)
        const before = evaluatePermissions(rules, toCall('rm x')).decision
        const after = evaluatePermissions(rules, toCall(`rm x\n${text}`)).decision
        if (before === 'deny') expect(rankOf(after)).toBeGreaterThanOrEqual(rankOf('ask'))
        if (before !== 'allow') expect(after).not.toBe('allow')
      }),
      { numRuns: 300 },
    )
  })

  it('never throws, whatever the input is', () => {
    const rules = parsePermissions({
      allow: ['Bash(a *)', 'Write(src/**)'],
      deny: ['Bash(rm *)', 'Read(.env)', 'WebFetch(domain:a.b)', 'Agent(x)'],
    })
    fc.assert(
      fc.property(
        fc.constantFrom('Bash', 'Write', 'Read', 'WebFetch', 'Agent', 'mcp__a__b'),
        fc.dictionary(fc.constantFrom('command', 'file_path', 'path', 'url', 'edits', 'x'), fc.jsonValue()),
        (toolName, toolInput) => {
          expect(['deny', 'ask', 'allow', null]).toContain(
            evaluatePermissions(rules, { toolName, toolInput, cwd }).decision,
          )
          expect(['deny', 'ask', null]).toContain(
            evaluateGuardPack(dangerousCommands, { toolName, toolInput, cwd }).decision,
          )
        },
      ),
      { numRuns: 500 },
    )
  })
})
