import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
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

describe('in a repository that names programs', () => {
  /** Plants a program that leaves a mark with a name of its own, and gives its path. */
  let plant: (name: string, ending?: string) => string
  let marks: () => string[]
  let outside: string

  beforeEach(() => {
    outside = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-marks-')))
    const programs = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-programs-')))
    onTestFinished(() => {
      for (const path of [outside, programs]) rmSync(path, { recursive: true, force: true })
    })
    marks = () => readdirSync(outside).sort()
    plant = (name, ending = 'exec cat') => {
      const file = join(programs, name)
      writeFileSync(file, `#!/bin/sh\ntouch '${outside}/${name}'\n${ending}\n`, { mode: 0o755 })
      return file
    }
  })

  function forgetMarks(): void {
    for (const name of marks()) rmSync(join(outside, name))
  }

  /** Names programs wherever settings, hooks and remotes of a repository can name one. */
  function plantAll(prefix: string, at: string): void {
    const run = (...args: string[]) => git('-C', at, ...args)
    const gitFolder = run('rev-parse', '--absolute-git-dir').toString().trim()
    const common = resolve(at, run('rev-parse', '--git-common-dir').toString().trim())
    for (const key of [
      ...[
        'core.fsmonitor',
        'core.pager',
        'core.editor',
        'core.sshCommand',
        'core.askPass',
        'core.alternateRefsCommand',
      ],
      ...['diff.external', 'diff.d.command', 'diff.d.textconv', 'credential.helper', 'gpg.program', 'alias.status'],
      ...['filter.x.clean', 'filter.x.smudge', 'filter.y.process', 'filter.own.clean', 'lfs.extension.e.clean'],
    ])
      run('config', key, plant(`${prefix}-${key}`))
    writeFileSync(join(common, 'more'), `[filter "z"]\n\tclean = ${plant(`${prefix}-included`)}\n`)
    run('config', 'include.path', 'more')
    run('config', 'extensions.worktreeConfig', 'true')
    run('config', '--worktree', 'filter.w.clean', plant(`${prefix}-worktree`))
    run('config', 'core.hooksPath', join(common, 'hooks'))
    mkdirSync(join(common, 'hooks'), { recursive: true })
    for (const hook of ['post-index-change', 'fsmonitor-watchman', 'post-checkout', 'reference-transaction'])
      copyFileSync(plant(`${prefix}-${hook}`), join(common, 'hooks', hook))
    mkdirSync(join(gitFolder, 'info'), { recursive: true })
    writeFileSync(
      join(common, 'info/attributes'),
      'a diff=d filter=x\nb filter=y\nc filter=z\nd filter=w\nshout filter=own\n',
    )
  }

  const names = ['a', 'b', 'c', 'd']

  function change(at: string): void {
    for (const name of names) writeFileSync(join(at, name), 'two\n')
    // Equal content under another time makes git read the file again, and write its index.
    utimesSync(join(at, 'same'), 1e9, 1e9)
  }

  function makeRepository(at: string): void {
    mkdirSync(at, { recursive: true })
    git('-C', at, 'init', '-q')
    for (const name of [...names, 'same']) writeFileSync(join(at, name), 'one\n')
    git('-C', at, 'add', '.')
    git('-C', at, 'commit', '-q', '-m', 'x')
  }

  async function expectNothingStarted(at: string): Promise<void> {
    forgetMarks()
    const index = resolve(at, git('-C', at, 'rev-parse', '--git-path', 'index').toString().trim())
    const before = readFileSync(index)
    const seen = [await digestWorkTree(at, tools), await readWorkTreeDiff(at, tools)]
    expect(seen[0]).toMatch(/^[0-9a-f]{64}$/)
    for (const part of [...names.map((name) => ` M ${name}\n`), '-one\n+two']) expect(seen[1]).toContain(part)
    expect(seen[1]).not.toContain('same')
    expect({ started: marks(), isIndexKept: readFileSync(index).equals(before) }).toEqual({
      started: [],
      isIndexKept: true,
    })
    // The same look by git alone starts some of them: what was planted does work.
    for (const args of [
      ['status', '--short'],
      ['diff', 'HEAD'],
    ])
      spawnSync('git', args, { cwd: at, timeout: 20_000, stdio: 'ignore' })
    expect(marks().length).toBeGreaterThan(3)
  }

  test('starts none of them, and leaves the index alone', async () => {
    makeRepository(folder)
    plantAll('main', folder)
    change(folder)
    await expectNothingStarted(folder)
  })

  test('starts none of them in a linked work tree', async () => {
    makeRepository(folder)
    const linked = join(outside, '..', `${outside.split('/').at(-1)}-linked`)
    onTestFinished(() => rmSync(linked, { recursive: true, force: true }))
    git('worktree', 'add', '-q', linked)
    plantAll('linked', linked)
    change(linked)
    await expectNothingStarted(linked)
  })

  test('starts none that a submodule names, and sees what changed in it', async () => {
    makeRepository(join(folder, 'source'))
    makeRepository(join(folder, 'top'))
    const top = join(folder, 'top')
    git('-C', top, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', join(folder, 'source'), 'lib')
    git('-C', top, 'commit', '-q', '-m', 'lib')
    plantAll('lib', join(top, 'lib'))
    change(join(top, 'lib'))
    forgetMarks()
    const first = await digestWorkTree(top, tools)
    const diff = await readWorkTreeDiff(top, tools)
    for (const part of ['(no changes)', 'In the submodule lib:', ' M a\n', '+two']) expect(diff).toContain(part)
    writeFileSync(join(top, 'lib/a'), 'six\n')
    const second = await digestWorkTree(top, tools)
    expect([first, second]).toEqual([expect.any(String), expect.any(String)])
    expect(second).not.toBe(first)
    expect(marks()).toEqual([])
    spawnSync('git', ['status', '--short'], { cwd: top, timeout: 20_000, stdio: 'ignore' })
    expect(marks()).not.toEqual([])
  })

  test('fetches nothing that is missing', async () => {
    makeRepository(folder)
    const blob = git('rev-parse', 'HEAD:a').toString().trim()
    change(folder)
    rmSync(join(folder, '.git/objects', blob.slice(0, 2), blob.slice(2)))
    const settings = {
      'core.repositoryFormatVersion': '1',
      'extensions.partialClone': 'evil',
      'remote.evil.url': `ext::${plant('remote', 'exit 1')} %S`,
      'remote.evil.promisor': 'true',
      'protocol.ext.allow': 'always',
    }
    for (const [key, value] of Object.entries(settings)) git('config', key, value)
    expect(await digest()).toMatch(/^[0-9a-f]{64}$/)
    expect(await readWorkTreeDiff(folder, tools)).toContain(' M a\n')
    expect(marks()).toEqual([])
    spawnSync('git', ['diff', 'HEAD'], { cwd: folder, timeout: 20_000, stdio: 'ignore' })
    expect(marks()).toEqual(['remote'])
  })

  test('runs the filters of the user, also where the repository names others for them', async () => {
    const home = join(folder, 'home')
    const project = join(folder, 'project')
    mkdirSync(home)
    writeFileSync(join(home, '.gitconfig'), '[filter "own"]\n\tclean = tr a-z A-Z\n')
    vi.stubEnv('HOME', home)
    onTestFinished(() => void vi.unstubAllEnvs())
    mkdirSync(project)
    writeFileSync(join(project, '.gitattributes'), 'shout filter=own\n')
    writeFileSync(join(project, 'shout'), 'quiet\n')
    makeRepository(project)
    expect(git('-C', project, 'show', 'HEAD:shout').toString()).toBe('QUIET\n')
    plantAll('evil', project)
    const clean = await digestWorkTree(project, tools)
    utimesSync(join(project, 'shout'), 1e9, 1e9)
    expect(await readWorkTreeDiff(project, tools)).toBe('(no changes)')
    expect(await digestWorkTree(project, tools)).toBe(clean)
    writeFileSync(join(project, 'shout'), 'loud\n')
    expect(await readWorkTreeDiff(project, tools)).toContain('-QUIET\n+LOUD')
  })
})

test('keeps to what the repository says about line ends, rights, ignored files and its index', async () => {
  git('init', '-q')
  for (const [key, value] of Object.entries({
    'core.autocrlf': 'true',
    'core.fileMode': 'false',
    'core.splitIndex': 'true',
  }))
    git('config', key, value)
  write('file', 'one\r\ntwo\r\n')
  commit()
  git('update-index', '--split-index')
  writeFileSync(join(folder, '.git/info/exclude'), 'ignored\n')
  write('ignored', 'x')
  chmodSync(join(folder, 'file'), 0o755)
  utimesSync(join(folder, 'file'), 1e9, 1e9)
  expect(await readWorkTreeDiff(folder, tools)).toBe('(no changes)')
})

test('shows what is added before the first commit', async () => {
  git('init', '-q')
  write('file', 'one\n')
  git('add', '.')
  expect(await readWorkTreeDiff(folder, tools)).toMatch(/^A {2}file\n[\s\S]*\+one$/)
  expect(await digest()).toMatch(/^[0-9a-f]{64}$/)
})

test('has no digest of more changes than can be listed', async () => {
  git('init', '-q')
  for (let at = 0; at < 9000; at++) write(`${'long-name-'.repeat(12)}${at}`, '')
  expect(await digest()).toBeNull()
})

test('leaves nothing behind', async () => {
  git('init', '-q')
  write('file', 'one\n')
  const temporary = join(folder, '.git', 'tmp')
  mkdirSync(temporary)
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect([await digest(), await readWorkTreeDiff(folder, tools)]).toEqual([expect.any(String), '?? file'])
  expect(readdirSync(temporary)).toEqual([])
})
