import { expect, test } from 'vitest'
import { fitWidth, measureWidth } from './fit-width.ts'
import { showCost, showDuration, showTokens } from './show-numbers.ts'
import { showResult } from './show-result.ts'
import { createSpeech } from './speech.ts'

test('what a model says is the same on the screen in whatever pieces it comes', () => {
  const text = 'a\r\nb\tc 😀 \u001b[2J \u202edone\u200b\r'
  const whole = createSpeech()
  const shown = whole.add(text) + whole.end()
  expect(shown).toBe('a\nb    c 😀 \\u001b[2J \\u202edone\\u200b\\u000d')
  const pieces = createSpeech()
  expect(
    [...text]
      .flatMap((character) => character.split(''))
      .map((unit) => pieces.add(unit))
      .join('') + pieces.end(),
  ).toBe(shown)
})

test('a line is cut to the columns it has, wide characters counted as two', () => {
  expect([fitWidth('abcdef', 6), fitWidth('abcdef', 5), fitWidth('数据库连接', 6), fitWidth('ab cd', 4)]).toEqual([
    'abcdef',
    'abcd…',
    '数据…',
    'ab…',
  ])
  expect([measureWidth('数据'), measureWidth('e\u0301'), measureWidth('✅')]).toEqual([4, 1, 2])
})

test('numbers are short', () => {
  expect([0.4, 999, 1000, 59_400, 125_000].map(showDuration)).toEqual(['0 ms', '999 ms', '1.0 s', '59 s', '2 min 5 s'])
  expect([999, 12_345, 1_200_000].map(showTokens)).toEqual(['999', '12.3k', '1.20M'])
  expect([0.00421, 1.366].map(showCost)).toEqual(['$0.0042', '$1.37'])
})

test('a result is a few lines, whatever a tool or a hook made of it', () => {
  const show = (output: unknown, more: { isError?: boolean; diffShown?: boolean } = {}): string[] =>
    showResult({ output, isError: false, diffShown: false, ...more }, (_, text) => text)
  const long = Array.from({ length: 300_000 }, (_, at) => `line ${at}`).join('\n')
  const created = { filePath: '/a', originalFile: null, content: long }
  expect(show(created).slice(0, 2)).toEqual(['created +300000 -0', ' 1 + line 0'])
  expect(show(created).at(-1)).toBe('… 299960 more lines are not shown')
  expect(show({ filePath: '/a', originalFile: 'a\nb\n', content: 'a\nc\n' })).toEqual([
    'changed +1 -1',
    '1   a',
    '2 - b',
    '2 + c',
  ])
  expect(show({ filePath: '/a', originalFile: 'a', content: 'b' }, { diffShown: true })).toEqual(['changed +1 -1'])
  expect(show({ stdout: 'out\n', stderr: 'err' })).toEqual(['out', '', 'err'].filter(Boolean))
  expect(show(long)).toEqual(['line 0', 'line 1', 'line 2', 'line 3', 'line 4', '… 299995 more lines'])
  expect([show(undefined), show(''), show(null), show([1]), show({ odd: 1 })]).toEqual([
    [],
    [],
    ['null'],
    ['[1]'],
    ['{"odd":1}'],
  ])
  expect(show({ why: 1 }, { isError: true })).toEqual(['{"why":1}'])
})
