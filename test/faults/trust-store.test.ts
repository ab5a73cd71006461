import { spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { loadConfigFiles } from '../../src/config/load-files.ts'
import { approveItems, revokeProject } from '../../src/config/trust/approve-items.ts'
import { readTrustStore } from '../../src/config/trust/trust-store.ts'

let root: string
const at = (path: string): string => join(root, path)
const env = (): Record<string, string> => ({ HOME: at('home') })
const store = (): string => at('home/.config/hookline/trust.json')

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-store-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(at('home'))
  makeProject('project')
})

describe('the trust store', () => {
  it('is a file for its owner alone, and forgets what is revoked', async () => {
    await approve('project')
    expect(lstatSync(store()).mode & 0o777).toBe(0o600)
    expect(lstatSync(dirname(store())).mode & 0o777).toBe(0o700)
    expect(readTrustStore(env()).map((project) => project.root)).toEqual([at('project')])
    expect(await revokeProject(`${at('project')}/`, { env: env(), now: 0 })).toBe(1)
    expect(readTrustStore(env())).toEqual([])
  })

  it('keeps every approval when many processes approve at the same time', { timeout: 60_000 }, async () => {
    const names = Array.from({ length: 8 }, (_, index) => `many-${index}`)
    for (const name of names) makeProject(name)
    const codes = await Promise.all(names.map((name) => approveElsewhere(at(name))))
    expect(codes).toEqual(names.map(() => 0))
    expect(
      readTrustStore(env())
        .map((project) => project.root)
        .sort(),
    ).toEqual(names.map(at).sort())
    expect(readdirSync(dirname(store())).sort()).toEqual(['trust-log.jsonl', 'trust.json'])
  })

  it('takes over a lock whose process is gone', async () => {
    mkdirSync(dirname(store()), { recursive: true, mode: 0o700 })
    const gone = spawnSync('true')
    writeFileSync(`${store()}.lock`, String(gone.pid))
    await approve('project')
    expect(readTrustStore(env())).toHaveLength(1)
  })

  const faults: [string, () => string, RegExp][] = [
    ['a link', () => replaceByLink(store()), /it is a link/],
    ['a folder that is a link', () => replaceByLink(dirname(store())), /it is a link/],
    ['writable by its group', () => change(store(), 0o660), /its group \d+ may write to it \(mode 0660\)/],
    ['writable by everyone', () => change(store(), 0o606), /everyone may write to it \(mode 0606\)/],
    ['in a folder that everyone may write to', () => change(dirname(store()), 0o777), /everyone .* \(mode 0777\)/],
    ['below a folder that its group may write to', () => change(at('home'), 0o775), /its group .* \(mode 0775\)/],
    ['text that is no store', () => rewrite('{"version":1,"projects":[{"root":1}]}'), /found no list of projects/],
    ['half a text', () => rewrite('{"version":1,'), /cannot be understood/],
    ['a pipe', () => replaceByPipe(store()), /no regular file/],
  ]

  it.each(faults)('A15 A16 is not believed when it is %s, and what that is is said', async (_, spoil, why) => {
    await approve('project')
    expect(await statuses('project')).toEqual(['approved'])
    const file = spoil()
    const said = { code: 'TRUST_STORE_UNSAFE', message: expect.stringMatching(why), place: { file } }
    expect(() => readTrustStore(env())).toThrow(expect.objectContaining(said))
    const { trust, files } = await load('project')
    expect(trust?.items.map(({ status }) => status)).toEqual(['new'])
    expect(files.flatMap(({ reading }) => reading.notices)).toEqual([expect.objectContaining(said)])
    await expect(approve('project')).rejects.toThrow()
  })

  it('A15 never writes through a link that stands in its way', async () => {
    mkdirSync(dirname(store()), { recursive: true, mode: 0o700 })
    writeFileSync(at('precious'), 'precious')
    for (const name of ['trust.json', 'trust-log.jsonl']) {
      const file = join(dirname(store()), name)
      rmSync(file, { force: true })
      symlinkSync(at('precious'), file)
      await expect(approve('project'), name).rejects.toThrow(expect.objectContaining({ code: 'TRUST_STORE_UNSAFE' }))
      rmSync(file)
    }
    expect(readFileSync(at('precious'), 'utf8')).toBe('precious')
  })

  it.runIf(process.getuid?.() === 0)('A16 of another user is not believed', async () => {
    await approve('project')
    chownSync(store(), 65534, 65534)
    expect(() => readTrustStore(env())).toThrow(/it belongs to user 65534, neither this user nor root \(mode 0600\)/)
    chownSync(store(), 0, 0)
    chownSync(dirname(store()), 65534, 65534)
    expect(() => readTrustStore(env())).toThrow(/it belongs to user 65534/)
  })
})

function makeProject(name: string): void {
  mkdirSync(at(`${name}/.hookline`), { recursive: true })
  writeFileSync(at(`${name}/.hookline/hooks.json`), '{"PreToolUse":[{"hooks":[{"command":"true"}]}]}')
}

function load(name: string): ReturnType<typeof loadConfigFiles> {
  return loadConfigFiles({ cwd: at(name), env: env(), files: [], settingSources: ['project', 'local'] })
}

async function statuses(name: string): Promise<string[] | undefined> {
  return (await load(name)).trust?.items.map(({ status }) => status)
}

async function approve(name: string): Promise<void> {
  const { trust } = await load(name)
  await approveItems(trust!, { env: env(), now: 0 })
}

function approveElsewhere(folder: string): Promise<number | null> {
  const sources = resolve(import.meta.dirname, '../../src/config')
  const code = `
    import { loadConfigFiles } from '${sources}/load-files.ts'
    import { approveItems } from '${sources}/trust/approve-items.ts'
    const env = ${JSON.stringify(env())}
    const { trust } = await loadConfigFiles({ cwd: ${JSON.stringify(folder)}, env, files: [], settingSources: ['project'] })
    await approveItems(trust, { env, now: 0 })`
  const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', code], { stdio: 'inherit' })
  return new Promise((finish) => child.on('close', finish))
}

function replaceByLink(path: string): string {
  renameSync(path, `${path}-real`)
  symlinkSync(`${path}-real`, path)
  return path
}

function replaceByPipe(path: string): string {
  rmSync(path)
  spawnSync('mkfifo', ['-m', '600', path])
  return path
}

function change(path: string, mode: number): string {
  chmodSync(path, mode)
  return path
}

function rewrite(text: string): string {
  writeFileSync(store(), text)
  return store()
}
