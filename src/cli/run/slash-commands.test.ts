import { expect, test } from 'vitest'
import { Interrupts } from './interrupts.ts'
import { isSlashCommand } from './slash-commands.ts'

test('a command is a word after a slash; a path is none, nor is a line that begins with a blank', () => {
  const lines = [
    '/hooks',
    '/model big',
    '/',
    '/?',
    '/tmp is full',
    '/etc/hosts is wrong',
    ' /hooks',
    'see /hooks',
    '//x',
  ]
  expect(lines.filter(isSlashCommand)).toEqual(['/hooks', '/model big', '/', '/?', '/tmp is full'])
})

test('whoever wants out is taken more and more seriously, until they say something again', () => {
  const done: string[] = []
  const note = (word: string) => () => void done.push(word)
  const interrupts = new Interrupts({ interrupt: note('interrupt'), end: note('end'), quit: note('quit') })
  interrupts.press()
  interrupts.reset()
  for (let times = 0; times < 4; times++) interrupts.press()
  expect(done).toEqual(['interrupt', 'interrupt', 'end', 'quit', 'quit'])
})
