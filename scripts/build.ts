// Builds dist: the library by tsc, the programs of the package as packs of modules behind two small files that start them,
// and the live page.
import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { transform } from 'esbuild'
import { collectModules, type Pack, type Packing, writePack } from './build/pack-programs.ts'
import { type SampleCall, traceCall } from './build/trace-call.ts'
import { buildWeb } from './build-web.ts'

const root = resolve(import.meta.dirname, '..')
const target = resolve(root, 'dist/bin')

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

/** The packs of a command that is started again and again while an agent works, each with the modules that some calls need. */
interface FrequentCommand {
  /** The pack that it begins with: what `calls` need is one piece in it, what `also` need besides stands beside it. */
  first: { name: string; calls: SampleCall[]; also?: SampleCall[] }
  /** Those after it, in the order in which they are looked into. */
  others: Record<string, SampleCall[]>
}

const frequent: Record<string, FrequentCommand> = {
  fire: {
    first: { name: 'fire-quiet', calls: [fireQuiet('--json')], also: [fireQuiet('--reply', 'claude')] },
    others: { fire: [fire('Read')], 'fire-shell': [fire('Bash')], 'fire-hooks': [fire('Write')] },
  },
  'supervisor-hook': {
    first: {
      name: 'supervisor-state',
      calls: [
        superviseStop([], { CCC_SUPERVISOR_HOOK: '1' }),
        {
          ...superviseStop([], { CCC_SUPERVISOR_ID: 's' }),
          after: { program: 'ccc.js', args: ['supervisor-mode', 'off'], env: { CCC_SUPERVISOR_ID: 's' } },
        },
      ],
    },
    others: {
      'supervisor-review': [
        superviseStop(['--reviewer', `command:echo '{"allow_stop":true}'`], { CCC_SUPERVISOR_ID: 's' }),
      ],
    },
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
  const rest = await writePack('rest', { ids: packing.modules.keys(), followers: [] }, packing)
  // Without packs of its own a command shows all the modules it needs.
  await writeStarters({ rest })
  // What was written just now is not relied on by a call that remembers it.
  await setTimeout(500)
  const firsts: Record<string, Pack> = { rest }
  for (const [name, command] of Object.entries(frequent)) {
    firsts[name] = await packSamples(command, { packing, rest })
  }
  await writeStarters(firsts)
}

/** Writes the packs of a command, and gives the first of them. */
async function packSamples(
  { first, others }: FrequentCommand,
  { packing, rest }: { packing: Packing; rest: Pack },
): Promise<Pack> {
  const packed = new Set<string>()
  const trace = (calls: readonly SampleCall[] = []): Set<string> => {
    const fresh = new Set(calls.flatMap((call) => traceCall(call, target)).filter((id) => !packed.has(id)))
    for (const id of fresh) packed.add(id)
    return fresh
  }
  const content = { flat: trace(first.calls), ids: trace(first.also) }
  const contents = Object.entries(others).map(([name, calls]) => ({ name, ids: trace(calls) }))
  const followers = await Promise.all(contents.map(({ name, ids }) => writePack(name, { ids }, packing)))
  return writePack(first.name, { ...content, followers: [...followers, rest] }, packing)
}

// Every call of a program compiles its starter anew; all else is kept compiled by the starter.
async function writeStarters(firsts: Record<string, Pack>): Promise<void> {
  const packs = Object.fromEntries(
    Object.entries(firsts).map(([command, { name, digest }]) => [command, [name, digest]]),
  )
  const write = async (source: string, file: string, define: Record<string, string> = {}): Promise<void> => {
    const text = readFileSync(resolve(import.meta.dirname, 'build', source), 'utf8')
    const { code } = await transform(text, { minify: true, target: 'node22', define })
    writeFileSync(resolve(target, file), code)
  }
  for (const name of ['hookline', 'ccc']) {
    await write('starter.cjs', `${name}.js`, { PROGRAM: JSON.stringify(name), PACKS: JSON.stringify(packs) })
    chmodSync(resolve(target, `${name}.js`), 0o755)
  }
  await write('keep-compiled.cjs', 'keep-compiled.js')
  // Node starts CommonJS sooner.
  writeFileSync(resolve(target, 'package.json'), '{ "type": "commonjs" }\n')
}
