// Builds dist: the library by tsc, the programs of the package as packs of modules behind two small files that start them,
// and the live page.
import { spawnSync } from 'node:child_process'
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { build } from 'esbuild'
import { collectModules, type Packing, writePack } from './build/pack-programs.ts'
import { type SampleCall, traceCall } from './build/trace-call.ts'
import { buildWeb } from './build-web.ts'

const root = resolve(import.meta.dirname, '..')
const target = resolve(root, 'dist/bin')
const starters = { hookline: 'src/cli/main.ts', ccc: 'src/cli/ccc-main.ts' }

// Small packages that a call may need at once; the others are large, and taken from where they are installed.
const bundled = ['jsonc-parser', 'jsonrepair', 'smol-toml', 'unbash']

const fire = (tool: string, config = 'sample-hooks.json', more = ['--json']): SampleCall => ({
  program: 'hookline.js',
  args: ['fire', '--event', '-', '--config', resolve(import.meta.dirname, 'build', config), ...more],
  stdin: `{"hook_event_name":"PreToolUse","session_id":"s","tool_name":"${tool}","tool_input":{"command":"ls"}}`,
})
// Nothing is configured for the event, and the call before has found that out.
const fireQuiet = (...more: string[]): SampleCall => {
  const sample = fire('Bash', 'sample-stop-hook.json', more)
  return { ...sample, after: sample, without: 'hooks/create-hooks.ts' }
}
const superviseStop = (args: string[], env: Record<string, string>): SampleCall => ({
  program: 'ccc.js',
  args: ['supervisor-hook', ...args],
  stdin: '{"session_id":"s","hook_event_name":"Stop"}',
  env,
})

/**
 * The commands that are started again and again while an agent works. Each has packs of its own, one after the other, with the
 * modules that these calls need: such a call reads little more than what it uses.
 */
const frequent: Record<string, Record<string, SampleCall[]>> = {
  fire: {
    'fire-quiet': [fireQuiet('--json'), fireQuiet('--reply', 'claude')],
    fire: [fire('Read')],
    'fire-shell': [fire('Bash')],
    'fire-hooks': [fire('Write')],
  },
  'supervisor-hook': {
    'supervisor-state': [
      superviseStop([], { CCC_SUPERVISOR_HOOK: '1' }),
      {
        ...superviseStop([], { CCC_SUPERVISOR_ID: 's' }),
        after: { program: 'ccc.js', args: ['supervisor-mode', 'off'], env: { CCC_SUPERVISOR_ID: 's' } },
      },
    ],
    'supervisor-review': [
      superviseStop(['--reviewer', `command:echo '{"allow_stop":true}'`], { CCC_SUPERVISOR_ID: 's' }),
    ],
  },
}

rmSync(resolve(root, 'dist'), { recursive: true, force: true })
compileLibrary()
await packPrograms()
await buildWeb(resolve(root, 'dist/web'))

function compileLibrary(): void {
  const tsc = resolve(root, 'node_modules/.bin/tsc')
  const { status } = spawnSync(tsc, ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

async function packPrograms(): Promise<void> {
  const packing = await collectModules('cli/programs.ts', { root, sources: resolve(root, 'src'), target, bundled })
  const rest = { name: 'rest', digest: await writePack('rest', packing.modules.keys(), packing) }
  // Without packs of its own a command shows all the modules it needs.
  await bundleStarters({ rest: [rest] })
  // What was written just now is not relied on by a call that remembers it.
  await setTimeout(500)
  const packs: Packs = { rest: [rest] }
  for (const [command, samples] of Object.entries(frequent)) {
    packs[command] = [...(await packSamples(samples, packing)), rest]
  }
  await bundleStarters(packs)
}

async function packSamples(samples: Record<string, SampleCall[]>, packing: Packing): Promise<Pack[]> {
  const packs: Pack[] = []
  const packed = new Set<string>()
  for (const [name, calls] of Object.entries(samples)) {
    const ids = calls.flatMap((call) => traceCall(call, target)).filter((id) => !packed.has(id))
    packs.push({ name, digest: await writePack(name, new Set(ids), packing) })
    for (const id of ids) packed.add(id)
  }
  return packs
}

interface Pack {
  name: string
  /** Of its content. */
  digest: string
}

/** The packs of a command, in the order in which they are looked into. */
type Packs = Record<string, Pack[]>

// Every call of a program compiles its starter anew; all else is kept compiled by the starter.
async function bundleStarters(packs: Packs): Promise<void> {
  await build({
    absWorkingDir: root,
    outdir: target,
    entryPoints: { ...starters, seldom: resolve(import.meta.dirname, 'build/seldom.js') },
    bundle: true,
    // Node starts CommonJS sooner.
    format: 'cjs',
    platform: 'node',
    target: 'node22',
    define: { packs: JSON.stringify(packs) },
    external: ['./seldom.js'],
    minify: true,
    logLevel: 'warning',
    plugins: [
      {
        name: 'start-from-packs',
        setup({ onResolve }) {
          const path = resolve(import.meta.dirname, 'build/start-packed.js')
          onResolve({ filter: /\/start-program\.ts$/ }, () => ({ path }))
        },
      },
    ],
  })
  writeFileSync(resolve(target, 'package.json'), '{ "type": "commonjs" }\n')
  for (const name of Object.keys(starters)) chmodSync(resolve(target, `${name}.js`), 0o755)
}
