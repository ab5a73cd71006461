import { readFile } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { build, transform } from 'esbuild'

/** A module as it stands in a pack: the body of a function of `require`, `exports`, `module` and `locate`. */
export interface PackedModule {
  /** Where it lies under the sources, or the name of its package. */
  id: string
  code: string
  /** What it exports, as the properties of an object of functions; undefined when the code sees to it. */
  exports?: string
  /** The ids of the modules it takes names from. */
  imports: string[]
  /** The ids of the modules that it may load later. */
  loads: string[]
}

/**
 * Writes one of our modules for a pack. What it imports, be it ours, a package or a part of Node, is evaluated when one of its
 * names is first used rather than when it is imported: a call pays for what it needs, and sources need no care about it.
 * Modules imported for their effects alone, or as a namespace, are evaluated with their importer.
 */
export async function writeModule(id: string, { sources, bundled }: ModulePlace): Promise<PackedModule> {
  const path = resolve(sources, id)
  const { code } = await transform(await readFile(path, 'utf8'), {
    loader: 'ts',
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    sourcefile: path,
    define: { 'import.meta.url': 'own_url' },
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
  })
  const imports = new Set<string>()
  const loads = new Set<string>()
  const { body, getters } = takeHead(code, path)
  // What it takes from others and gives on is asked for when somebody asks for it.
  const passesOn = /=> import_|__reExport\(/.test(`${getters}${body}`)
  const resolved = `${passesOn ? `__export(exports, ${getters});` : ''}\n${body}`.replaceAll(
    /\b(require|import)\("([^"]+)"\)/g,
    (call, kind, name: string) => {
      const own = name.startsWith('.') ? relative(sources, resolve(dirname(path), name)) : name
      if (own === name && !bundled.includes(name)) return call
      ;(kind === 'import' ? loads : imports).add(own)
      return kind === 'import' ? `Promise.resolve().then(() => require("${own}"))` : `require("${own}")`
    },
  )
  const written = importOnUse(resolved)
    .replaceAll(/\bown_url\b/g, `locate("${id}")`)
    // Only a file that Node itself has loaded can import without a warning.
    .replaceAll(/\bimport\(/g, 'importModule(')
  return { id, code: written, ...(!passesOn && { exports: getters }), imports: [...imports], loads: [...loads] }
}

export interface ModulePlace {
  /** The folder of all our modules. */
  sources: string
  /** The packages that stand in packs too. */
  bundled: readonly string[]
}

/** Writes a package for a pack, as one module. */
export async function writePackage(name: string, root: string): Promise<PackedModule> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from ${JSON.stringify(name)}`, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    mainFields: ['module', 'main'],
    legalComments: 'none',
  })
  return { id: name, code: outputFiles[0]!.text, imports: [], loads: [] }
}

// What esbuild writes at the head of each file it turns into CommonJS is given to all modules of a pack instead.
function takeHead(code: string, path: string): { body: string; getters: string } {
  const head =
    /^var (\w+_exports) = \{\};\n__export\(\1, (\{[\s\S]*?^\})\);\nmodule\.exports = __toCommonJS\(\1\);$/m.exec(code)
  if (!head) throw new Error(`${path} exports nothing, or esbuild writes exports in a new form`)
  const [all, name, getters] = head
  const body = code.slice(head.index + all.length).replaceAll(`__reExport(${name}, `, '__reExport(exports, ')
  return { body: body.replace(/^\/\/ Annotate the CommonJS export names[\s\S]*$/m, ''), getters: getters! }
}

/** Turns what is taken from other modules into what is taken when it is used. */
export function importOnUse(code: string): string {
  return [...code.matchAll(/^var (import_\w+) = (.*\brequire\("[^"]+"\).*);$/gm)].reduce(
    (text, [line, name, value]) => {
      const used = text.replaceAll(new RegExp(`\\b${name}(?=\\.)`, 'g'), `(${name}())`)
      if (used === text) return text
      return used.replace(line, `var of_${name};\nfunction ${name}() { return of_${name} ??= ${value}; }`)
    },
    code,
  )
}
