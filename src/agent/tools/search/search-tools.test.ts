import { mkdirSync, symlinkSync, utimesSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type OpenTools, openTools } from '../../../../test/support/open-tools.ts'
import { type GlobOutput, globTool } from './glob-tool.ts'
import { type GrepOutput, grepTool } from './grep-tool.ts'

/** Files with the given texts; the one named first was changed last. */
function makeFiles(files: Record<string, string>): OpenTools {
  const tools = openTools()
  Object.entries(files).forEach(([name, content], age) => {
    mkdirSync(tools.path(`${name}/..`), { recursive: true })
    tools.write(name, content)
    const when = Date.UTC(2026, 0, 1) / 1_000 - age
    utimesSync(tools.path(name), when, when)
  })
  return tools
}

const glob = (tools: OpenTools, input: Record<string, unknown>) => tools.call<GlobOutput>(globTool, input)
const grep = (tools: OpenTools, input: Record<string, unknown>) => tools.call<GrepOutput>(grepTool, input)

describe('finding files', () => {
  it('gives those that match, the one changed last first', async () => {
    const tools = makeFiles({ 'src/b.ts': '', 'a.ts': '', 'src/deep/ü c.ts': '', 'x.js': '', '.hidden/h.ts': '' })
    const output = await glob(tools, { pattern: '**/*.ts' })
    const filenames = ['src/b.ts', 'a.ts', 'src/deep/ü c.ts', '.hidden/h.ts'].map(tools.path)
    expect(output).toEqual({ filenames, numFiles: 4, truncated: false })
    expect(globTool.toText(output)).toBe(filenames.join('\n'))
    expect((await glob(tools, { pattern: 'src/*.ts' })).filenames).toEqual([tools.path('src/b.ts')])
    expect((await glob(tools, { pattern: '*.{js,md}', path: tools.cwd })).filenames).toEqual([tools.path('x.js')])
    expect((await glob(tools, { pattern: '*.ts', path: 'src/deep' })).filenames).toEqual([
      tools.path('src/deep/ü c.ts'),
    ])
  })

  it('leaves out what .gitignore names and the insides of version control', async () => {
    const tools = makeFiles({ '.git/HEAD': '', '.gitignore': 'out/\n', 'out/a.txt': '', 'a.txt': '' })
    expect((await glob(tools, { pattern: '**/*.txt' })).filenames).toEqual([tools.path('a.txt')])
    expect((await glob(tools, { pattern: 'HEAD' })).filenames).toEqual([])
  })

  it('does not follow links and takes a pattern that begins with ! by its letter', async () => {
    const tools = makeFiles({ '!a': '', b: '' })
    symlinkSync('/etc', tools.path('etc'))
    expect((await glob(tools, { pattern: '!a' })).filenames).toEqual([tools.path('!a')])
    expect((await glob(tools, { pattern: '**/passwd' })).filenames).toEqual([])
  })

  it('gives the first 200 and says that there are more', async () => {
    const tools = openTools()
    for (let index = 0; index < 230; index++) tools.write(`f${index}`, '')
    const output = await glob(tools, { pattern: 'f*' })
    expect([output.numFiles, output.truncated]).toEqual([200, true])
    expect(globTool.toText(output)).toContain('(Only the first 200; use a narrower pattern.)')
  })

  it('says when there is nothing, or nowhere to look', async () => {
    const tools = openTools()
    const none = await glob(tools, { pattern: '*.nothing' })
    expect(globTool.toText(none)).toBe('No files found.')
    await expect(glob(tools, { pattern: '*', path: 'nowhere' })).rejects.toThrow('does not exist')
    await expect(glob(tools, { pattern: '*', path: tools.write('f', '') })).rejects.toThrow('is a file')
    await expect(glob(tools, { pattern: '{a' })).rejects.toThrow(/glob/)
  })

  it.each([
    [{ pattern: '/etc/*' }, 'pattern must be relative; give the directory as path'],
    [{ pattern: '../*' }, 'pattern cannot lead upwards; give the directory as path'],
    [{ pattern: '' }, 'pattern is empty'],
    [{ pattern: 5 }, 'pattern must be text, not 5'],
  ])('with the input %j is refused', (input, problem) => {
    expect(globTool.check(input)).toBe(problem)
  })
})

describe('searching files', () => {
  const texts = { 'a.ts': 'one\ntwo\nthree\n', 'b.py': 'Two\nnine\n', 'c.txt': 'none\n' }

  it('gives the names of files that match, the one changed last first', async () => {
    const tools = makeFiles(texts)
    const output = await grep(tools, { pattern: 'two', '-i': true })
    const filenames = [tools.path('a.ts'), tools.path('b.py')]
    expect(output).toEqual({ mode: 'files_with_matches', filenames, numFiles: 2, truncated: false })
    expect(grepTool.toText(output)).toBe(filenames.join('\n'))
  })

  it('gives lines with numbers and what stands around them', async () => {
    const tools = makeFiles(texts)
    const output = await grep(tools, { pattern: '^tw', output_mode: 'content', '-A': 1, '-B': 1 })
    const file = tools.path('a.ts')
    expect(output).toEqual({
      mode: 'content',
      filenames: [file],
      numFiles: 1,
      content: `${file}:1-one\n${file}:2:two\n${file}:3-three`,
      numLines: 3,
      truncated: false,
    })
    const bare = await grep(tools, { pattern: '^tw', output_mode: 'content', '-n': false, path: 'a.ts' })
    expect(bare.content).toBe(`${file}:two`)
  })

  it('counts', async () => {
    const tools = makeFiles(texts)
    const output = await grep(tools, { pattern: 'n', output_mode: 'count' })
    const [a, b, c] = ['a.ts', 'b.py', 'c.txt'].map(tools.path)
    expect(output).toMatchObject({ numFiles: 3, numMatches: 3, content: `${a}:1\n${b}:1\n${c}:1` })
  })

  it('looks only at the files of a glob or a type', async () => {
    const tools = makeFiles(texts)
    expect((await grep(tools, { pattern: '(?i)n', glob: '*.{ts,txt}' })).filenames).toEqual(
      ['a.ts', 'c.txt'].map(tools.path),
    )
    expect((await grep(tools, { pattern: 'n', type: 'py' })).filenames).toEqual([tools.path('b.py')])
    await expect(grep(tools, { pattern: 'n', type: 'klingon' })).rejects.toThrow('unrecognized file type: klingon')
  })

  it('matches over lines when asked to', async () => {
    const tools = makeFiles(texts)
    expect((await grep(tools, { pattern: 'one.two' })).filenames).toEqual([])
    expect((await grep(tools, { pattern: 'one.two', multiline: true })).filenames).toEqual([tools.path('a.ts')])
  })

  it('gives no more than head_limit, of long lines the beginning, and stops there', async () => {
    const tools = makeFiles({ big: `${'y'.repeat(5_000)}\n`.repeat(2_000) })
    const output = await grep(tools, { pattern: 'y+', output_mode: 'content', head_limit: 3 })
    expect([output.numLines, output.truncated]).toEqual([3, true])
    expect(output.content!.length).toBeLessThan(5_000)
    expect(grepTool.toText(output)).toMatch(/\(There is more; raise head_limit or narrow the search\.\)$/)
  })

  it('reads a pattern that looks like a flag as a pattern, and no configuration of ripgrep', async () => {
    const tools = makeFiles({ a: '--files\n' })
    process.env['RIPGREP_CONFIG_PATH'] = tools.write('rgrc', '--invert-match\n')
    try {
      expect((await grep(tools, { pattern: '--files', glob: 'a' })).filenames).toEqual([tools.path('a')])
    } finally {
      delete process.env['RIPGREP_CONFIG_PATH']
    }
  })

  it('leaves out binary files and tells a bad pattern', async () => {
    const tools = makeFiles({ text: 'needle' })
    tools.write('bin', Buffer.from('\0\0needle'))
    expect((await grep(tools, { pattern: 'needle' })).filenames).toEqual([tools.path('text')])
    await expect(grep(tools, { pattern: '(' })).rejects.toThrow('unclosed group')
    expect(grepTool.toText(await grep(tools, { pattern: 'haystack', output_mode: 'content' }))).toBe(
      'No matches found.',
    )
  })

  it('stops when the caller gives up', async () => {
    const abort = new AbortController()
    const call = openTools().call(grepTool, { pattern: 'x', path: '/usr' }, { signal: abort.signal })
    abort.abort()
    await expect(call).rejects.toMatchObject({ name: 'AbortError' })
  })

  it.each([
    [{ pattern: '' }, 'pattern is empty'],
    [{ pattern: 'a\0' }, 'pattern holds a NUL byte'],
    [{ pattern: 'a', type: 'a b' }, 'type is no name of a type'],
    [{ pattern: 'a', '-A': -1 }, '-A must be a whole number from 0 to 1000, not -1'],
    [{ pattern: 'a', output_mode: 'lines' }, /^output_mode must be "content" or "files_with_matches" or "count"/],
    [{ pattern: 'a', '--pre': 'sh' }, /^there is no parameter/],
  ])('with the input %j is refused', (input, problem) => {
    expect(grepTool.check(input)).toMatch(problem)
  })
})
