// Builds the live page: types are checked, then everything becomes one script and one style sheet.
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { build } from 'esbuild'

const root = resolve(import.meta.dirname, '..')

/** Checks the page and writes it to a folder: `index.html`, `app.js`, `app.css`. Throws when its types do not fit. */
export async function buildWeb(folder: string): Promise<void> {
  checkTypes()
  mkdirSync(folder, { recursive: true })
  await build({
    absWorkingDir: root,
    entryPoints: { app: 'web/main.tsx' },
    outdir: folder,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'utf8',
    legalComments: 'none',
    logLevel: 'warning',
  })
  copyFileSync(join(root, 'web/index.html'), join(folder, 'index.html'))
}

function checkTypes(): void {
  const tsc = join(root, 'node_modules/.bin/tsc')
  const { status, stdout } = spawnSync(tsc, ['-p', 'web', '--noEmit'], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(`the page does not compile:\n${stdout}`)
}
