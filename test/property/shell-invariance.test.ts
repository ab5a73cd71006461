import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseCommand } from '../../src/shell/index.ts'

const seed = Number(process.env['SEED'] ?? 20_240_602)
const numRuns = process.env['HOOKLINE_FULL'] ? 20_000 : 1_000

function readWords(text: string): (string | null)[][] {
  return parseCommand(text)
    .commands.filter(({ reading }) => reading === undefined)
    .map(({ words }) => words.map(({ value }) => value))
}

const letters = fc.string({ unit: fc.constantFrom(...'abcxyz01-_./=:@%+'), minLength: 2, maxLength: 8 })
const lines = fc.array(letters, { minLength: 1, maxLength: 5 })

describe('parseCommand', () => {
  it('gives the same words whatever empty quotes and line continuations stand inside them', () => {
    let changed = 0
    fc.assert(
      fc.property(
        lines,
        fc.array(fc.nat(), { minLength: 1, maxLength: 4 }),
        fc.constantFrom("''", '""', '\\\n'),
        (words, places, noise) => {
          // A name of its own in front, so that no word is taken for an assignment.
          const plain = ['cmd', ...words]
          const noisy = plain.map((word, index) => {
            const place = 1 + ((places[index % places.length] ?? 0) % (word.length - 1))
            changed++
            return word.slice(0, place) + noise + word.slice(place)
          })
          expect(readWords(noisy.join(' '))).toEqual([plain])
          expect(parseCommand(noisy.join(' ')).complete).toBe(parseCommand(plain.join(' ')).complete)
        },
      ),
      { seed, numRuns },
    )
    expect(changed).toBeGreaterThan(numRuns)
  })

  it('lists the inner command or says it did not understand, wrapped 0 to 20 deep in anything', () => {
    const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`
    const wrappers: ((text: string) => string)[] = [
      (text) => `sh -c ${quote(text)}`,
      (text) => `bash -lc ${quote(text)}`,
      (text) => `eval ${quote(text)}`,
      (text) => `env A=1 ${text}`,
      (text) => `timeout 5 ${text}`,
      (text) => `sudo -u root ${text}`,
      (text) => `echo $(${text})`,
      (text) => `xargs ${text}`,
      (text) => `find . -exec ${text} \\;`,
      (text) => `ssh host ${quote(text)}`,
      (text) => `bash <<'END'\n${text}\nEND`,
    ]
    let listed = 0
    let refused = 0
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20 }),
        fc.array(fc.nat(), { minLength: 20, maxLength: 20 }),
        (depth, picks) => {
          let text = 'rm -rf target'
          for (let level = 0; level < depth && text.length < 100_000; level++) {
            const wrap = wrappers[(picks[level] ?? 0) % wrappers.length]
            if (wrap) text = wrap(text)
          }
          const found = readWords(text).some((words) => words.slice(0, 3).join(' ') === 'rm -rf target')
          if (found) listed++
          else refused++
          expect(found || !parseCommand(text).complete).toBe(true)
          if (depth <= 4 && !/\n|find|xargs/.test(text)) expect(found).toBe(true)
        },
      ),
      { seed, numRuns: Math.min(numRuns, 2_000) },
    )
    expect(listed).toBeGreaterThan(100)
    expect(refused).toBeGreaterThan(100)
  })

  it('never throws, whatever the text', () => {
    const marks = [
      ...'(){}[]<>|&;$`"\'\\#!~*?=,.:+-@%^ \t\n\r\0aé',
      '$((',
      '))',
      '${',
      '<<E',
      '<<<',
      'if ',
      'fi',
      'case ',
      'esac',
      ' in ',
      'do ',
      'done',
      '[[ ',
      ' ]]',
      'sh -c ',
      'eval ',
      'env ',
      'x=',
    ]
    let incomplete = 0
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...marks), { maxLength: 40 }), (parts) => {
        const facts = parseCommand(parts.join(''))
        expect(facts.complete).toBe(facts.problems.length === 0)
        if (!facts.complete) incomplete++
      }),
      { seed, numRuns: numRuns * 5 },
    )
    expect(incomplete).toBeGreaterThan(numRuns)
  })

  it.each(['{', '$[', '[$', '$((', '$(', '`', '"`', 'a;', '(', '[[ ', '${', '<<E ', '{a,', 'eval ', 'cd a && ', 'if '])(
    'reads 1 MiB of %j without stalling',
    (mark) => {
      const started = performance.now()
      const facts = parseCommand(mark.repeat(Math.floor(1_048_576 / mark.length)))
      expect(facts.complete).toBe(false)
      // A second on an idle machine; a search that starts over at every bracket takes minutes.
      expect(performance.now() - started).toBeLessThan(15_000)
    },
  )
})
