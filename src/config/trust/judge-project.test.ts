import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { loadConfigFiles } from '../load-files.ts'
import { approveItems } from './approve-items.ts'
import type { ProjectTrust } from './judge-project.ts'

let root: string
const at = (path: string): string => join(root, path)
const write = (path: string, content: string | object, mode = 0o644): void => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), typeof content === 'string' ? content : JSON.stringify(content), { mode })
}
const env = (): Record<string, string> => ({ HOME: at('home'), PATH: '/usr/bin:/bin' })
const judge = async (cwd = at('project'), trustedHooks: string[] = []): Promise<ProjectTrust> => {
  const { trust } = await loadConfigFiles({
    ...{ cwd, env: env(), trustedHooks, files: [], managedFolder: at('etc') },
    settingSources: ['managed', 'user', 'project', 'local'],
  })
  expect(trust).not.toBeNull()
  return trust!
}
const statuses = async (...args: Parameters<typeof judge>): Promise<string[]> =>
  (await judge(...args)).items.map(({ status, detail }) => `${status}${detail && `: ${detail}`}`)
const approve = async (): Promise<void> => approveItems(await judge(), { env: env(), now: 0 })

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-judge-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const folder of ['home', 'project']) mkdirSync(at(folder))
  write('project/guard.sh', 'exit 0', 0o755)
  write('project/.hookline/hooks.json', {
    PreToolUse: [{ matcher: 'Bash', hooks: [{ command: './guard.sh --all', timeout: 5 }, { command: 'echo 1' }] }],
    Stop: [{ hooks: [{ type: 'http', url: 'https://example.invalid/x' }] }],
  })
})

test('what nobody approved is new, and what was approved stays so', async () => {
  expect(await statuses()).toEqual(Array(3).fill('new: it has not been approved'))
  await approve()
  expect(await statuses()).toEqual(['approved', 'approved', 'approved'])
})

test('the order of keys, groups and hooks does not matter, nor does other text of the file', async () => {
  await approve()
  const { digest } = await judge()
  write('project/.hookline/hooks.json', {
    Stop: [{ hooks: [{ url: 'https://example.invalid/x', type: 'http' }] }],
    PreToolUse: [{ hooks: [{ command: 'echo 1' }, { timeout: 5, command: './guard.sh --all' }], matcher: 'Bash' }],
    $schema: './x.json',
  })
  expect(await statuses()).toEqual(['approved', 'approved', 'approved'])
  expect((await judge()).digest).toBe(digest)
})

test('a changed script is named', async () => {
  await approve()
  write('project/guard.sh', 'exit 1')
  expect(await statuses()).toEqual(['changed: guard.sh changed since it was approved', 'approved', 'approved'])
  rmSync(at('project/guard.sh'))
  expect((await statuses())[0]).toBe('changed: guard.sh changed since it was approved')
})

test('a digest given by the caller approves one hook or all of them', async () => {
  const { digest, items } = await judge()
  expect(await statuses(at('project'), [digest])).toEqual(['approved', 'approved', 'approved'])
  const [, second] = await statuses(at('project'), [items[1]!.digest])
  expect(second).toBe('approved')
  expect((await statuses(at('project'), [items[1]!.digest])).filter((status) => status === 'approved')).toHaveLength(1)
  expect(await statuses(at('project'), ['sha256:0'])).toEqual(Array(3).fill('new: it has not been approved'))
})

test('A11 one folder has one trust state, however it is spelt', async () => {
  await approve()
  symlinkSync(at('project'), at('link'))
  for (const cwd of [at('link'), `${at('project')}/`, at('home/../project'), at('link/.')])
    expect(await statuses(cwd), cwd).toEqual(['approved', 'approved', 'approved'])
})
