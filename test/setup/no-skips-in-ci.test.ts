import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ProgramResult, runProgram } from './run-program.ts'

const here = dirname(fileURLToPath(import.meta.url))
const root = resolve(here, '../..')

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hookline-skips-'))
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('with CI set', () => {
  it('a run with a skipped test fails and names it', async () => {
    const { code, stderr } = await runVitest("it('stands', () => {})\nit.skip('is left out', () => {})")
    expect(code).toBe(1)
    expect(stderr).toContain('some.test.js > is left out')
  })

  it('a run without one passes', async () => {
    expect(await runVitest("it('stands', () => {})")).toMatchObject({ code: 0 })
  })
})

function runVitest(tests: string): Promise<ProgramResult> {
  writeFileSync(join(folder, 'some.test.js'), `import { it } from 'vitest'\n${tests}\n`)
  const args = [join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--root', folder]
  const reporters = ['--reporter=default', `--reporter=${join(here, 'no-skips-in-ci.ts')}`]
  return runProgram(process.execPath, [...args, ...reporters], { cwd: folder })
}
