import { expect, it } from 'vitest'
import { renderValue } from './render-value.ts'

it('shows data as lines that people read, texts of several lines as blocks', () => {
  const value = {
    command: 'ls -la',
    count: 3,
    text: '3',
    empty: '',
    content: 'a\nb\n',
    list: [{ path: 'x', deep: [true] }, 'y'],
    'odd key': null,
    none: {},
    gone: undefined,
  }
  expect(renderValue(value)).toEqual([
    'command: ls -la',
    'count: 3',
    'text: "3"',
    'empty: ""',
    'content: |',
    '  a',
    '  b',
    'list:',
    '  - path: x',
    '    deep:',
    '      - true',
    '  - y',
    '"odd key": null',
    'none: {}',
  ])
  expect([renderValue('a\nb'), renderValue(7), renderValue(undefined)]).toEqual([['a', 'b'], ['7'], ['undefined']])
})
