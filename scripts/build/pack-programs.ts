import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { writeFlat } from './write-flat.ts'
import { type ModulePlace, type PackedModule, writeModule, writePackage } from './write-module.ts'

/** Every module that a program may need, by its id, and where packs of them go. */
export interface Packing extends PackPlace {
  modules: ReadonlyMap<string, PackedModule>
}

export interface PackPlace extends ModulePlace {
  root: string
  target: string
}

/** Finds and writes all modules that are reachable from one. */
export async function collectModules(entry: string, place: PackPlace): Promise<Packing> {
  const modules = new Map<string, PackedModule>()
  const collect = async (ids: readonly string[]): Promise<void> => {
    const fresh = [...new Set(ids)].filter((id) => !modules.has(id))
    if (fresh.length === 0) return
    const written = await Promise.all(
      fresh.map((id) => (place.bundled.includes(id) ? writePackage(id, place.root) : writeModule(id, place))),
    )
    for (const module of written) modules.set(module.id, module)
    await collect(written.flatMap(({ imports, loads }) => [...imports, ...loads]))
  }
  await collect([entry])
  return { ...place, modules }
}

/** A pack on disk. */
export interface Pack {
  name: string
  /** Of its content. */
  digest: string
}

/** What a pack is made of. */
export interface PackContent {
  /** Modules that every call needs which opens it. */
  flat?: ReadonlySet<string>
  /** Modules that are there when one of their names is first used. */
  ids?: Iterable<string>
  /** For a pack that programs begin with: those that are looked into after it. */
  followers?: readonly Pack[]
}

/** Writes a pack. */
export async function writePack(name: string, content: PackContent, packing: Packing): Promise<Pack> {
  const { flat, ids = [], followers } = content
  const { modules, target } = packing
  const piece = flat ? await writeFlat(flat, packing) : { code: '', modules: new Map<string, string>() }
  const others = [...(flat ?? []), ...ids].filter((id) => !piece.modules.has(id))
  const bodies = [...piece.modules, ...others.map((id) => [id, writeBody(modules.get(id)!, modules)] as const)]
  // A case costs nothing until it is the one, neither a function nor a property.
  const cases = bodies.map(([id, body]) => `case ${JSON.stringify(id)}: (() => {${body}\n})(); return true;`)
  const parts = [
    `pack: ({ require, locate, importModule, __export, __reExport, __toESM }) => { ${piece.code}
      return (id, module) => { const { exports } = module; switch (id) {${cases.join('\n')}} return false } }`,
    ...(followers ? [`begin: ${writeLoader(followers)}`] : []),
  ]
  const minified = await transform(`'use strict'; given = {${parts.join(',\n')}}`, {
    minify: true,
    target: 'node22',
    charset: 'ascii',
    legalComments: 'none',
  })
  // A script gives the value of its last expression; one that nobody takes would have been dropped.
  const code = escapeOthers(minified.code.replace(/\bgiven=(.*?);?\n?$/s, '($1)'))
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, `${name}.js`), code)
  return { name, digest: createHash('sha256').update(code).digest('hex').slice(0, 16) }
}

const loader = readFileSync(join(import.meta.dirname, 'loader.cjs'), 'utf8')

function writeLoader(followers: readonly Pack[]): string {
  const list = JSON.stringify(followers.map(({ name, digest }) => [name, digest]))
  return loader.slice(loader.indexOf('begin = ') + 'begin = '.length).replace('FOLLOWERS', list)
}

// With one other character a pack would take twice the room in memory. Only patterns still hold some, and they know them by number too.
function escapeOthers(code: string): string {
  return code.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

// Plain properties are read sooner than what a function gives, but only modules that wait for none that waits for them have
// all of their names when they are first asked for one.
function writeBody(module: PackedModule, modules: Packing['modules']): string {
  const { code, exports } = module
  if (exports === undefined) return code
  if (isInCircle(module, modules)) return `__export(exports, ${exports});\n${code}`
  const values = exports.replaceAll(/: \(\) => /g, ': ').replace('{', '{ __esModule: true,')
  return `${code}\nmodule.exports = ${values};`
}

function isInCircle(module: PackedModule, modules: Packing['modules']): boolean {
  const seen = new Set<string>()
  const reaches = (id: string): boolean => {
    if (id === module.id) return true
    if (seen.has(id)) return false
    seen.add(id)
    return modules.get(id)!.imports.some(reaches)
  }
  return module.imports.some(reaches)
}
