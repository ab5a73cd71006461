// Builds dist: the library by tsc, and each program of the package as one bundle whose lazy parts stay lazy.
import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const programs = { hookline: 'src/cli/main.ts', ccc: 'src/cli/ccc-main.ts' }

rmSync(resolve(root, 'dist'), { recursive: true, force: true })
compileLibrary()
await bundlePrograms()

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
    keepNames: true,
    logLevel: 'warning',
  })
  for (const name of Object.keys(programs)) chmodSync(resolve(root, 'dist/bin', `${name}.js`), 0o755)
}
