import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HookError } from '../base/errors.ts'
import { compilePathRule } from './path-rules.ts'

let root: string
let cwd: string

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'path-rules-')))
  cwd = join(root, 'repo')
  for (const directory of ['repo/src/deep', 'repo-evil/src', 'secret', 'repo/cafe\u0301'])
    mkdirSync(join(root, directory), { recursive: true })
  writeFileSync(join(root, 'secret/key'), '')
  symlinkSync(join(root, 'secret'), join(cwd, 'src/link'))
  symlinkSync(join(root, 'secret/not-yet'), join(cwd, 'src/dangling'))
  symlinkSync(join(cwd, 'src'), join(root, 'way-in'))
  symlinkSync('loop', join(cwd, 'loop'))
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

const match = (glob: string, path: string) => compilePathRule(glob).match(path, { cwd })
const loosely = (glob: string, path: string) => match(glob, path).loosely
const both = { loosely: true, exactly: true }
const neither = { loosely: false, exactly: false }

describe('compilePathRule', () => {
  it.each([
    ['src/**', 'src/a.ts', true],
    ['src/**', 'src/deep/b.ts', true],
    ['src/**', './src/a.ts', true],
    ['src/**', 'test/a.ts', false],
    ['src/**', 'lib/src/a.ts', false],
    ['**/*.ts', 'a.ts', true],
    ['**/*.ts', 'src/deep/b.ts', true],
    ['**/*.ts', 'src/b.js', false],
    ['*.ts', 'index.ts', true],
    ['*.ts', 'src/main.ts', true],
    ['*.ts', 'index.js', false],
    ['./*.ts', 'src/main.ts', false],
    ['src/**/*.ts', 'src/a.ts', true],
    ['src/**/*.ts', 'src/deep/b.ts', true],
    ['src/*', 'src/deep/b.ts', false],
    ['src/', 'src/a', true],
    ['{src,lib}/**', 'lib/x', true],
    ['a/{b,c/d}/e', 'a/c/d/e', true],
    ['[ab]?.ts', 'b1.ts', true],
    ['[!ab]?.ts', 'b1.ts', false],
    ['.env*', 'config/.env.local', true],
    ['../other/**', '../other/x', true],
    ['../other/**', 'other/x', false],
  ])('%s on %s is %s', (glob, path, expected) => {
    expect(match(glob, path)).toEqual(expected ? both : neither)
  })

  it('reads absolute and home globs', () => {
    expect([
      loosely('/etc/**', '/etc/passwd'),
      loosely('//etc/**', '/etc//passwd'),
      loosely('/etc/**', 'etc/passwd'),
    ]).toEqual([true, true, false])
    expect([
      loosely('~/.ssh/**', '~/.ssh/id_rsa'),
      loosely('~/.ssh/**', `${homedir()}/.ssh/x`),
      loosely('~/.ssh/**', '.ssh/x'),
    ]).toEqual([true, true, false])
  })

  it('B11: a sibling with the same prefix is another directory', () => {
    expect(compilePathRule(`${cwd}/**`).match(join(root, 'repo-evil/src/x'), { cwd })).toEqual(neither)
    expect(compilePathRule(`${cwd}/**`).match(join(root, 'repo/src/x'), { cwd })).toEqual(both)
  })

  it('B11: a link matches under its own name and under its target, and only both together are exact', () => {
    expect(match(`${root}/secret/**`, 'src/link/key')).toEqual({ loosely: true, exactly: false })
    expect(match('src/**', 'src/link/key')).toEqual({ loosely: true, exactly: false })
    expect(match('src/**', join(root, 'way-in/a.ts'))).toEqual({ loosely: true, exactly: false })
  })

  it('B11: a link to what does not exist yet is followed too', () => {
    expect(match(`${root}/secret/**`, 'src/dangling')).toEqual({ loosely: true, exactly: false })
  })

  it('B11: leaves a directory by .. the way the kernel does, and the way a person reads it', () => {
    expect(match('src/**', 'src/../../secret/key')).toEqual(neither)
    expect(loosely(`${root}/secret/**`, 'src/../../secret/key')).toBe(true)
    expect(loosely(`${root}/*`, 'src/link/../other')).toBe(true)
    expect(match('src/**', 'src/link/../other')).toEqual({ loosely: true, exactly: false })
    expect(loosely(`${root}/secret/new/**`, 'src/link/new/deep/../deep/file')).toBe(true)
  })

  it('B11: sees through /proc/self/root and /proc/self/cwd', () => {
    expect([
      loosely('/etc/passwd', '/proc/self/root/etc/passwd'),
      loosely('/etc/**', `/proc/${process.pid}/root/proc/self/root/etc/x`),
      loosely('src/**', '/proc/self/cwd/src/x'),
    ]).toEqual([true, true, true])
  })

  it('B11: case and Unicode variants match loosely and not exactly', () => {
    expect(match('.env', '.ENV')).toEqual({ loosely: true, exactly: false })
    expect(match('SRC/**', 'src/x')).toEqual({ loosely: true, exactly: false })
    expect(loosely('caf\u00e9/**', 'cafe\u0301/x')).toBe(true)
    expect(loosely('cafe\u0301/**', 'CAF\u00c9/x')).toBe(true)
  })

  it('ignores doubled, trailing and dotted slashes', () => {
    expect([loosely('src/deep', 'src//deep/'), loosely('src/deep', './src/./deep/.'), loosely('/', '/')]).toEqual([
      true,
      true,
      true,
    ])
  })

  it('survives links in a circle and names with stars', () => {
    expect(match('loop/**', 'loop/x').loosely).toBe(true)
    expect(loosely('a\\*b', 'a*b')).toBe(true)
    expect(loosely('a\\*b', 'axb')).toBe(false)
  })

  it.each([
    ['.env', '.e*', true],
    ['.env', './.en?', true],
    ['.env', '*.ts', false],
    ['.env', '*', true],
    ['src/**', 's*/x', true],
    ['src/**', 'lib/*', false],
    ['*.ts', 'src/[ab]*', true],
    ['/etc/shadow', '/etc/sh*w', true],
    ['/etc/shadow', '/etc/p*', false],
  ])('%s could be picked by %s: %s', (glob, pattern, expected) => {
    expect(compilePathRule(glob).couldPick(pattern, { cwd })).toBe(expected)
  })

  it('takes bounded time for hostile globs', () => {
    const started = performance.now()
    expect(loosely(`${'*a'.repeat(50)}b`, 'a'.repeat(5000))).toBe(false)
    expect(loosely(`${'**/'.repeat(50)}b`, 'a/'.repeat(2000))).toBe(false)
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it.each(['', 'a\0b', '{a,b}'.repeat(20)])('refuses the glob %j', (glob) => {
    expect(() => compilePathRule(glob)).toThrow(HookError)
  })
})
