import { expect, it } from 'vitest'
import { cutText } from './cut-text.ts'

it('counts wide characters twice and never shows half of one', () => {
  expect(cutText('中文字符', 8)).toEqual({ text: '中文字符', width: 8 })
  expect(cutText('中文字符', 7)).toEqual({ text: '中文字…', width: 7 })
  expect(cutText('中文字符', 6)).toEqual({ text: '中文…', width: 5 })
})

it('writes out what a screen would hide or obey, and keeps a text of many lines on one', () => {
  expect(cutText('a\u001b[31mb\u202ec\n  d\te', 60).text).toBe('a\\u001b[31mb\\u202ec ⏎ d e')
  expect(cutText('a\nb', 60, '...').text).toBe('a \\n b')
})

it('looks only at what it may show of a huge text', () => {
  const huge = 'x'.repeat(10_000_000)
  const started = performance.now()
  for (let round = 0; round < 1000; round++) expect(cutText(huge, 20).width).toBe(20)
  expect(performance.now() - started).toBeLessThan(5000)
})
