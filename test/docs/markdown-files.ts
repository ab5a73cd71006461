import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** A document of the repository. */
export interface Page {
  /** Relative to the root. */
  path: string
  text: string
  lines: number
}

/** Every document: those that stand at the root, and all under `docs`. */
export function readPages(): Page[] {
  const atRoot = readdirSync(root).filter((name) => name.endsWith('.md'))
  const below = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name))
  return [...atRoot, ...below].sort().map(readPage)
}

export function readPage(path: string): Page {
  const text = readFileSync(join(root, path), 'utf8')
  return { path, text, lines: text.split('\n').length - 1 }
}

/** A block of code, its language, what stands in it, and the file it is, where the fence names one. */
export interface CodeBlock {
  language: string
  file?: string
  code: string
}

/** The blocks of code of a document, in order. */
export function codeBlocks({ text }: Page): CodeBlock[] {
  return [...text.matchAll(/^```(?<language>\w*)(?: (?<file>\S+))?\n(?<code>[\s\S]*?)^```$/gm)].map(({ groups }) => ({
    language: groups!['language']!,
    ...(groups!['file'] !== undefined && { file: groups!['file'] }),
    code: groups!['code']!,
  }))
}

/** The headings of a document with their level, code left out. */
export function headings({ text }: Page): { level: number; title: string }[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '')
  return [...prose.matchAll(/^(?<marks>#+) (?<title>.+)$/gm)].map(({ groups }) => ({
    level: groups!['marks']!.length,
    title: groups!['title']!,
  }))
}
