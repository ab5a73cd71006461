import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandPhrases } from '../../scripts/gen/command-list.ts'
import { tablePhrases } from '../../scripts/gen/event-table.ts'
import { translatedPhrases } from '../../scripts/gen/languages.ts'
import { readSources } from '../architecture/source-files.ts'
import { headings, readPage, readPages, root } from './markdown-files.ts'

const pages = readPages()

describe('the documents', () => {
  it('link only to what exists', () => {
    const links = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\((?<to>[^)\s]+)\)/g)]
        .map(({ groups }) => groups!['to']!)
        .filter((to) => !/^[a-z]+:/.test(to))
        .map((to) => ({ path, to })),
    )
    expect(links.length).toBeGreaterThan(50)
    expect(links.filter(({ path, to }) => !leadsSomewhere(path, to))).toEqual([])
  })

  it('name only files that exist', () => {
    const sources = new Set(readSources().map((source) => source.path))
    const named = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/`(?<file>[\w./-]+\/[\w.-]+\.ts)`/g)].map(({ groups }) => ({ path, file: groups!['file']! })),
    )
    expect(named.length).toBeGreaterThan(20)
    const missing = named.filter(({ file }) => !sources.has(file) && !existsSync(join(root, file)))
    expect(missing).toEqual([])
  })

  it('name only scripts and commands of the package that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const used = pages.flatMap(({ text }) =>
      [...text.matchAll(/npm run (?<name>[\w:-]+)/g)].map((m) => m.groups!['name']!),
    )
    expect(used.length).toBeGreaterThan(3)
    expect(used.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
  })

  it('describe every layer that exists', () => {
    const { text } = readPage('ARCHITECTURE.md')
    const folders = new Set(readSources().map((source) => source.folder))
    folders.delete('')
    expect(folders.size).toBeGreaterThan(8)
    expect([...folders].filter((folder) => !text.includes(`\n| \`${folder}\` |`))).toEqual([])
  })

  it('keep their length', () => {
    expect(readPage('ARCHITECTURE.md').lines).toBeLessThanOrEqual(130)
    const records = pages.filter(({ path }) => path.startsWith(join('docs', 'decisions')))
    expect(records.length).toBeGreaterThanOrEqual(5)
    expect(records.filter(({ lines }) => lines > 40).map(({ path }) => path)).toEqual([])
  })
})

describe('the decisions', () => {
  it('are numbered one after the other, in name and heading', () => {
    const records = pages.filter(({ path }) => path.startsWith(join('docs', 'decisions')))
    const numbers = records.map((record) => [
      Number(/(\d{4})-[a-z0-9-]+\.md$/.exec(record.path)?.[1]),
      Number(/^(\d+)\. /.exec(headings(record)[0]?.title ?? '')?.[1]),
    ])
    expect(numbers).toEqual(records.map((_, index) => [index + 1, index + 1]))
  })
})

describe('translations', () => {
  it('are of phrases that are still said', () => {
    const said = new Set([...tablePhrases(), ...commandPhrases()])
    const translated = translatedPhrases('zh')
    expect(translated.length).toBeGreaterThan(20)
    expect(translated.filter((phrase) => !said.has(phrase))).toEqual([])
  })
})

function leadsSomewhere(from: string, to: string): boolean {
  const [file, anchor] = to.split('#')
  const target = file === '' ? from : join(dirname(from), file!)
  if (!existsSync(join(root, target))) return false
  if (anchor === undefined) return true
  return headings(readPage(target)).some(({ title }) => title.toLowerCase().replaceAll(' ', '-') === anchor)
}
