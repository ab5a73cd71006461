import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { askGuards } from './ask-guards.ts'

function answer(text: string): { dialogue: { input: PassThrough; output: PassThrough }; asked(): string } {
  const input = new PassThrough()
  const output = new PassThrough()
  let asked = ''
  output.on('data', (chunk: Buffer) => {
    asked += chunk.toString()
    if (asked.endsWith('[Y/n] ')) {
      const [line, ...rest] = text.split('\n')
      text = rest.join('\n')
      if (line === '<end>') input.end()
      else input.write(`${line}\n`)
    }
  })
  return { dialogue: { input, output }, asked: () => asked }
}

test('asks for every guard, and Enter means yes', async () => {
  const { dialogue, asked } = answer('\nno\ny')
  const chosen = await askGuards(dialogue)
  expect(chosen.map(({ name }) => name)).toEqual(['dangerous-commands', 'tests-before-stop'])
  expect(asked().match(/\[Y\/n\]/g)).toHaveLength(3)
  expect(asked()).toMatch(/\[Y\/n\] $/)
})

test('is refused when nobody answers', async () => {
  const { dialogue, asked } = answer('y\n<end>')
  await expect(askGuards(dialogue)).rejects.toMatchObject({ code: 'USAGE', message: 'the questions were not answered' })
  expect(asked()).toMatch(/\[Y\/n\] \n$/)
})
