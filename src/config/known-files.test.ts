import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type FilesLook, lookAtFiles, recallEvents, rememberEvents } from './known-files.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hookline-known-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
})

function write(file: string, text: string): string {
  const path = join(root, file)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
  return path
}

function look(files: readonly string[] = ['named.json']): FilesLook {
  return lookAtFiles({
    cwd: join(root, 'project'),
    files: files.map((file) => ({ path: join(root, file) })),
    settingSources: ['managed', 'user', 'project', 'local'],
    env: { HOME: join(root, 'home') },
  })
}

/** Remembers events as they were read from the files of a look. */
async function remember(seen: FilesLook, events: string[]): Promise<void> {
  await rememberEvents(seen, {
    events,
    sources: new Map([...seen.present.keys()].map((path) => [path, statSync(path)])),
  })
}

/** Waits until files are old enough to be relied on. */
async function settle(): Promise<void> {
  await expect.poll(() => look().isReliable, { timeout: 10_000 }).toBe(true)
}

test('remembers events for as long as no file is another one', async () => {
  write('named.json', '{}')
  await settle()
  expect(recallEvents(look())).toBeUndefined()
  await remember(look(), ['Stop', 'Stop', 'PreToolUse'])
  expect(recallEvents(look())).toEqual(['Stop', 'PreToolUse'])
  expect(statSync(look().memory!).mode & 0o777).toBe(0o600)
})

test.each([
  ['other content of the same length', () => write('named.json', '[]')],
  ['another mode', () => chmodSync(join(root, 'named.json'), 0o600)],
  ['another file under its name', () => renameSync(write('other.json', '{}'), join(root, 'named.json'))],
  ['no file', () => rmSync(join(root, 'named.json'))],
  ['a file of the user', () => write('home/.claude/settings.json', '{}')],
  ['a file of the project', () => write('project/.hookline/hooks.toml', '')],
  ['a local file', () => write('project/.claude/settings.local.json', '{}')],
  ['a folder around a file that others may write to', () => chmodSync(join(root, 'project/.claude'), 0o777)],
  ['other approvals', () => write('home/.config/hookline/trust.json', '{}')],
  ['a link to a file', () => symlinkSync(root, join(root, 'home/.hookline'))],
])('forgets them at %s', async (_, change) => {
  write('named.json', '{}')
  write('hooks.json', '{}')
  write('project/.claude/settings.json', '{}')
  await settle()
  await remember(look(), ['Stop'])
  expect(recallEvents(look())).toEqual(['Stop'])
  change()
  expect(recallEvents(look())).toBeUndefined()
  await setTimeout(150)
  expect(recallEvents(look())).toBeUndefined()
})

test('forgets what was read from another file than was seen, and what is not to be remembered any more', async () => {
  write('named.json', '{}')
  write('other.json', '{}')
  await settle()
  const seen = look()
  await remember(seen, ['Stop'])
  // The name led elsewhere while it was read, and leads back now.
  const sources = new Map([[join(root, 'named.json'), statSync(join(root, 'other.json'))]])
  await rememberEvents(seen, { events: [], sources })
  expect(recallEvents(look())).toBeUndefined()
  await rememberEvents(seen, { events: [], sources: new Map() })
  expect(recallEvents(look())).toBeUndefined()
  await remember(seen, ['Stop'])
  expect(recallEvents(look())).toEqual(['Stop'])
  await rememberEvents(seen, undefined)
  expect(recallEvents(look())).toBeUndefined()
})

test('relies on no file that was written just now, and on no code', async () => {
  write('named.json', '{}')
  const fresh = look()
  await remember(fresh, ['Stop'])
  expect({ isReliable: fresh.isReliable, events: recallEvents(fresh) }).toEqual({
    isReliable: false,
    events: undefined,
  })
  write('code.ts', '')
  await settle()
  await setTimeout(150)
  expect(look(['code.ts']).isReliable).toBe(false)
  expect(look().isReliable).toBe(true)
})

test('believes nothing that others may have written or that was cut off, and needs no home', async () => {
  write('named.json', '{}')
  await settle()
  await remember(look(), ['Stop'])
  const memory = look().memory!
  chmodSync(memory, 0o666)
  expect(recallEvents(look())).toBeUndefined()
  chmodSync(memory, 0o600)
  expect(recallEvents(look())).toEqual(['Stop'])
  writeFileSync(memory, look().marks.slice(0, -1))
  expect(recallEvents(look())).toBeUndefined()
  const homeless = { ...look(), memory: undefined }
  await remember(homeless, ['Stop'])
  expect(recallEvents(homeless)).toBeUndefined()
})
