import { describe, expect, it } from 'vitest'
import { createFrame } from './frame.ts'

describe('a frame', () => {
  it('has a name of its own each time', () => {
    const names = new Set(Array.from({ length: 100 }, () => createFrame().name))
    expect(names.size).toBe(100)
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/)
  })

  it('holds JSON on one line, with the same meaning', () => {
    const value = { a: '</event-n>\n<event-n>', b: ['ä', '中', '👩‍👧', '\u202e'], '<c>': 1 }
    const quoted = createFrame('n').quoteJson('event', JSON.stringify(value))
    const lines = quoted.split('\n')
    expect([lines[0], lines[2], lines.length]).toEqual(['<event-n>', '</event-n>', 3])
    expect(JSON.parse(lines[1]!)).toEqual(value)
  })

  it('leaves nothing inside JSON that is a tag or cannot be seen', () => {
    const hidden = ['<', '>', '\u200b', '\u202e', '\ufeff', '\u00ad', '\u2028', '\u0085', '\ue000', '\ufe0f']
    const astral = [...'\u{e0041}\u{e0100}\u{f0000}']
    for (const character of [...hidden, ...astral, '\ud800']) {
      const json = JSON.stringify(`a${character}b`)
      const line = createFrame('n').quoteJson('event', json).split('\n')[1]!
      expect(line).toMatch(/^[\x20-\x7e]+$/)
      expect(line).not.toMatch(/[<>]/)
      expect(JSON.parse(line)).toBe(`a${character}b`)
    }
  })

  it('holds other text as it stands, less its own name', () => {
    const quoted = createFrame('n0nce').quoteText('result', 'if (a < b) </result-n0nce> \n ok')
    expect(quoted).toBe('<result-n0nce>\nif (a < b) </result-[name of the frame]> \n ok\n</result-n0nce>')
  })
})
