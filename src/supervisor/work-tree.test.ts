import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { createCommandRunner } from '../handlers/command/index.ts'
import { digestWorkTree, readWorkTreeDiff } from './work-tree.ts'

let folder: string
const runner = createCommandRunner({ mode: 'direct' })
const tools = { runner, signal: new AbortController().signal, remaining: () => 10_000 }
const digest = () => digestWorkTree(folder, tools)
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], { cwd: folder })

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-tree-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

function commit(): void {
  git('add', '.')
  git('commit', '-q', '-m', 'x')
}

test('has no digest and no diff outside of a Git work tree', async () => {
  expect([await digest(), await readWorkTreeDiff(folder, tools)]).toEqual([null, null])
})

test('digests commits, changes, new files and links by their content', async () => {
  git('init', '-q')
  write('a file', 'one\n')
  commit()
  const seen = [await digest()]
  const steps = [
    () => write('a file', 'two\n'),
    () => write('a file', 'six\n'),
    () => write('new', 'n'),
    () => write('new', 'm'),
    () => symlinkSync('nowhere', join(folder, 'link')),
    () => rmSync(join(folder, 'a file')),
    () => commit(),
  ]
  for (const step of steps) {
    step()
    const now = await digest()
    expect(now).toMatch(/^[0-9a-f]{64}$/)
    expect(await digest()).toBe(now)
    seen.push(now)
  }
  expect(new Set(seen).size).toBe(steps.length + 1)
})

test('shows what changed, within bounds', async () => {
  git('init', '-q')
  write('file', 'one\n')
  commit()
  write('file', 'two\n')
  write('new', 'n')
  const diff = await readWorkTreeDiff(folder, tools)
  for (const part of ['?? new', '-one', '+two']) expect(diff).toContain(part)
  write('file', 'long line\n'.repeat(50_000))
  expect((await readWorkTreeDiff(folder, tools))!.length).toBeLessThan(81_000)
})

test('starts no program that the repository names', async () => {
  git('init', '-q')
  write('file', 'one\n')
  commit()
  const mark = join(folder, '..', `${folder.split('/').at(-1)}-ran`)
  onTestFinished(() => rmSync(mark, { force: true }))
  write('evil.sh', `#!/bin/sh\ntouch '${mark}'\n`)
  chmodSync(join(folder, 'evil.sh'), 0o755)
  for (const key of ['core.fsmonitor', 'diff.external', 'core.pager', 'diff.x.textconv'])
    git('config', key, join(folder, 'evil.sh'))
  write('.gitattributes', '* diff=x\n')
  write('file', 'two\n')
  expect([await digest(), await readWorkTreeDiff(folder, tools)]).not.toContain(null)
  expect(existsSync(mark)).toBe(false)
})
