import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openTools } from '../../../../test/support/open-tools.ts'
import { editTool } from './edit-tool.ts'
import { readTool } from './read-tool.ts'

describe('editing a file', () => {
  it('replaces the one place, literally', async () => {
    const tools = openTools()
    const file_path = tools.write('a.ts', 'const a = 1\nconst b = 2\n')
    const output = await tools.call(editTool, { file_path, old_string: 'a = 1', new_string: 'a = "$&$1"' })
    expect(output).toEqual({
      filePath: file_path,
      oldString: 'a = 1',
      newString: 'a = "$&$1"',
      originalFile: 'const a = 1\nconst b = 2\n',
      content: 'const a = "$&$1"\nconst b = 2\n',
      replacements: 1,
    })
    expect(readFileSync(file_path, 'utf8')).toBe('const a = "$&$1"\nconst b = 2\n')
    expect(editTool.toText(output)).toBe(`Edited ${file_path}: one place changed.`)
  })

  it('refuses text that occurs more than once, unless all are to change', async () => {
    const tools = openTools()
    const file_path = tools.write('a', 'x\ny\nx\nx')
    const edit = { file_path, old_string: 'x', new_string: 'z' }
    await expect(tools.call(editTool, edit)).rejects.toThrow(`occurs 3 times in ${file_path}, in lines 1, 3, 4.`)
    const output = await tools.call(editTool, { ...edit, replace_all: true })
    expect(output).toMatchObject({ content: 'z\ny\nz\nz', replacements: 3 })
    expect(editTool.toText(output)).toBe(`Edited ${file_path}: 3 places changed.`)
  })

  it.each([
    ['other blanks', 'if (a) {\n\treturn\n}', 'if (a) {\n  return\n}', 'Line 2 has it with other blanks'],
    ['line numbers', 'missing', '     2\tfoo', 'It seems to hold line numbers'],
    ['other case', 'Hello World', 'hello world', 'It does with other upper and lower case.'],
    ['nothing alike', 'abc', 'xyz', 'Read the file again.'],
  ])('says what is wrong with text that does not occur: %s', async (_, content, old_string, hint) => {
    const tools = openTools()
    const file_path = tools.write('a', `first\n${content}\n`)
    await expect(tools.call(editTool, { file_path, old_string, new_string: 'q' })).rejects.toThrow(hint)
    expect(readFileSync(file_path, 'utf8')).toBe(`first\n${content}\n`)
  })

  it('keeps CRLF line ends and the byte order mark', async () => {
    const tools = openTools()
    const file_path = tools.write('dos', '\uFEFFa\r\nb\r\nc\r\n')
    await tools.call(editTool, { file_path, old_string: 'a\nb', new_string: 'x\ny\nz' })
    expect(readFileSync(file_path, 'utf8')).toBe('\uFEFFx\r\ny\r\nz\r\nc\r\n')
  })

  it('refuses a file that was changed since it was read, that is missing, or that is no text', async () => {
    const tools = openTools()
    const file_path = tools.write('a', 'one')
    await tools.call(readTool, { file_path })
    tools.write('a', 'one two')
    const edit = { old_string: 'one', new_string: '1' }
    await expect(tools.call(editTool, { file_path, ...edit })).rejects.toThrow('was changed since it was last read')
    await expect(tools.call(editTool, { file_path: tools.path('no'), ...edit })).rejects.toThrow('does not exist.')
    const binary = tools.write('bin', Buffer.from('one\0'))
    await expect(tools.call(editTool, { file_path: binary, ...edit })).rejects.toThrow('is a binary file')
  })

  it.each([
    [{ file_path: 'a', old_string: '', new_string: 'x' }, 'old_string is empty; make a file with Write'],
    [{ file_path: 'a', old_string: 'x', new_string: 'x' }, 'old_string and new_string are the same'],
    [{ file_path: 'a', old_string: 'x' }, 'new_string is missing (text)'],
    [
      { file_path: 'a', old_string: 'x', new_string: 'y', replaceAll: true },
      'there is no parameter replaceAll, did you mean "replace_all"?',
    ],
  ])('with the input %j is refused', (input, problem) => {
    expect(editTool.check(input)).toBe(problem)
  })
})
