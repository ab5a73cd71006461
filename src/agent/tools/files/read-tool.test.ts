import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, truncateSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openTools } from '../../../../test/support/open-tools.ts'
import { type ReadOutput, readTool } from './read-tool.ts'

describe('reading a text file', () => {
  it('gives its exact content, and line numbers only to the model', async () => {
    const tools = openTools()
    const file_path = tools.write('ü.txt', 'eins\nzwei 🙂\n')
    const output = await tools.call<ReadOutput>(readTool, { file_path })
    expect(output).toEqual({
      type: 'text',
      filePath: file_path,
      content: 'eins\nzwei 🙂\n',
      startLine: 1,
      numLines: 2,
      totalLines: 2,
    })
    expect(readTool.toText(output)).toBe('     1\teins\n     2\tzwei 🙂')
    expect(readTool.affectedPaths({ file_path }, tools.cwd)).toEqual([file_path])
  })

  it('gives the lines asked for and says how many are left', async () => {
    const tools = openTools()
    const file_path = tools.write('a.txt', Array.from({ length: 5_000 }, (_, index) => `line ${index + 1}`).join('\n'))
    const some = await tools.call<ReadOutput>(readTool, { file_path, offset: 3, limit: 2 })
    expect(some).toMatchObject({ content: 'line 3\nline 4', startLine: 3, numLines: 2, totalLines: 5_000 })
    expect(readTool.toText(some)).toBe('     3\tline 3\n     4\tline 4\n(4996 more lines; go on with offset 5.)')
    expect(await tools.call(readTool, { file_path })).toMatchObject({ numLines: 2_000 })
    expect(await tools.call(readTool, { file_path, offset: 4_999 })).toMatchObject({ content: 'line 4999\nline 5000' })
    await expect(tools.call(readTool, { file_path, offset: 5_001 })).rejects.toThrow(
      `${file_path} has 5000 lines; there is no line 5001.`,
    )
  })

  it('shows what hooks made of the content', () => {
    const output = { type: 'text', content: 'api_key=***', startLine: 1, totalLines: 1 }
    expect(readTool.toText(output)).toBe('     1\tapi_key=***')
    expect(readTool.toText('nothing to see')).toBe('nothing to see')
    expect(readTool.toText({ other: true })).toBe('{\n  "other": true\n}')
  })

  it('handles an empty file, CRLF, a byte order mark and long lines', async () => {
    const tools = openTools()
    const empty = await tools.call(readTool, { file_path: tools.write('empty', '') })
    expect([empty, readTool.toText(empty)]).toEqual([
      expect.objectContaining({ content: '', totalLines: 0, numLines: 0 }),
      '(The file is empty.)',
    ])
    const dos = await tools.call(readTool, { file_path: tools.write('dos', '\uFEFFa\r\nb\r\n') })
    expect(dos).toMatchObject({ content: 'a\r\nb\r\n' })
    expect(readTool.toText(dos)).toBe('     1\ta\n     2\tb')
    const long = await tools.call(readTool, { file_path: tools.write('long', 'x'.repeat(5_000)) })
    expect(readTool.toText(long)).toBe(`     1\t${'x'.repeat(2_000)} [3000 characters left out]`)
  })

  it('follows links and relative paths, and reads what claims to have no size', async () => {
    const tools = openTools()
    mkdirSync(tools.path('dir'))
    tools.write('dir/real', 'hello')
    symlinkSync('dir/real', tools.path('link'))
    expect(await tools.call(readTool, { file_path: 'link' })).toMatchObject({ content: 'hello' })
    expect(await tools.call(readTool, { file_path: './dir/../link' })).toMatchObject({ content: 'hello' })
    expect((await tools.call<ReadOutput>(readTool, { file_path: '/proc/self/status' })).content).toContain('Pid:')
  })
})

describe('reading', () => {
  it.each([
    ['a missing file', (path: string) => path, 'does not exist.'],
    ['a directory', (path: string) => void mkdirSync(path), 'is a directory. List it with Glob, or with ls.'],
    ['a pipe', (path: string) => void execFileSync('mkfifo', [path]), 'is a device, pipe or socket, not a file.'],
    ['a link to itself', (path: string) => symlinkSync(path, path), 'is a link that leads to itself.'],
  ])('%s is refused', async (_, make, reason) => {
    const tools = openTools()
    make(tools.path('x'))
    await expect(tools.call(readTool, { file_path: tools.path('x') })).rejects.toThrow(`${tools.path('x')} ${reason}`)
  })

  it('a device, a binary file, other encodings and huge files is refused', async () => {
    const tools = openTools()
    const reading = (file_path: string) => tools.call(readTool, { file_path })
    await expect(reading('/dev/zero')).rejects.toThrow('is a device')
    await expect(reading(tools.write('bin', Buffer.from([1, 0, 2])))).rejects.toThrow('is a binary file (3 bytes)')
    await expect(reading(tools.write('latin', Buffer.from([0xe4])))).rejects.toThrow('is no UTF-8 text (1 bytes)')
    const huge = tools.write('huge', '')
    truncateSync(huge, 2 ** 30)
    await expect(reading(huge)).rejects.toThrow('is too large')
  })

  it('stops when the caller gives up', async () => {
    const tools = openTools()
    const call = tools.call(readTool, { file_path: tools.write('a', 'a') }, { signal: AbortSignal.abort() })
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  it.each([
    [{ file_path: '' }, 'file_path is empty'],
    [{ file_path: 'a\0b' }, 'file_path holds a NUL byte'],
    [{ file_path: 1 }, 'file_path must be text, not 1'],
    [{ file_path: 'a', limit: 0 }, 'limit must be a whole number of at least 1, not 0'],
    [
      { path: 'a' },
      'file_path is missing (text); there is no parameter path, expected one of file_path, offset, limit',
    ],
  ])('with the input %j is refused', (input, problem) => {
    expect(readTool.check(input)).toBe(problem)
  })

  it('gives images in base64, by what they are and not by their name', async () => {
    const tools = openTools()
    const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
    const output = await tools.call(readTool, { file_path: tools.write('picture.txt', png) })
    expect(output).toEqual({
      type: 'image',
      filePath: tools.path('picture.txt'),
      content: 'An image: image/png, 16 bytes.',
      mediaType: 'image/png',
      data: png.toString('base64'),
    })
    expect(readTool.toText(output)).toBe('An image: image/png, 16 bytes.')
    expect(readTool.toImages?.(output)).toEqual([
      { type: 'image', mediaType: 'image/png', data: png.toString('base64') },
    ])
    expect(readTool.toImages?.({ type: 'text', content: '' })).toEqual([])
    expect(readTool.toImages?.('rewritten')).toEqual([])
  })
})
