import { describe, expect, it } from 'vitest'
import { HookError } from '../base/errors.ts'
import { defaultSettings, ReadingNotes } from './reading-notes.ts'

describe('ReadingNotes', () => {
  it('places what it is told in the document', () => {
    const asked: unknown[] = []
    const notes = new ReadingNotes({
      layer: 'user',
      trusted: true,
      file: '/h/hooks.json',
      locate: (path, options) => {
        asked.push([path, options])
        return { line: 3, column: 5 }
      },
    })
    notes.refuse('CONFIG_UNKNOWN_KEY', ['a', 0, 'b'], { message: 'm.', hint: 'h.', aim: 'key' })
    notes.refuseMissing(['a', 0, 'c'], { expected: 'text' })
    expect(asked).toEqual([
      [['a', 0, 'b'], { key: true }],
      [['a', 0], {}],
    ])
    expect(notes.problems.map((problem) => problem.toJSON())).toEqual([
      {
        code: 'CONFIG_UNKNOWN_KEY',
        message: 'm.',
        hint: 'h.',
        file: '/h/hooks.json',
        line: 3,
        column: 5,
        path: 'a[0].b',
      },
      {
        code: 'CONFIG_INVALID_VALUE',
        message: 'a[0].c is missing, expected text.',
        hint: 'Use a value of the kind the message says was expected.',
        file: '/h/hooks.json',
        line: 3,
        column: 5,
        path: 'a[0].c',
      },
    ])
  })

  it('turns the complaint of a compiler into a problem, and lets other errors through', () => {
    const notes = new ReadingNotes({ layer: 'code', trusted: true })
    expect(notes.attempt(['m'], () => 7)).toBe(7)
    const refuse = (): never => {
      throw new HookError('CONFIG_INVALID_PATTERN', 'Bad.', { hint: 'Mend it.' })
    }
    expect(notes.attempt(['m'], refuse)).toBeUndefined()
    expect(notes.problems.map((problem) => problem.toJSON())).toEqual([
      { code: 'CONFIG_INVALID_PATTERN', message: 'm: Bad.', hint: 'Mend it.', path: 'm' },
    ])
    const crash = (): never => {
      throw new TypeError('a fault of ours')
    }
    expect(() => notes.attempt(['m'], crash)).toThrow('a fault of ours')
  })

  it('gives nothing of a configuration with a problem', () => {
    const notes = new ReadingNotes({ layer: 'code', trusted: true })
    notes.announce('EVENT_UNKNOWN', ['x'], { message: 'n.' })
    expect(notes.finish([], { ...defaultSettings(), enabled: false })).toMatchObject({
      settings: { enabled: false },
      notices: [{}],
    })
    notes.refuseValue(['y'], { found: '1', expected: 'text' })
    expect(notes.finish([], { ...defaultSettings(), enabled: false })).toMatchObject({
      settings: defaultSettings(),
      notices: [],
      problems: [{ message: 'y: found 1, expected text.' }],
    })
  })

  it.each([
    [{ layer: 'code', trusted: true }, 'code'],
    [{ layer: 'user', trusted: true, file: '/h/.claude/settings.json' }, 'user/settings.json'],
    [{ layer: 'config', trusted: true, file: '/x/hooks.json' }, 'hooks.json'],
    [{ layer: 'project', trusted: true, file: '/x/hooks.json', label: 'l' }, 'l'],
  ] as const)('calls the source %j %s', (context, expected) => {
    expect(new ReadingNotes(context).label()).toBe(expected)
  })
})
