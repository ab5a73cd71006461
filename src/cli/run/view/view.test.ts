import { expect, test } from 'vitest'
import { fitWidth, measureWidth } from './fit-width.ts'
import { showCost, showDuration, showTokens } from './show-numbers.ts'
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
