import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, readlinkSync, statSync, symlinkSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openTools } from '../../../../test/support/open-tools.ts'
import { readTool } from './read-tool.ts'
import { writeTool } from './write-tool.ts'

describe('writing a file', () => {
  it('creates it with its directories', async () => {
    const tools = openTools()
    const file_path = tools.path('a/ö/new.txt')
    const output = await tools.call(writeTool, { file_path, content: 'é\n' })
    expect(output).toEqual({ type: 'create', filePath: file_path, content: 'é\n', originalFile: null })
    expect(writeTool.toText(output)).toBe(`Created ${file_path} (3 bytes).`)
    expect(readFileSync(file_path, 'utf8')).toBe('é\n')
    expect(readdirSync(tools.path('a/ö'))).toEqual(['new.txt'])
    expect(writeTool.affectedPaths({ file_path }, tools.cwd)).toEqual([file_path])
  })

  it('replaces what was there and keeps its mode', async () => {
    const tools = openTools()
    const file_path = tools.write('run.sh', 'old')
    chmodSync(file_path, 0o750)
    const output = await tools.call(writeTool, { file_path, content: 'new' })
    expect(output).toEqual({ type: 'update', filePath: file_path, content: 'new', originalFile: 'old' })
    expect(statSync(file_path).mode & 0o777).toBe(0o750)
    expect(readFileSync(file_path, 'utf8')).toBe('new')
  })

  it('writes through a link and leaves the link, also one that leads nowhere yet', async () => {
    const tools = openTools()
    mkdirSync(tools.path('dir'))
    tools.write('dir/real', 'old')
    symlinkSync('dir/real', tools.path('link'))
    symlinkSync('dir/later', tools.path('dangling'))
    await tools.call(writeTool, { file_path: tools.path('link'), content: 'new' })
    await tools.call(writeTool, { file_path: tools.path('dangling'), content: 'made' })
    expect(readlinkSync(tools.path('link'))).toBe('dir/real')
    expect(readFileSync(tools.path('dir/real'), 'utf8')).toBe('new')
    expect(readFileSync(tools.path('dir/later'), 'utf8')).toBe('made')
  })

  it('shows the old content of a binary file as none', async () => {
    const tools = openTools()
    const file_path = tools.write('bin', Buffer.from([0xff, 0xfe, 0]))
    expect(await tools.call(writeTool, { file_path, content: '' })).toMatchObject({
      type: 'update',
      originalFile: null,
    })
  })

  it('is refused when the file was changed since it was read, until it is read again', async () => {
    const tools = openTools()
    const file_path = tools.write('a.txt', 'one')
    await tools.call(readTool, { file_path })
    tools.write('a.txt', 'two')
    await expect(tools.call(writeTool, { file_path, content: 'three' })).rejects.toThrow(
      `${file_path} was changed since it was last read. Read it again first.`,
    )
    expect(readFileSync(file_path, 'utf8')).toBe('two')
    await tools.call(readTool, { file_path })
    await tools.call(writeTool, { file_path, content: 'three' })
    await tools.call(writeTool, { file_path, content: 'four' })
    expect(readFileSync(file_path, 'utf8')).toBe('four')
  })

  it('notices the change under another name of the file', async () => {
    const tools = openTools()
    const file_path = tools.write('a.txt', 'one')
    symlinkSync(file_path, tools.path('link'))
    await tools.call(readTool, { file_path: tools.path('link') })
    tools.write('a.txt', 'two')
    await expect(tools.call(writeTool, { file_path, content: 'x' })).rejects.toThrow('was changed')
  })

  it('is refused for directories, pipes and files as directories', async () => {
    const tools = openTools()
    mkdirSync(tools.path('dir'))
    execFileSync('mkfifo', [tools.path('pipe')])
    tools.write('file', '')
    const writing = (name: string) => tools.call(writeTool, { file_path: tools.path(name), content: 'x' })
    await expect(writing('dir')).rejects.toThrow('is a directory')
    await expect(writing('pipe')).rejects.toThrow('is a device, pipe or socket')
    await expect(writing('file/x')).rejects.toThrow('a part of the path is a file')
    expect(readdirSync(tools.cwd).sort()).toEqual(['dir', 'file', 'pipe'])
  })

  it.each([
    [{ file_path: 'a', content: 'a\uD800' }, 'content is no valid Unicode'],
    [{ file_path: 'a', content: null }, 'content must be text, not null'],
    [{ file_path: 'a', content: '', mode: 1 }, 'there is no parameter mode, expected one of file_path, content'],
  ])('with the input %j is refused', (input, problem) => {
    expect(writeTool.check(input)).toBe(problem)
  })
})
