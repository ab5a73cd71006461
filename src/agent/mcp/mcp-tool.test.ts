import { expect, it } from 'vitest'
import { nameMcpTool } from './mcp-tool.ts'

it('names tools after their server, in letters every model takes', () => {
  expect(nameMcpTool('files', 'read_file')).toBe('mcp__files__read_file')
  expect(nameMcpTool('my server', 'a.b/c')).toBe('mcp__my_server__a_b_c')
})

it('keeps long names apart although they are cut', () => {
  const names = [nameMcpTool('s', `${'x'.repeat(80)}1`), nameMcpTool('s', `${'x'.repeat(80)}2`)]
  expect(names.map(({ length }) => length)).toEqual([64, 64])
  expect(new Set(names).size).toBe(2)
})
