import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { HookError } from '../base/errors.ts'
import { compilePattern } from './compile-pattern.ts'

const whole = (source: string, value: string) => compilePattern(source, { reach: 'whole' }).test(value)
const anywhere = (source: string, value: string) => compilePattern(source, { reach: 'anywhere' }).test(value)

function refusal(source: string, foreign = false): HookError {
  try {
    compilePattern(source, { reach: 'anywhere', foreign })
  } catch (error) {
    if (error instanceof HookError) return error
    throw error
  }
  throw new Error(`${source} was accepted`)
}

describe('compilePattern', () => {
  it('compares plain names and alternations as whole names, case-sensitively', () => {
    expect([
      whole('Bash', 'Bash'),
      whole('Bash', 'BashOutput'),
      whole('Bash', 'bash'),
      whole('Edit|Write', 'Write'),
    ]).toEqual([true, false, false, true])
    expect(compilePattern('Edit|Write', { reach: 'whole' }).names).toEqual(['Edit', 'Write'])
  })

  it('anchors an alternation as a whole, not branch by branch', () => {
    expect([
      whole('Edit|Wri.e', 'Write'),
      whole('Edit|Wri.e', 'xWrite'),
      whole('Edit.*|Write', 'Edit2'),
      whole('^Bash$', 'Bash'),
    ]).toEqual([true, false, true, true])
  })

  it('lets no line break in a name slip past a dot', () => {
    const foreign = compilePattern('(?!Bash$).*', { reach: 'whole', foreign: true })
    expect([whole('mcp__.*', 'mcp__a\nb'), foreign.test('x\ny'), anywhere('a.b', 'a\nb')]).toEqual([true, true, false])
  })

  it('searches plain text and expressions anywhere', () => {
    expect([
      anywhere('rm -rf', 'x rm -rf /'),
      anywhere('rm -rf /|mkfs', 'mkfs.ext4'),
      anywhere('\\.py$', 'a.py'),
      anywhere('\\.py$', 'a.pyc'),
    ]).toEqual([true, true, true, false])
  })

  it('understands JavaScript and Python spellings that mean the same', () => {
    expect([
      whole('\\u0041\\/b', 'A/b'),
      whole('(?P<n>a)b', 'ab'),
      whole('(?i)bash', 'BASH'),
      anywhere('a\\Z', 'ba'),
      whole('[^]+', 'a\nb'),
    ]).toEqual([true, true, true, true, true])
  })

  it('gives the same object for equal arguments', () => {
    expect(compilePattern('x.y', { reach: 'whole' })).toBe(compilePattern('x.y', { reach: 'whole' }))
    expect(compilePattern('x.y', { reach: 'whole' })).not.toBe(compilePattern('x.y', { reach: 'anywhere' }))
  })

  it('describes what it compiled', () => {
    const texts = ['Bash', 'Edit|Write', 'mcp__.*'].map((source) =>
      compilePattern(source, { reach: 'whole' }).describe(),
    )
    expect(texts).toEqual(['exactly Bash', 'one of Edit, Write', '/^(?:mcp__.*)$/'])
  })

  it.each([
    ['Bash(?=x)', 'look-ahead', 4],
    ['a(?!b)', 'look-ahead', 1],
    ['(?<=a)b', 'look-behind', 0],
    ['x(?<!a)b', 'look-behind', 1],
    ['(a)\\1', 'back-reference', 3],
    ['(?<n>a)\\k<n>', 'back-reference', 7],
    ['(?P<n>a)(?P=n)', 'back-reference', 8],
  ])('refuses %s in native files, naming the %s at its position', (source, construct, position) => {
    const error = refusal(source)
    expect(error.code).toBe('CONFIG_INVALID_PATTERN')
    expect(error.message).toContain(construct)
    expect(error.message).toContain(`at position ${position}.`)
  })

  it('does not take an escaped or bracketed parenthesis for look-around', () => {
    expect([anywhere('\\(?=x', '(=x'), anywhere('[(?=]+', '?')]).toEqual([true, true])
  })

  // B9: every invalid pattern is refused, none is taken for "no match" or for a literal.
  const invalid = [
    '[', '(', ')', 'a)', '(a', '((a)', '*a', '+', '?a', 'a|*', 'a{2,1}', '[z-a]', 'a**', 'a++', '(?<n', '(?<a-b>x)', '(?<n>a)(?<n>b)', '\\', 'a\\',
    '[a', '[^', '[a\\', '(?', '(?:', '(?z)', '\\p{Nope}', '[[:nope:]', 'a{1001}', '(a{1000}){1000}', '\\x{110000}', '(?<>a)',
  ] // biome-ignore format: a table
  it.each(invalid)('refuses the invalid pattern %s with a position', (source) => {
    const error = refusal(source)
    expect(error.code).toBe('CONFIG_INVALID_PATTERN')
    const position = Number(/at position (\d+)\.$/.exec(error.message)?.[1])
    expect(position).toBeGreaterThanOrEqual(0)
    expect(position).toBeLessThanOrEqual(source.length)
  })

  it.each([
    ['[', 0], ['ab[cd', 2], ['(a', 0], ['a)', 1], ['x(y(z)', 1], ['ab*?c{2,1}', 5], ['a\\', 1],
  ] as const)('points into %s at %i', (source, position) => {
    expect(refusal(source).message).toContain(`at position ${position}.`)
  }) // biome-ignore format: a table

  it('refuses what is invalid in foreign files too', () => {
    expect(['[', '(a', 'a\\'].map((source) => refusal(source, true).code)).toEqual(
      Array(3).fill('CONFIG_INVALID_PATTERN'),
    )
  })

  it('refuses patterns that are too long or would grow too large', () => {
    expect(refusal(`${'a.'.repeat(3000)}`).message).toContain('longer than 4096')
    expect(refusal('(\\pL|\\pN){500}|'.repeat(100).slice(0, -1)).message).toContain('too large')
  })

  it('runs look-around of foreign files', () => {
    const pattern = compilePattern('^(?!Read).*$', { reach: 'anywhere', foreign: true })
    expect([pattern.test('Bash'), pattern.test('Read')]).toEqual([true, false])
    const twice = compilePattern('(?P<w>\\w+) (?P=w)', { reach: 'anywhere', foreign: true })
    expect([twice.test('the the'), twice.test('the cat')]).toEqual([true, false])
  })

  it('counts a foreign pattern that exceeds its cut-off as a match, and comes back soon', () => {
    const pattern = compilePattern('^(?=a)(a+)+$', { reach: 'anywhere', foreign: true })
    const started = performance.now()
    expect(pattern.test(`${'a'.repeat(40)}!`)).toBe(true)
    expect(performance.now() - started).toBeLessThan(1000)
    expect(pattern.test('b')).toBe(false)
  })

  it('answers after an interrupted search as before it', () => {
    const pattern = compilePattern('\\pL{0,999}\\d', { reach: 'anywhere' })
    expect(pattern.test('ab'.repeat(50_000))).toBe(true)
    expect([pattern.test('abc'), pattern.test('abc7')]).toEqual([false, true])
  })

  it('loads no engine for plain names', () => {
    const script = `
      const { compilePattern } = await import('./src/match/compile-pattern.ts')
      const { createRequire } = await import('node:module')
      const cache = createRequire(import.meta.url).cache
      const loaded = () => Object.keys(cache).some((file) => file.includes('re2js'))
      compilePattern('Bash', { reach: 'whole' }); compilePattern('Edit|Write', { reach: 'whole' }); compilePattern('rm -rf', { reach: 'anywhere' })
      const before = loaded()
      compilePattern('mcp__.*', { reach: 'whole' }).test('x')
      console.log(JSON.stringify([before, loaded()]))`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(JSON.parse(output)).toEqual([false, true])
  })
})
