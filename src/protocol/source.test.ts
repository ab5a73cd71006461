import { describe, expect, it } from 'vitest'
import { describeSource } from './source.ts'

describe('the description of a source', () => {
  it('is file and line as far as they are known, else the layer', () => {
    const described = [
      describeSource({ layer: 'user', trusted: true, file: 'a.json', line: 4 }),
      describeSource({ layer: 'user', trusted: true, file: 'a.json' }),
      describeSource({ layer: 'code', trusted: true }),
    ]
    expect(described).toEqual(['a.json:4', 'a.json', 'code'])
  })
})
