// Builds dist: the library by tsc, each program of the package as one bundle whose lazy parts stay lazy, and the live page.
import { spawnSync } from 'node:child_process'
import { chmodSync, readdirSync, rmSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { buildWeb } from './build-web.ts'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const programs = { hookline: 'src/cli/main.ts', ccc: 'src/cli/ccc-main.ts' }

// A part may hold its own copy of what others hold too only where no class or state of it is compared with theirs.
const selfContained = /^(review|command-reviewer)-[A-Z0-9]+\.js$/

rmSync(resolve(root, 'dist'), { recursive: true, force: true })
compileLibrary()
await bundlePrograms()
await flattenPrograms()
await buildWeb(resolve(root, 'dist/web'))

function compileLibrary(): void {
  const tsc = resolve(root, 'node_modules/.bin/tsc')
  const { status } = spawnSync(tsc, ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

// A start of the program is a start of every hook that calls it: what a command does not need, it must not load.
async function bundlePrograms(): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: programs,
    outdir: 'dist/bin',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    mainFields: ['module', 'main'],
    charset: 'utf8',
    legalComments: 'none',
    minifySyntax: true,
    minifyWhitespace: true,
    plugins: [takeBuiltinsDirectly()],
    logLevel: 'warning',
  })
}

// What a program loads at once becomes one file, since each further one costs a look-up at every start.
async function flattenPrograms(): Promise<void> {
  const names = Object.keys(programs)
  const parts = readdirSync(resolve(root, 'dist/bin')).filter((file) => selfContained.test(file))
  const files = [...names.map((name) => `${name}.js`), ...parts]
  await build({
    absWorkingDir: root,
    entryPoints: files.map((file) => `dist/bin/${file}`),
    outdir: 'dist/bin',
    allowOverwrite: true,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node22',
    charset: 'utf8',
    minifySyntax: true,
    minifyWhitespace: true,
    plugins: [leaveLazyParts()],
    // Imports of parts that nothing is taken from are dropped, which is told as a warning for each.
    logLevel: 'error',
  })
  for (const name of names) chmodSync(resolve(root, 'dist/bin', `${name}.js`), 0o755)
}

function leaveLazyParts(): Plugin {
  return {
    name: 'leave-lazy-parts',
    setup({ onResolve }) {
      onResolve({ filter: /./ }, ({ path, kind }) => (kind === 'dynamic-import' ? { path, external: true } : undefined))
    },
  }
}

// An import of a builtin module reads every one of its exports, and some of them load further modules when they are read.
// Taken directly, only what is used is read.
function takeBuiltinsDirectly(): Plugin {
  const names = new Set(builtinModules)
  return {
    name: 'take-builtins-directly',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /./ }, ({ path, kind }) => {
        const name = path.replace(/^node:/, '')
        if (kind !== 'import-statement' || !(names.has(name) || names.has(path))) return undefined
        return { path: `node:${name}`, namespace: 'builtin', sideEffects: false }
      })
      onLoad({ filter: /./, namespace: 'builtin' }, async ({ path }) => ({ contents: await writeBuiltin(path) }))
    },
  }
}

async function writeBuiltin(path: string): Promise<string> {
  const names = Object.keys(await import(path)).filter((name) => /^[a-z_$][\w$]*$/i.test(name) && name !== 'default')
  const exports = names.map(
    (name) => `const own_${name} = /* @__PURE__ */ (() => builtin.${name})()\nexport { own_${name} as ${name} }`,
  )
  const take = `const builtin = /* @__PURE__ */ process.getBuiltinModule(${JSON.stringify(path)})\nexport default builtin`
  return [take, ...exports].join('\n')
}
