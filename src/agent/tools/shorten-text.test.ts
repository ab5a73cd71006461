import { expect, it } from 'vitest'
import { shortenText } from './shorten-text.ts'

it('leaves short text alone', () => {
  expect([shortenText(''), shortenText('abc', 3)]).toEqual(['', 'abc'])
})

it('keeps the beginning and the end and says how much is missing', () => {
  expect(shortenText('abcdefghij', 4)).toBe('ab\n[6 characters left out]\nij')
})

it('never cuts a character in two', () => {
  const shortened = shortenText('🙂'.repeat(5), 6)
  expect([shortened, shortened.isWellFormed()]).toEqual(['🙂\n[6 characters left out]\n🙂', true])
})
