import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProgram } from '../setup/run-program.ts'
import { type CodeBlock, codeBlocks, headings, readPage, root } from './markdown-files.ts'

const english = readPage('README.md')
const chinese = readPage('README.zh-CN.md')

let folder: string

beforeAll(() => {
  expect(existsSync(join(root, 'dist/index.js')), 'the package is built: npm run build').toBe(true)
  folder = mkdtempSync(join(tmpdir(), 'hookline-readme-'))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(root, join(folder, 'node_modules/hookline'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.each([english, chinese])('$path', (page) => {
  it('shows code that runs and prints what it says', async () => {
    const shown = examples(codeBlocks(page))
    expect(shown.length).toBeGreaterThan(0)
    for (const { code, printed } of shown) {
      writeFileSync(join(folder, 'example.ts'), code)
      const { stdout, stderr, code: exit } = await runProgram(process.execPath, ['example.ts'], { cwd: folder })
      expect({ exit, stderr, stdout }).toEqual({ exit: 0, stderr: '', stdout: printed })
    }
  })

  it('has an example of twelve lines and at most 150 lines in all', () => {
    const [example] = examples(codeBlocks(page))
    expect(example?.code.split('\n').filter((line) => line.trim() !== '').length).toBe(12)
    expect(page.lines).toBeLessThanOrEqual(150)
  })
})

describe('the two languages', () => {
  it('have the same headings, links, lists and code', () => {
    expect(headings(chinese).map(({ level }) => level)).toEqual(headings(english).map(({ level }) => level))
    expect(headings(english).length).toBeGreaterThan(5)
    const code = (blocks: CodeBlock[]): CodeBlock[] => blocks.filter(({ language }) => language === 'ts')
    expect(code(codeBlocks(chinese))).toEqual(code(codeBlocks(english)))
    expect(codeBlocks(chinese).map(({ language }) => language)).toEqual(
      codeBlocks(english).map(({ language }) => language),
    )
    expect(countOf(/^- /gm, chinese.text)).toBe(countOf(/^- /gm, english.text))
    expect(countOf(/^\| /gm, chinese.text)).toBe(countOf(/^\| /gm, english.text))
    expect(countOf(/\]\(/g, chinese.text)).toBe(countOf(/\]\(/g, english.text))
  })
})

/** Each block of TypeScript, with the block after it: what it prints. */
function examples(blocks: readonly CodeBlock[]): { code: string; printed: string }[] {
  return blocks.flatMap(({ language, code }, index) =>
    language === 'ts' ? [{ code, printed: blocks[index + 1]?.code ?? '' }] : [],
  )
}

function countOf(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0
}
