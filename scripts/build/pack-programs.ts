import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transform } from 'esbuild'
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

/** Writes a pack of some modules, and gives a digest of it. */
export async function writePack(name: string, ids: Iterable<string>, { modules, target }: Packing): Promise<string> {
  const members = [...ids].map(
    (id) => `${JSON.stringify(id)}(require, exports, module, locate) {${writeBody(modules.get(id)!, modules)}\n}`,
  )
  const text = `'use strict'; pack = ({ __export, __reExport, __toESM, importModule }) => ({${members.join(',\n')}})`
  const minified = await transform(text, { minify: true, target: 'node22', charset: 'ascii', legalComments: 'none' })
  // A script gives the value of its last expression; one that nobody takes would have been dropped.
  const code = escapeOthers(minified.code.replace('pack=', ''))
  mkdirSync(target, { recursive: true })
  writeFileSync(join(target, `${name}.js`), code)
  return createHash('sha256').update(code).digest('hex').slice(0, 16)
}

// Packs are read byte by byte. Only patterns still hold other characters, and they know them by number too.
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
