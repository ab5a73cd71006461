import { describe, expect, it } from 'vitest'
import { createOutputCapture } from './captured-output.ts'

function capture(chunks: Uint8Array[], limits?: { head: number; tail: number }) {
  const output = createOutputCapture(limits)
  for (const chunk of chunks) output.push(chunk)
  return output.read()
}

describe('createOutputCapture', () => {
  it('keeps a short output whole', () => {
    expect(capture([Buffer.from('one '), Buffer.from('two')])).toEqual({
      text: 'one two',
      bytes: 7,
      truncated: false,
      invalidUtf8: false,
    })
  })

  it('is empty when nothing came', () => {
    expect(capture([])).toEqual({ text: '', bytes: 0, truncated: false, invalidUtf8: false })
  })

  it('joins a character that is split over chunks at every place', () => {
    const bytes = Buffer.from('aé漢😀z')
    for (let at = 0; at <= bytes.length; at++) {
      expect(capture([bytes.subarray(0, at), bytes.subarray(at)]).text).toBe('aé漢😀z')
    }
  })

  it('drops a byte order mark and only one', () => {
    const mark = Buffer.from([0xef, 0xbb, 0xbf])
    expect(capture([mark, Buffer.from('{}')]).text).toBe('{}')
    expect(capture([mark.subarray(0, 1), mark.subarray(1), mark, Buffer.from('{}')]).text).toBe('\ufeff{}')
  })

  it('replaces invalid UTF-8 and tells', () => {
    expect(capture([Buffer.from([0x61, 0xff, 0x62])])).toEqual({
      text: 'a\ufffdb',
      bytes: 3,
      truncated: false,
      invalidUtf8: true,
    })
    expect(capture([Buffer.from([0x61, 0xe6, 0xbc])]).invalidUtf8).toBe(true)
  })

  it('keeps everything up to the sum of both limits', () => {
    const bytes = Buffer.from('0123456789abcdef')
    expect(capture([bytes], { head: 10, tail: 6 })).toEqual({
      text: '0123456789abcdef',
      bytes: 16,
      truncated: false,
      invalidUtf8: false,
    })
  })

  it('keeps the first and the last part of a longer output, however it is cut into chunks', () => {
    const text = Array.from({ length: 500 }, (_, at) => String.fromCharCode(97 + (at % 26))).join('')
    for (const size of [1, 3, 7, 64, 500]) {
      const chunks = Array.from({ length: Math.ceil(500 / size) }, (_, at) =>
        Buffer.from(text.slice(at * size, (at + 1) * size)),
      )
      expect(capture(chunks, { head: 10, tail: 6 })).toEqual({
        text: `${text.slice(0, 10)}\n[484 bytes left out]\n${text.slice(-6)}`,
        bytes: 500,
        truncated: true,
        invalidUtf8: false,
      })
    }
  })

  it('does not blame the output for a character cut by its own limits', () => {
    for (const limits of [
      { head: 10, tail: 6 },
      { head: 11, tail: 7 },
      { head: 12, tail: 5 },
    ]) {
      const { text, invalidUtf8 } = capture([Buffer.from('漢'.repeat(100))], limits)
      expect(invalidUtf8).toBe(false)
      expect(text).toMatch(/^漢+\n\[\d+ bytes left out\]\n漢+$/)
    }
  })

  it('never joins the two parts into JSON that nobody printed', () => {
    const { text } = capture([Buffer.from(`{"decision":"allow","x":"${'y'.repeat(100)}"}`)], { head: 30, tail: 30 })
    expect(() => JSON.parse(text)).toThrow()
  })

  it('copies what it keeps, so that the caller may reuse the chunk', () => {
    const chunk = Buffer.from('abc')
    const output = createOutputCapture()
    output.push(chunk)
    chunk.fill('x')
    expect(output.read().text).toBe('abc')
  })

  it('holds 1 MiB and 64 KiB of 256 MiB', () => {
    const output = createOutputCapture()
    const chunk = Buffer.alloc(1024 * 1024, 'a')
    for (let count = 0; count < 256; count++) output.push(chunk)
    const { text, bytes, truncated } = output.read()
    expect({ bytes, truncated }).toEqual({ bytes: 256 * 1024 * 1024, truncated: true })
    expect(text.length).toBe(
      1024 * 1024 + 64 * 1024 + `\n[${256 * 1024 * 1024 - 1024 * 1024 - 64 * 1024} bytes left out]\n`.length,
    )
  })
})
