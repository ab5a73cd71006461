import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProgramResult, runProgram } from '../setup/run-program.ts'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const sources = ['src', 'web', 'scripts', 'package.json', 'tsconfig.json', 'tsconfig.build.json', ...manifest.files]

let work: string
let consumer: string
let packed: { filename: string; files: { path: string }[] }

// Packed from a copy: packing builds, and a build here would pull `dist` from under other tests.
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'hookline-package-'))
  const copy = join(work, 'copy')
  for (const name of sources.filter((file: string) => file !== 'dist')) {
    cpSync(join(root, name), join(copy, name), { recursive: true })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const pack = await runNpm(['pack', '--json', '--pack-destination', work], copy)
  expect(pack, pack.stderr).toMatchObject({ code: 0 })
  packed = JSON.parse(pack.stdout.slice(pack.stdout.indexOf('[')))[0]
  consumer = join(work, 'consumer')
  mkdirSync(consumer)
  writeFileSync(join(consumer, 'package.json'), '{"name": "consumer", "private": true, "type": "module"}')
  // The dependencies come from here, so that the test needs neither network nor cache.
  const dependencies = listDependencies().map((name) => join(root, 'node_modules', name))
  const flags = ['--offline', '--install-links', '--no-audit', '--no-fund', '--ignore-scripts']
  const install = await runNpm(['install', ...flags, join(work, packed.filename), ...dependencies], consumer)
  expect(install, install.stderr).toMatchObject({ code: 0 })
}, 240_000)

afterAll(() => rmSync(work, { recursive: true, force: true }))

describe('the package', () => {
  it('holds what it needs and neither tests nor sources', () => {
    const paths = packed.files.map(({ path }) => path)
    for (const needed of [
      'dist/index.js',
      'dist/index.d.ts',
      'dist/bin/hookline.js',
      'dist/bin/ccc.js',
      'dist/web/app.js',
      'LICENSE',
    ]) {
      expect(paths).toContain(needed)
    }
    expect(paths.filter((path) => path.startsWith('schemas/')).length).toBeGreaterThan(10)
    expect(paths.filter((path) => /\.test\.|^(test|src|scripts|bench)\//.test(path))).toEqual([])
    expect(paths.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts'))).toEqual([])
  })

  it('depends on nothing but what its manifest says', () => {
    const lock = JSON.parse(readFileSync(join(consumer, 'node_modules/.package-lock.json'), 'utf8'))
    const installed = Object.keys(lock.packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13))
    expect([...new Set(installed)].sort()).toEqual(['hookline', ...listDependencies()].sort())
  })

  it('runs as a program', async () => {
    const { code, stdout, stderr } = await runProgram(
      join(consumer, 'node_modules/.bin/hookline'),
      ['events', '--json'],
      {
        cwd: consumer,
        env: withOwnNode(),
      },
    )
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('PreToolUse')
  })

  it('works as a library', async () => {
    writeFileSync(
      join(consumer, 'guard.js'),
      `import { createHooks } from 'hookline'
       import { fireEvent } from 'hookline/engine'
       import stop from 'hookline/schemas/stop.schema.json' with { type: 'json' }
       const hooks = await createHooks({ PreToolUse: [{ matcher: 'Bash', hooks: [{ command: 'echo no >&2; exit 2' }] }] })
       const call = { toolName: 'Bash', toolUseId: '1', toolInput: { command: 'ls' } }
       const { decision, reason } = await hooks.session().fire('PreToolUse', call)
       await hooks.close()
       console.log(JSON.stringify({ decision, reason, engine: typeof fireEvent, schema: stop.title }))`,
    )
    const { code, stdout, stderr } = await runProgram(process.execPath, ['guard.js'], { cwd: consumer })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({ decision: 'deny', reason: 'no', engine: 'function', schema: 'Stop' })
  })

  it('has types that resolve', async () => {
    const strict = { module: 'nodenext', target: 'es2024', strict: true, noEmit: true, types: [], skipLibCheck: false }
    writeFileSync(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions: strict, files: ['use.ts'] }))
    writeFileSync(
      join(consumer, 'use.ts'),
      `import { createHooks, defineHooks, HookEvent, type Verdict } from 'hookline'
       import { createHookIndex } from 'hookline/engine'
       const config = defineHooks({ [HookEvent.PreToolUse]: [async ({ toolName }) => ({ action: toolName ? 'continue' : 'skip' })] })
       const hooks = await createHooks(config)
       const verdict: Verdict<'Stop'> = await hooks.session().fire('Stop', { stopReason: 'x', stepCount: 1, stopHookActive: false, stopBlockCount: 0 })
       export const first: 'deny' | 'ask' | 'allow' | null = verdict.decision
       export const index = createHookIndex([])
       // @ts-expect-error there is no such event
       export const none = HookEvent.Nothing`,
    )
    const nodeTypes = join(consumer, 'node_modules/@types')
    mkdirSync(nodeTypes)
    symlinkSync(join(root, 'node_modules/@types/node'), join(nodeTypes, 'node'))
    const { stdout } = await runProgram(
      join(root, 'node_modules/.bin/tsc'),
      ['-p', 'tsconfig.json', '--types', 'node'],
      {
        cwd: consumer,
      },
    )
    const errors = stdout.split('\n').filter((line) => line.includes('error TS'))
    expect(errors.filter((line) => !line.includes('@types/node'))).toEqual([])
  })
})

/** Every package that the manifest's dependencies come to, theirs and their peers included. */
function listDependencies(): string[] {
  const found = new Set<string>()
  const open: string[] = Object.keys(manifest.dependencies)
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue
    found.add(name)
    const read = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'))
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {}, optionalDependencies = {} } = read
    const peers = Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional)
    // Binaries for other platforms are not installed.
    const binaries = Object.keys(optionalDependencies).filter((one) => existsSync(join(root, 'node_modules', one)))
    open.push(...Object.keys(dependencies), ...peers, ...binaries)
  }
  return [...found]
}

// npm and what it starts must find the Node that runs this test, whatever the machine's own is.
function withOwnNode(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) }
}

function runNpm(args: string[], cwd: string): Promise<ProgramResult> {
  return runProgram('npm', args, { cwd, env: withOwnNode(), timeoutMs: 200_000 })
}
