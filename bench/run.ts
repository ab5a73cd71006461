// Runs every bench/*.bench.ts (or those whose name holds one of the given words), prints one table and,
// when all ran, writes it to docs/benchmarks.md.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Row } from './row.ts'

const words = process.argv.slice(2)
process.env['XDG_STATE_HOME'] = mkdtempSync(join(tmpdir(), 'hookline-bench-state-')) // sessions are recorded there
delete process.env['NODE_EXTRA_CA_CERTS'] // it slows the start of every child and says nothing about us
const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.bench.ts'))
const chosen = words.length === 0 ? files : files.filter((name) => words.some((word) => name.includes(word)))
if (chosen.length === 0) throw new Error(`no benchmark matches ${words.join(' ')}; there are ${files.join(', ')}`)

const rows: Row[] = []
for (const file of chosen.sort()) {
  process.stderr.write(`${file} …\n`)
  const bench = (await import(`./${file}`)) as { run(): Promise<Row[]> }
  rows.push(...(await bench.run()))
}

const table = [
  '| measure | goal | got | met |',
  '|---|---|---|---|',
  ...rows.map((row) => `| ${row.measure} | ${row.goal} | ${row.got} | ${row.met ? 'yes' : '**no**'} |`),
].join('\n')
console.log(table)

if (words.length === 0) {
  const intro = [
    '# Benchmarks',
    '',
    'Written by `npm run bench`. Every ratio is taken side by side with its alternative in one interleaved run on one',
    'machine; absolute times are given only to show the order of magnitude.',
  ].join('\n')
  writeFileSync(new URL('../docs/benchmarks.md', import.meta.url), `${intro}\n\n${table}\n`)
}

rmSync(process.env['XDG_STATE_HOME'], { recursive: true, force: true })
