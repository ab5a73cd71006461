import { execFileSync } from 'node:child_process'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { copyProject, type ScratchProject } from './scratch-project.ts'

let root: string
let project: string
let scratch: ScratchProject | undefined

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-scratch-')))
  project = join(root, 'app')
  scratch = undefined
})
afterEach(() => {
  scratch?.remove()
  rmSync(root, { recursive: true, force: true })
})

const copy = (limits?: { files: number; bytes: number }): ScratchProject => {
  scratch = copyProject(project, { env: { HOME: join(root, 'home') }, ...(limits && { limits }) })
  return scratch
}

function write(files: Record<string, string>): void {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, file)), { recursive: true })
    writeFileSync(join(project, file), text)
  }
}

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=n', '-c', 'user.email=e@x', ...args], { cwd: folder, encoding: 'utf8' }).trim()

describe('the copy of a repository', () => {
  beforeEach(() => {
    write({
      '.gitignore': 'node_modules\ndist/\n.env\n.claude\n',
      'src/a.ts': 'a',
      'node_modules/dep/index.js': 'x',
      'dist/out.js': 'built',
      '.env': 'SECRET=1',
      '.claude/settings.json': '{}',
    })
    git(project, 'init', '-q', '-b', 'trunk')
    git(project, 'add', '.')
    git(project, 'commit', '-q', '-m', 'first')
    write({ 'src/a.ts': 'changed', 'src/new.ts': 'new', 'staged.ts': 's' })
    git(project, 'add', 'staged.ts')
    symlinkSync(join(project, 'src'), join(project, 'link'))
  })

  it('has what git would add, small ignored files and settings; dependencies are linked and builds left out', () => {
    const { folder } = copy()
    expect(readFileSync(join(folder, 'src/a.ts'), 'utf8')).toBe('changed')
    expect(['src/new.ts', '.env', '.claude/settings.json'].map((file) => existsSync(join(folder, file)))).toEqual([
      true,
      true,
      true,
    ])
    expect(existsSync(join(folder, 'dist'))).toBe(false)
    expect(readlinkSync(join(folder, 'node_modules'))).toBe(join(project, 'node_modules'))
    expect(readlinkSync(join(folder, 'link'))).toBe(join(folder, 'src'))
  })

  it('gives git the same answers, and keeps what is committed in it to itself', () => {
    const { folder } = copy()
    for (const question of [
      ['status', '--porcelain'],
      ['branch', '--show-current'],
      ['log', '--format=%H'],
      ['diff', '--cached', '--name-only'],
    ]) {
      expect(git(folder, ...question)).toBe(git(project, ...question))
    }
    git(folder, 'commit', '-qam', 'in the copy')
    expect(git(folder, 'log', '--format=%s')).toBe('in the copy\nfirst')
    expect(git(project, 'log', '--format=%s')).toBe('first')
  })

  it('works for a second work tree, too', () => {
    git(project, 'worktree', 'add', '-q', join(root, 'tree'), '-b', 'side')
    project = join(root, 'tree')
    const { folder } = copy()
    expect([git(folder, 'branch', '--show-current'), git(folder, 'status', '--porcelain')]).toEqual(['side', ''])
  })

  it('is removed as a whole, and leaves the project as it is', () => {
    const { folder, remove } = copy()
    expect(lstatSync(folder).isDirectory()).toBe(true)
    remove()
    expect(existsSync(dirname(folder))).toBe(false)
    expect(readFileSync(join(project, 'node_modules/dep/index.js'), 'utf8')).toBe('x')
  })
})

describe('the copy of a plain folder', () => {
  it('has all its files but dependencies, which are linked', () => {
    write({ 'a/b.txt': '1', 'node_modules/x.js': '2' })
    const { folder, files, bytes } = copy()
    expect([readFileSync(join(folder, 'a/b.txt'), 'utf8'), files, bytes]).toEqual(['1', 1, 1])
    expect(lstatSync(join(folder, 'node_modules')).isSymbolicLink()).toBe(true)
  })

  it('is refused with a way out when it would be too large, and leaves nothing behind', () => {
    write({ 'a.txt': 'aaaa', 'b.txt': 'b' })
    expect(() => copy({ files: 1, bytes: 100 })).toThrow('too large to be copied: 2 files, at most 1 files')
    expect(() => copy({ files: 9, bytes: 3 })).toThrow('too large to be copied')
    expect(execFileSync('ls', [join(root, 'home/.cache/hookline')], { encoding: 'utf8' })).toBe('')
  })

  it('takes the place of copies that were left behind a day ago, not of those of other replays', () => {
    const cache = join(root, 'home/.cache/hookline')
    for (const name of ['replay-old', 'replay-new', 'other']) mkdirSync(join(cache, name), { recursive: true })
    const longAgo = new Date(Date.now() - 25 * 60 * 60 * 1000)
    for (const name of ['replay-old', 'other']) utimesSync(join(cache, name), longAgo, longAgo)
    copy().remove()
    expect(readdirSync(cache).sort()).toEqual(['other', 'replay-new'])
  })

  it('is empty when the project is gone', () => {
    expect(copy().files).toBe(0)
  })
})
