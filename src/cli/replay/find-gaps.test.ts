import { expect, it } from 'vitest'
import { createRedactor } from '../../base/redact.ts'
import { describeGaps, findHidden } from './find-gaps.ts'

it('finds every place where the redactor has hidden something', () => {
  const input = {
    toolInput: {
      command: `curl -H "Authorization: Bearer ghp_${'a1B2'.repeat(9)}"`,
      apiKey: 'xyzzy-1234-abcd',
      list: ['plain', 'postgres://me:hunter22@db/x'],
    },
    userPrompt: 'nothing here',
  }
  const hidden = findHidden(createRedactor().value(input))
  expect(hidden).toEqual(['toolInput.command', 'toolInput.apiKey', 'toolInput.list[1]'])
  expect(findHidden(input)).toEqual([])
})

it('says which parts are missing, and of many only some', () => {
  expect(describeGaps({ hidden: ['a'], cut: [] })).toEqual(['secrets were hidden in a'])
  expect(describeGaps({ hidden: [], cut: ['a', 'b', 'c', 'd', 'e', 'f'] })).toEqual([
    'only a part was recorded of a, b, c, d, and 2 more',
  ])
})
