import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePattern } from '../../src/match/index.ts'

const slow = [
  ['(a+)+$', 'a'],
  ['^(a+)+$', 'a'],
  ['(a|a)*$', 'a'],
  ['(a|aa)+$', 'a'],
  ['(a*)*$', 'a'],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'],
  ['(x+x+)+y', 'x'],
  ['(.*)*=.*', 'ab'],
  ['^(\\w+\\s?)*$', 'aa '],
  ['(?:a?){30}a{30}$', 'a'],
  ['([a-zA-Z]+)*\\d', 'abc'],
  ['^((ab)*)+$', 'ab'],
  ['(.*a){20}', 'a'],
  ['\\s+$', ' '],
  ['(.*)a.{20}b.{20}$', 'ab'],
  ['\\pL{0,999}\\d', 'ab'],
  ['((a|b)?){900}c$', 'ab'],
  ['(([ab]?){30}){30}z', 'ab'],
] as const

describe('B10: patterns', () => {
  it.each(slow)('%s comes back soon on 100 KB of %s', (source, pump) => {
    const value = `${pump.repeat(Math.ceil(100_000 / pump.length))}!`
    for (const reach of ['whole', 'anywhere'] as const) {
      const pattern = compilePattern(source, { reach })
      const started = performance.now()
      pattern.test(value)
      // The promise is 50 ms; the rest is room for a busy machine. A backtracking engine would take years.
      expect(performance.now() - started).toBeLessThan(1000)
    }
  })

  it.each(slow)('%s comes back soon in a foreign file that also looks ahead', (source, pump) => {
    const pattern = compilePattern(`(?=.)${source.replaceAll('\\pL', '[a-z]')}`, { reach: 'anywhere', foreign: true })
    const started = performance.now()
    expect(typeof pattern.test(`${pump.repeat(20_000)}!`)).toBe('boolean')
    expect(performance.now() - started).toBeLessThan(1000)
  })

  it('agree with a backtracking engine on patterns both can run', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '\\d', '(a|b)', 'x?', '(?:ab)+', '\\.', '^', '$', 'a{2}', '|')
    fc.assert(
      fc.property(
        fc.array(atom, { minLength: 1, maxLength: 6 }),
        fc.string({ unit: fc.constantFrom('a', 'b', 'x', '.', '1'), maxLength: 8 }),
        (atoms, value) => {
          const source = atoms.join('')
          const reference = new RegExp(source)
          expect(compilePattern(source, { reach: 'anywhere' }).test(value)).toBe(reference.test(value))
          expect(compilePattern(source, { reach: 'whole' }).test(value)).toBe(new RegExp(`^(?:${source})$`).test(value))
        },
      ),
      { numRuns: 1000 },
    )
  })
})
