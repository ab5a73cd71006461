import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Brief } from '../../src/server/page-types.ts'
import { buildRows, noFilter } from '../../web/data/filter.ts'
import { Timeline } from '../../web/data/timeline.ts'
import { diffLines, diffSequences } from '../../web/text/diff.ts'
import { formatMs } from '../../web/text/format.ts'
import { splitVisible, toVisible } from '../../web/text/visible.ts'

describe('what a screen would hide', () => {
  it('is shown as marks, and everything else stays as it is', () => {
    expect(splitVisible('a\u202eb\n\tc\x1b[0m', 'lines')).toEqual([
      { text: 'a' },
      { hidden: 'U+202E', name: 'right-to-left override, U+202E' },
      { text: 'b\n\tc' },
      { hidden: 'ESC', name: 'escape, U+001B' },
      { text: '[0m' },
    ])
    expect(toVisible('x\ny\u{e0041}\ud800')).toBe('x[↵]y[U+E0041][U+D800]')
  })

  it('never gets through, whatever the text', () => {
    const anyText = fc.array(fc.integer({ min: 0, max: 0x10ffff })).map((codes) => String.fromCodePoint(...codes))
    const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u
    fc.assert(
      fc.property(anyText, (text) => {
        expect(hidden.test(toVisible(text))).toBe(false)
        const kept = splitVisible(text, 'lines').map((stretch) => ('text' in stretch ? stretch.text : ''))
        expect(/[^\P{Cc}\n\t\r]/u.test(kept.join(''))).toBe(false)
      }),
    )
  })
})

describe('a comparison', () => {
  it('shows lines that changed with the words that did', () => {
    expect(diffLines('one\nnpm test\nend', 'one\npnpm test\nmore\nend')).toEqual([
      { kind: 'same', pieces: [{ kind: 'same', text: 'one' }] },
      { kind: 'gone', pieces: [{ kind: 'same', text: 'npm test' }] },
      { kind: 'new', pieces: [{ kind: 'same', text: 'pnpm test' }] },
      { kind: 'new', pieces: [{ kind: 'same', text: 'more' }] },
      { kind: 'same', pieces: [{ kind: 'same', text: 'end' }] },
    ])
    expect(diffLines('npm test', 'pnpm test').map(({ pieces }) => pieces[0])).toEqual([
      { kind: 'gone', text: 'npm' },
      { kind: 'new', text: 'pnpm' },
    ])
  })

  it('holds both texts completely, and is no longer than it must be', () => {
    const words = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })
    fc.assert(
      fc.property(words, words, (before, after) => {
        const pieces = diffSequences(before, after)
        const side = (left: string): string[] => pieces.filter(({ kind }) => kind !== left).map(({ text }) => text)
        expect({ before: side('new'), after: side('gone') }).toEqual({ before, after })
        expect(pieces.filter(({ kind }) => kind === 'same').length).toBe(longestCommon(before, after))
      }),
    )
  })
})

function longestCommon([a, ...as]: string[], b: string[]): number {
  if (a === undefined) return 0
  const at = b.indexOf(a)
  return Math.max(longestCommon(as, b), at === -1 ? 0 : 1 + longestCommon(as, b.slice(at + 1)))
}

describe('a timeline', () => {
  const head = (id: number, firing: string | null, at = id): Pick<Brief, 'id' | 'seq' | 'at' | 'firing'> => ({
    id,
    seq: id,
    at,
    firing,
  })
  const event = (id: number, firing: string, at = id): Brief => ({
    ...head(id, firing, at),
    kind: 'event',
    event: 'Stop',
    subject: firing,
  })
  const verdict = (id: number, firing: string): Brief => ({ ...head(id, firing), kind: 'verdict', ms: 5 })

  it('puts what arrives late where it happened, and a question after its event', () => {
    const timeline = new Timeline()
    timeline.add([
      event(1, 'first', 10),
      { ...head(2, null, 30), kind: 'question', questionId: 'q', tool: 'Bash', subject: 's', reason: 'r' },
      event(3, 'second', 30),
      event(4, 'third', 20),
    ])
    const names = timeline.items.map((item) => (item.type === 'firing' ? item.firing.key : item.note.kind))
    expect(names).toEqual(['first', 'third', 'second', 'question'])
  })

  it('knows what was interrupted: a new process ends what the one before left open', () => {
    const timeline = new Timeline()
    timeline.add([event(1, 'done'), verdict(2, 'done'), event(3, 'left')])
    expect(timeline.unfinished().map(({ key }) => key)).toEqual(['left'])
    timeline.add([{ ...head(4, null), kind: 'session', program: 'run', projectDir: '/p', pid: 2 }])
    expect([...timeline.firings.values()].map(({ interrupted }) => interrupted)).toEqual([false, true])
    expect(timeline.unfinished()).toEqual([])
  })

  it('has a line for every firing, run and note, and the filter takes whole firings', () => {
    const timeline = new Timeline()
    timeline.add([
      event(1, 'a'),
      {
        ...head(2, 'a'),
        kind: 'run',
        hook: 'guard',
        handler: 'command',
        status: 'failed',
        startMs: 0,
        ms: 12_000,
        failedOpen: true,
      },
      verdict(3, 'a'),
      event(4, 'b'),
      { ...head(5, 'b'), kind: 'verdict', ms: 1, decision: 'deny', reason: 'Because of THAT' },
      { ...head(6, null), kind: 'notice', code: 'X', message: 'hello' },
    ])
    const lines = (filter: object, hooks = true): string[] =>
      buildRows(timeline.items, { ...noFilter, ...filter }, { hooks }).map((row) =>
        row.type === 'firing' ? row.firing.key : row.type,
      )
    expect(lines({})).toEqual(['a', 'run', 'b', 'note'])
    expect(lines({}, false)).toEqual(['a', 'b', 'note'])
    expect(lines({ denied: true })).toEqual(['b'])
    expect(lines({ failedOpen: true })).toEqual(['a', 'run'])
    expect(lines({ slowerThan: 10_000 })).toEqual(['a', 'run'])
    expect(lines({ hook: 'guard' })).toEqual(['a', 'run'])
    expect(lines({ text: 'that because' })).toEqual(['b'])
    expect(lines({ text: 'hello' })).toEqual(['note'])
  })
})

describe('a duration', () => {
  it('is said in the unit that fits', () => {
    const said = [0.01, 0.42, 12.4, 1_240, 12_400, 60_000, 125_000, 7_260_000, 90_000_000].map(formatMs)
    expect(said).toEqual([
      '< 0.1 ms',
      '0.4 ms',
      '12 ms',
      '1.24 s',
      '12.4 s',
      '1 min',
      '2 min 5 s',
      '2 h 1 min',
      '1 d 1 h',
    ])
  })
})
