import { describe, expect, it } from 'vitest'
import { readSources, type SourceFile } from './source-files.ts'

/** The layers from left to right; a folder imports only from those to its left, never from its own neighbours. */
const layers = [
  ['base', 'worker'],
  ['protocol', 'shell'],
  ['match'],
  ['engine', 'dialects', 'store', 'models'],
  ['handlers', 'config', 'telemetry'],
  ['hooks'],
  ['agent'],
  ['supervisor'],
  ['server', 'testing', 'lint'],
  ['cli'],
]

/** The packages that may be imported, and where. A path ends in `/` for a whole folder. */
const homes: Readonly<Record<string, readonly string[]>> = {
  'jsonc-parser': ['base/document/', 'dialects/convert/', 'lint/', 'cli/install/'],
  'smol-toml': ['base/document/', 'dialects/convert/', 'cli/install/'],
  '@ai-sdk/anthropic': ['models/'],
  '@ai-sdk/google': ['models/'],
  '@ai-sdk/openai': ['models/'],
  '@ai-sdk/openai-compatible': ['models/'],
  '@ai-sdk/provider': ['models/'],
  hono: ['server/'],
  jsonrepair: ['supervisor/'],
  '@hono/node-server': ['server/'],
  '@modelcontextprotocol/client': ['agent/mcp/'],
  '@opentelemetry/api': ['telemetry/'],
  '@clack/prompts': ['cli/run/ask/'],
  re2js: ['match/'],
  unbash: ['shell/'],
}

/** Folders that reach nothing outside the process: what they may take from Node. */
const pure: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  engine: ['node:util'],
  dialects: ['node:path', 'node:util'],
}

const sources = readSources()

describe('the layers', () => {
  it('are walked: every folder that exists is a known layer with files in it', () => {
    const found = Map.groupBy(
      sources.filter((source) => source.folder !== ''),
      (source) => source.folder,
    )
    const unknown = [...found.keys()].filter((folder) => rankOf(folder) < 0)
    expect(unknown).toEqual([])
    for (const folder of ['base', 'protocol', 'shell', 'match', 'engine', 'dialects', 'handlers', 'config', 'hooks']) {
      expect(found.get(folder)?.length ?? 0, `files in ${folder}`).toBeGreaterThan(0)
    }
    expect(sources.flatMap((source) => source.imports).length).toBeGreaterThan(sources.length)
  })

  it('import only files that exist', () => {
    const known = new Set(sources.map((source) => source.path))
    const lost = sources.flatMap((source) =>
      source.imports
        .filter(({ target }) => target !== null && !known.has(target))
        .map(({ specifier }) => `${source.path} -> ${specifier}`),
    )
    expect(lost).toEqual([])
  })

  it('import only from the left', () => {
    const crossings = sources.flatMap((source) =>
      source.imports
        .filter(({ target }) => target !== null && !mayImport(source, folderOf(target)))
        .map(({ target }) => `${source.path} -> ${target}`),
    )
    expect(crossings).toEqual([])
  })

  it('are told apart: a crossing to the right or to a neighbour is seen', () => {
    const file = (folder: string): SourceFile => ({ path: `${folder}/x.ts`, folder, text: '', imports: [] })
    expect(mayImport(file('engine'), 'protocol')).toBe(true)
    expect(mayImport(file('engine'), 'engine')).toBe(true)
    expect(mayImport(file('engine'), 'hooks')).toBe(false)
    expect(mayImport(file('engine'), 'dialects')).toBe(false)
    expect(mayImport(file('base'), 'protocol')).toBe(false)
  })
})

describe('packages', () => {
  const taken = sources.flatMap((source) =>
    source.imports
      .filter(({ target, specifier }) => target === null && !specifier.startsWith('node:'))
      .map(({ specifier }) => ({ path: source.path, name: packageOf(specifier) })),
  )

  it('are imported only where they are at home', () => {
    expect(taken.length).toBeGreaterThan(0)
    const strays = taken.filter(({ path, name }) => !(homes[name] ?? []).some((home) => path.startsWith(home)))
    expect(strays).toEqual([])
  })
})

describe('folders that promise to be pure', () => {
  it('take from Node only what reaches nothing outside', () => {
    const inside = sources.filter((source) => Object.hasOwn(pure, source.folder))
    expect(inside.length).toBeGreaterThan(30)
    const reaches = inside.flatMap((source) =>
      source.imports
        .filter(({ specifier }) => specifier.startsWith('node:') && !pure[source.folder]!.includes(specifier))
        .map(({ specifier }) => `${source.path} -> ${specifier}`),
    )
    expect(reaches).toEqual([])
  })
})

describe('files', () => {
  it('do not import each other in a circle at load time', () => {
    expect(findCycles(new Map(sources.map((source) => [source.path, loadedBy(source)])))).toEqual([])
  })

  it('in a circle are found', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['b']],
    ])
    expect(findCycles(graph)).toEqual([['b', 'c']])
  })
})

function mayImport(source: SourceFile, target: string): boolean {
  // Entry files that stand in `src` itself gather what the package exports: from everywhere but the command line.
  if (source.folder === '') return target !== 'cli'
  if (source.folder === target) return true
  if (target === '') return source.folder === 'cli'
  return rankOf(target) < rankOf(source.folder)
}

function rankOf(folder: string): number {
  return layers.findIndex((layer) => layer.includes(folder))
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.indexOf('/')) : ''
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/')
}

function loadedBy(source: SourceFile): string[] {
  return source.imports.flatMap(({ target, atRunTime }) => (target !== null && atRunTime ? [target] : []))
}

/** Groups of files of which each reaches itself through the others. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const reach = new Map([...graph.keys()].map((file) => [file, reachableFrom(file, graph)]))
  const circular = [...graph.keys()].filter((file) => reach.get(file)!.has(file))
  const groups = Map.groupBy(circular, (file) =>
    circular.filter((other) => reach.get(file)!.has(other) && reach.get(other)!.has(file)).join(' '),
  )
  return [...groups.values()].map((files) => files.sort())
}

function reachableFrom(start: string, graph: ReadonlyMap<string, readonly string[]>): Set<string> {
  const seen = new Set<string>()
  const open = [...(graph.get(start) ?? [])]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    open.push(...(graph.get(file) ?? []))
  }
  return seen
}
