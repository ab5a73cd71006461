import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Row } from './row.ts'

const rounds = 60
const programs = resolve(import.meta.dirname, '../dist/bin')

interface Measured {
  file: string
  args: readonly string[]
  env: Record<string, string>
  stdin: string
  /** What it must print, so that a failure is not taken for speed. */
  prints: RegExp
}

/** What the supervisor and a fire without hooks cost beside a bare start of Node, by turns with it in one run. */
export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-bench-'))
  try {
    const cases = prepareCases(folder)
    const guard = await besideBare(cases, ['guard'])
    const capped = await besideBare(cases, ['capped'])
    const fire = await besideBare(cases, ['fire'])
    const guarded = await besideBare(cases, ['guarded'])
    const { review, spawning, reviewer, bare } = await besideBare(cases, ['review', 'spawning', 'reviewer'])
    return [
      compare('supervisor-hook, the guard answers', 1.15, [guard.guard!, guard.bare!]),
      compare('supervisor-hook, the cap answers', 1.15, [capped.capped!, capped.bare!]),
      compare('fire without a matching hook', 1.15, [fire.fire!, fire.bare!]),
      compare('fire with a shell command that the built-in guard reads, and no matching hook', 2.5, [
        guarded.guarded!,
        guarded.bare!,
      ]),
      compareReview(review! - reviewer!, bare!),
      compare("a bare Node that runs the reviewer by node:child_process, less the reviewer's own time", 1.3, [
        spawning! - reviewer!,
        bare!,
      ]),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The medians of some cases and of a bare start, by turns: each is measured as warm as what it is compared with. */
async function besideBare(cases: Record<string, Measured>, names: readonly string[]): Promise<Record<string, number>> {
  const all = ['bare', ...names]
  const ms = new Map(all.map((name): [string, number[]] => [name, []]))
  for (let round = -10; round < rounds; round++) {
    for (const name of all) {
      const taken = await time(cases[name]!)
      if (round >= 0) ms.get(name)!.push(taken)
    }
  }
  return Object.fromEntries([...ms].map(([name, taken]) => [name, median(taken)]))
}

function prepareCases(folder: string): Record<string, Measured> {
  const write = (name: string, text: string): string => {
    const path = join(folder, name)
    mkdirSync(resolve(path, '..'), { recursive: true })
    writeFileSync(path, text, { mode: 0o755 })
    return path
  }
  const reviewer = write('reviewer.sh', `#!/bin/sh\ncat >/dev/null\necho '{"allow_stop": true, "feedback": "ok"}'\n`)
  write('capped/ccc.json', '{"supervisor": {"max_iterations": 1}}')
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, CCC_SUPERVISOR_ID: 'bench' }
  const hook = (args: string[], more: Record<string, string>, prints: RegExp): Measured => ({
    file: process.execPath,
    args: [join(programs, 'ccc.js'), 'supervisor-hook', ...args],
    env: { ...env, ...more },
    stdin: '{"session_id":"bench","hook_event_name":"Stop","stop_hook_active":false}\n',
    prints,
  })
  const config = write(
    'hooks.json',
    '{"hooks": {"PostToolUse": [{"hooks": [{"type": "command", "command": "true"}]}]}}',
  )
  const call = (name: string, command: string): string =>
    write(
      name,
      JSON.stringify({
        hook_event_name: 'PreToolUse',
        session_id: 's',
        tool_name: 'Bash',
        tool_input: { command },
      }),
    )
  const fire = (event: string): Measured => ({
    file: process.execPath,
    args: [join(programs, 'hookline.js'), 'fire', '--json', '--event', event, '--config', config],
    env,
    stdin: '',
    prints: /"decision": null/,
  })
  let session = 0
  const review = ['--reviewer', `command:${reviewer}`]
  return {
    bare: { file: process.execPath, args: [write('empty.cjs', '')], env, stdin: '', prints: /^$/ },
    guard: hook([], { CCC_SUPERVISOR_HOOK: '1' }, /called from supervisor hook/),
    capped: hook(review, { CCC_CONFIG_DIR: join(folder, 'capped') }, /not reviewed any more|"ok"/),
    fire: fire(call('plain.json', 'git status')),
    guarded: fire(call('compound.json', 'npm test 2>&1 | tail -20')),
    get review() {
      return hook([...review, '--session-id', `bench-${session++}`], {}, /"ok"/)
    },
    spawning: {
      file: process.execPath,
      args: [write('spawning.cjs', spawning(reviewer))],
      env,
      stdin: '',
      prints: /ok/,
    },
    reviewer: { file: '/bin/sh', args: ['-c', reviewer], env, stdin: '{}', prints: /ok/ },
  }
}

// The least that a review by a program can take: nothing is counted, recorded or watched over.
function spawning(reviewer: string): string {
  return `const { spawn } = require('node:child_process')
    const child = spawn('/bin/sh', ['-c', ${JSON.stringify(reviewer)}])
    let text = ''
    child.stdout.on('data', (chunk) => { text += chunk })
    child.on('close', () => { process.stdout.write(text) })
    child.stdin.end('{}')`
}

async function time({ file, args, env, stdin, prints }: Measured): Promise<number> {
  const started = performance.now()
  const child = spawn(file, args, { env, stdio: ['pipe', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  child.stdin.on('error', () => {})
  child.stdin.end(stdin)
  await once(child, 'close')
  const taken = performance.now() - started
  if (!prints.test(output)) throw new Error(`${args.join(' ')} printed ${output}`)
  return taken
}

function compare(measure: string, goal: number, [ours, bare]: [number, number]): Row {
  const got = `${(ours / bare).toFixed(2)}x (${ours.toFixed(1)} ms against ${bare.toFixed(1)} ms)`
  return { measure: `${measure}, against a bare start of Node`, goal: `<= ${goal}x`, got, met: ours / bare <= goal }
}

function compareReview(own: number, bare: number): Row {
  return compare("supervisor-hook with a program as reviewer, less the reviewer's own time", 1.3, [own, bare])
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
