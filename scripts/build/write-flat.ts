import { readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { importOnUse, type ModulePlace } from './write-module.ts'

/** Modules as one piece of code. */
export interface FlatModules {
  code: string
  /** For each of them, what gives its exports to modules outside the piece. */
  modules: Map<string, string>
}

/**
 * Writes modules that one call needs, all of them, as one piece of code: without a function and an object for each, they are
 * there sooner. What they import besides is loaded when one of its names is first used.
 */
export async function writeFlat(ids: ReadonlySet<string>, { sources }: ModulePlace): Promise<FlatModules> {
  const own = [...ids].filter((id) => isPlain(id, sources))
  const { outputFiles } = await build({
    stdin: {
      contents: [
        ...own.map((id, at) => `import * as module_${at} from ${JSON.stringify(`./${id}`)}`),
        `provide({${own.map((id, at) => `${JSON.stringify(id)}: module_${at}`).join()}})`,
      ].join('\n'),
      resolveDir: sources,
      sourcefile: resolve(sources, 'flat.ts'),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    logLevel: 'warning',
    plugins: [takeOnly(new Set(own), sources)],
  })
  return separate(outputFiles[0]!.text)
}

// Packages have forms of their own, and a module that asks for its address would be told that of the piece.
function isPlain(id: string, sources: string): boolean {
  return id.endsWith('.ts') && !readFileSync(resolve(sources, id), 'utf8').includes('import.meta')
}

function takeOnly(ids: ReadonlySet<string>, sources: string): Plugin {
  return {
    name: 'take-only',
    setup({ onResolve }) {
      onResolve({ filter: /.*/ }, ({ path, importer, kind }) => {
        if (kind === 'entry-point') return undefined
        if (!path.startsWith('.')) return { path, external: true }
        const id = relative(sources, resolve(dirname(importer), path))
        return kind !== 'dynamic-import' && ids.has(id)
          ? { path: resolve(sources, id) }
          : { path: id, external: true, sideEffects: false }
      })
    },
  }
}

// What esbuild writes for a module that is asked for as a whole is put together only when somebody asks.
function separate(text: string): FlatModules {
  const wholes = new Map<string, string>()
  const bare = text.replaceAll(
    /^var (\w+_exports\d*) = \{\};\n__export\(\1, (\{[\s\S]*?^\})\);$/gm,
    (_, name, getters) => {
      wholes.set(name, getters.replaceAll(/^(\s*)([\w$]+): \(\) => ([\w$.]+)(,?)$/gm, '$1get $2() { return $3; }$4'))
      return ''
    },
  )
  const provided = /^provide\(\{([\s\S]*?)\}\);$/m.exec(bare)
  if (!provided) throw new Error('esbuild writes flat modules in a new form')
  const exported = [...provided[1]!.matchAll(/"([^"]+)": (\w+_exports\d*)/g)].map(([, id, name]): [string, string] => {
    const whole = wholes.get(name!)
    if (whole === undefined) throw new Error(`${id} exports nothing, or esbuild writes exports in a new form`)
    return [id!, `module.exports = ${whole.replace('{', '{ __esModule: true,')};`]
  })
  const pieces = [bare.replace(provided[0], ''), ...exported.map(([, body]) => body)].join(seam)
  const [code, ...bodies] = importOnUse(pieces)
    .replaceAll(/\bimport\("([^"]+\.ts)"\)/g, 'Promise.resolve().then(() => require("$1"))')
    .replaceAll(/\bimport\(/g, 'importModule(')
    .split(seam)
  return { code: dropHelpers(code!), modules: new Map(exported.map(([id], at) => [id, bodies[at]!])) }
}

const seam = '\n// ---- seam ----\n'

// They are given to all packs alike.
function dropHelpers(code: string): string {
  return code.replace(/^[\s\S]*?(?=^\/\/ src\/|^\/\/ \S+\.ts$)/m, '')
}
