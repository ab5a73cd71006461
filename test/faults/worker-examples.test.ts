import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/dialects/index.ts'
import { codeBlocks, readPage, root } from '../docs/markdown-files.ts'
import { ask, openWorker, summarize } from './worker-hooks.ts'

const blocks = codeBlocks(readPage('docs/guides/write-a-worker.md'))
const files = { js: 'guard.mjs', python: 'guard.py', sh: 'guard.sh' } as const
const commands = { js: `'${process.execPath}' guard.mjs`, python: 'python3 guard.py', sh: 'sh guard.sh' } as const
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hookline-guide-'))
  for (const [language, file] of Object.entries(files)) {
    const code = blocks.find((block) => block.language === language)!.code
    await writeFile(join(folder, file), code)
  }
  // The package as an installation would place it; its own sources stand for the build.
  const installed = join(folder, 'node_modules', 'hookline')
  await mkdir(installed, { recursive: true })
  const exports = { './worker': './worker/index.ts' }
  await writeFile(join(installed, 'package.json'), JSON.stringify({ name: 'hookline', type: 'module', exports }))
  await symlink(join(root, 'src/worker'), join(installed, 'worker'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the worker of the guide', () => {
  it.each(['js', 'python', 'sh'] as const)('in %s denies what it should, request after request', async (language) => {
    const { session } = await openWorker(commands[language], { cwd: folder, onFailure: 'ask' })
    for (let times = 0; times < 3; times++) {
      expect(summarize(await ask(session, 'ls'))).toEqual({
        decision: null,
        reason: null,
        failedOpen: [],
        status: 'ok',
      })
      expect(summarize(await ask(session, 'rm -rf build'))).toMatchObject({
        decision: 'deny',
        reason: expect.stringMatching(/^not allowed/),
      })
    }
  })

  it.each(['js', 'python', 'sh'] as const)('in %s answers many at once', async (language) => {
    const { session } = await openWorker(commands[language], { cwd: folder, onFailure: 'ask' })
    const verdicts = await Promise.all(
      Array.from({ length: 50 }, (_, at) => ask(session, at % 2 === 0 ? 'ls' : `rm -r ${at}`)),
    )
    expect(verdicts.map(({ decision }) => decision)).toEqual(verdicts.map((_, at) => (at % 2 === 0 ? null : 'deny')))
  })

  it('is configured as the guide shows', async () => {
    const config = JSON.parse(blocks.find((block) => block.language === 'json')!.code)
    const { hooks, problems } = readConfig('blade', config, { layer: 'user', trusted: true })
    expect(problems).toEqual([])
    expect(hooks.map(({ handler }) => handler)).toEqual([{ type: 'worker', command: 'node ./guard.mjs' }])
  })
})
