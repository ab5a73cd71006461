import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { root } from './source-files.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-types-'))
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the public types', () => {
  it('compile as they are used, and refuse what they should', async () => {
    expect(await compile(join(root, 'test/architecture/public-types.ts'))).toEqual([])
  })

  it('are really compiled: without the marks every expected error is reported', async () => {
    const text = await readFile(join(root, 'test/architecture/public-types.ts'), 'utf8')
    const marks = text.match(/^\/\/ @ts-expect-error/gm)?.length ?? 0
    expect(marks).toBeGreaterThan(5)
    const bare = text
      .replace(/^\/\/ @ts-expect-error/gm, '// an error:')
      .replaceAll("'../../src/", `'${relative(folder, root)}/src/`)
    await writeFile(join(folder, 'bare.ts'), bare)
    const errors = await compile(join(folder, 'bare.ts'))
    expect(new Set(errors.map((line) => /\((\d+),/.exec(line)?.[1])).size).toBe(marks)
  })
})

/** What the compiler says about one file; what it says about others is the business of `npm run check`. */
async function compile(file: string): Promise<string[]> {
  const config = join(folder, 'tsconfig.json')
  const compilerOptions = { typeRoots: [join(root, 'node_modules/@types')] }
  const settings = { extends: join(root, 'tsconfig.json'), compilerOptions, files: [file], include: [] }
  await writeFile(config, JSON.stringify(settings))
  const output = await new Promise<string>((resolve) => {
    execFile(join(root, 'node_modules/.bin/tsc'), ['-p', config], { cwd: root }, (_, stdout) => resolve(stdout))
  })
  return output.split('\n').filter((line) => line.includes('error TS') && line.includes(basename(file)))
}
