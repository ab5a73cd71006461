import { expect, test } from 'vitest'
import { parseReviewerFlag, readReviewerChoice } from './reviewer-choice.ts'

test.each([
  ['command:./r.sh --x y:z', { type: 'command', command: './r.sh --x y:z', passEnv: [] }],
  ['claude', { type: 'claude', args: [] }],
  ['claude:sonnet', { type: 'claude', args: [], model: 'sonnet' }],
  ['model', { type: 'model' }],
  ['model:gpt', { type: 'model', model: 'gpt' }],
  ['model:openai/gpt', { type: 'model', provider: 'openai', model: 'gpt' }],
  ['model:vendor/name', { type: 'model', model: 'vendor/name' }],
])('reads the flag %s', (text, expected) => {
  expect(parseReviewerFlag(text)).toEqual(expected)
})

test.each(['', 'command', 'command:', 'command: ', 'oracle', './r.sh'])('refuses the flag "%s"', (text) => {
  expect(() => parseReviewerFlag(text)).toThrow('valid are command:PROGRAM, claude and model[:NAME]')
})

test('reads settings, and names what is wrong with them', () => {
  const model = { type: 'model', provider: 'openai-compatible', model: 'm', base_url: 'http://localhost:1' }
  expect(readReviewerChoice(model, 'f: reviewer')).toEqual({
    type: 'model',
    provider: 'openai-compatible',
    model: 'm',
    baseUrl: 'http://localhost:1',
  })
  const wrong: [unknown, string][] = [
    ['claude', 'f: reviewer is no object'],
    [{ type: 'model', provider: 'other' }, 'reviewer.provider is "other"'],
    [{ type: 'model', base_url: 'http://x' }, 'reviewer.base_url needs a provider'],
    [{ type: 'claude', args: 'x' }, 'reviewer.args is "x" where a list'],
    [{ type: 'command', command: 5 }, 'reviewer.command is 5 where a text'],
  ]
  for (const [value, message] of wrong) expect(() => readReviewerChoice(value, 'f: reviewer')).toThrow(message)
})
