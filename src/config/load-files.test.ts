import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { HookError } from '../base/errors.ts'
import { type FilesRequest, loadConfigFiles, readConfigFiles } from './load-files.ts'

let root: string
const at = (path: string): string => join(root, path)
const write = (path: string, content: string | object): string => {
  mkdirSync(dirname(at(path)), { recursive: true })
  writeFileSync(at(path), typeof content === 'string' ? content : JSON.stringify(content))
  return at(path)
}
const guard = (command: string): object => ({ PreToolUse: [{ hooks: [{ type: 'command', command }] }] })
const kimiTable = '[[hooks.before_tool]]\ncommand = "true"\n'

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-load-')))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const folder of ['home', 'project']) mkdirSync(at(folder))
})

const request = (changes: Partial<FilesRequest> = {}): FilesRequest => ({
  cwd: at('project'),
  files: [],
  settingSources: ['managed', 'user', 'project', 'local'],
  env: { HOME: at('home') },
  managedFolder: at('etc'),
  ...changes,
})

const summarize = async (changes: Partial<FilesRequest> = {}): Promise<unknown[]> =>
  (await loadConfigFiles(request(changes))).files.map(({ file, layer, dialect, reading }) => [
    file.slice(root.length + 1),
    layer,
    dialect,
    reading.hooks.map((hook) => hook.source.trusted),
  ])

const refusal = async (changes: Partial<FilesRequest> = {}): Promise<unknown> => {
  const error = await loadConfigFiles(request(changes)).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(HookError)
  const { code, message, hint, place } = error as HookError
  return { code, message, hint, place }
}

describe('discovery', () => {
  test('finds nothing in empty folders', async () => {
    expect(await summarize()).toEqual([])
  })

  test('finds every place, in the order of layers, and trusts none of the project', async () => {
    write('etc/hooks.json', guard('a'))
    write('home/.hookline/hooks.jsonc', '{ "PreToolUse": [] } // none')
    write('home/.hookline/hooks.toml', '[[PreToolUse]]\n[[PreToolUse.hooks]]\ncommand = "b"\n')
    write('home/.config/hookline/hooks.json', guard('c'))
    write('home/.claude/settings.json', { hooks: guard('d'), model: 'opus' })
    write('home/.kimi/config.toml', kimiTable)
    write('home/.kimi-code/config.toml', '[[hooks]]\nevent = "PreToolUse"\ncommand = "true"\n')
    write('project/.hookline/hooks.json', guard('e'))
    write('project/.hookline/hooks.local.json', guard('f'))
    write('project/.claude/settings.json', { hooks: guard('g') })
    write('project/.claude/settings.local.json', { hooks: guard('h') })
    write('project/.kimi/config.toml', kimiTable)
    expect(await summarize()).toEqual([
      ['etc/hooks.json', 'managed', 'blade', [true]],
      ['home/.hookline/hooks.jsonc', 'user', 'blade', []],
      ['home/.hookline/hooks.toml', 'user', 'blade', [true]],
      ['home/.config/hookline/hooks.json', 'user', 'blade', [true]],
      ['home/.claude/settings.json', 'user', 'claude', [true]],
      ['home/.kimi/config.toml', 'user', 'kimi', [true]],
      ['home/.kimi-code/config.toml', 'user', 'kimi-official', [true]],
      ['project/.hookline/hooks.json', 'project', 'blade', [false]],
      ['project/.claude/settings.json', 'project', 'claude', [false]],
      ['project/.kimi/config.toml', 'project', 'kimi', [false]],
      ['project/.hookline/hooks.local.json', 'local', 'blade', [false]],
      ['project/.claude/settings.local.json', 'local', 'claude', [false]],
    ])
  })

  test('looks only where it is told to', async () => {
    write('home/.hookline/hooks.json', guard('a'))
    write('project/.hookline/hooks.json', guard('b'))
    expect(await summarize({ settingSources: ['project'] })).toEqual([
      ['project/.hookline/hooks.json', 'project', 'blade', [false]],
    ])
    expect(await summarize({ settingSources: [] })).toEqual([])
  })

  test('takes the folder for settings that the environment names', async () => {
    write('elsewhere/hookline/hooks.json', guard('a'))
    const env = { HOME: at('home'), XDG_CONFIG_HOME: at('elsewhere') }
    expect(await summarize({ env })).toEqual([['elsewhere/hookline/hooks.json', 'user', 'blade', [true]]])
  })

  test('runs code of the user and never code of the project', async () => {
    const code = (name: string): string =>
      `globalThis.ranConfig = [...(globalThis.ranConfig ?? []), '${name}']\nexport default { Stop: [(input: object) => undefined] }\n`
    write('home/.hookline/hooks.ts', code('user'))
    write('project/.hookline/hooks.ts', code('project'))
    const { files } = await loadConfigFiles(request())
    expect((globalThis as { ranConfig?: string[] }).ranConfig).toEqual(['user'])
    expect(
      files.map(({ layer, reading }) => [layer, reading.hooks.length, reading.notices.map((n) => n.message)]),
    ).toEqual([
      ['user', 1, []],
      [
        'project',
        0,
        [
          `the file is code and a project brought it along: it was not run (new: it has not been approved; run: hookline trust ${at('project')})`,
        ],
      ],
    ])
  })

  test('keeps a file that is both the user’s and the project’s as the user’s', async () => {
    write('home/.claude/settings.json', { hooks: guard('a') })
    expect(await summarize({ cwd: at('home') })).toEqual([['home/.claude/settings.json', 'user', 'claude', [true]]])
  })

  test('refuses a file of the user to which everyone may write', async () => {
    const file = write('home/.hookline/hooks.json', guard('a'))
    chmodSync(file, 0o666)
    expect(await refusal()).toMatchObject({
      code: 'CONFIG_UNREADABLE',
      hint: `Look at it, then run: chmod o-w ${file}`,
      place: { file },
    })
  })
})

describe('named files', () => {
  test('are trusted, start at the working directory, and may have any name', async () => {
    write('project/a.json', { hooks: guard('a') })
    write('project/b.conf', `// JSON\n${JSON.stringify(guard('b'))}`)
    write('project/c', kimiTable)
    const files = ['a.json', 'b.conf', at('project/c')].map((path) => ({ path }))
    expect(await summarize({ files })).toEqual([
      ['project/a.json', 'config', 'blade', [true]],
      ['project/b.conf', 'config', 'blade', [true]],
      ['project/c', 'config', 'kimi', [true]],
    ])
  })

  test('are read in the dialect that was given', async () => {
    write('project/a.json', { hooks: guard('a') })
    expect(await summarize({ files: [{ path: 'a.json', dialect: 'claude' }] })).toEqual([
      ['project/a.json', 'config', 'claude', [true]],
    ])
  })

  test('win over the same file found by its place, through links too', async () => {
    write('project/.claude/settings.json', { hooks: guard('a') })
    symlinkSync(at('project/.claude/settings.json'), at('project/link.json'))
    expect(await summarize({ files: [{ path: 'link.json', dialect: 'claude' }] })).toEqual([
      ['project/link.json', 'config', 'claude', [true]],
    ])
  })

  test('count once when named twice', async () => {
    write('project/a.json', guard('a'))
    expect(await summarize({ files: [{ path: 'a.json' }, { path: './x/../a.json' }] })).toHaveLength(1)
  })

  test('of one name keep the ids of their hooks apart', async () => {
    write('project/one/hooks.json', guard('a'))
    write('project/two/hooks.json', guard('b'))
    write('project/other.json', guard('c'))
    const files = ['one/hooks.json', 'two/hooks.json', 'other.json'].map((path) => ({ path }))
    const loaded = await loadConfigFiles(request({ files }))
    const ids = loaded.files.flatMap(({ reading }) => reading.hooks.map((hook) => hook.id))
    expect(ids.map((id) => id.split('#')[0])).toEqual(['one/hooks.json', 'two/hooks.json', 'other.json'])
  })

  test('that are code are run again when they have changed', async () => {
    const file = write('project/hooks.mjs', 'export default { Stop: [() => undefined] }')
    const first = await summarize({ files: [{ path: file }] })
    write('project/hooks.mjs', 'export default { Stop: [() => undefined, () => undefined] }')
    const second = await summarize({ files: [{ path: file }] })
    expect([first, second]).toEqual([
      [['project/hooks.mjs', 'config', 'blade', [true]]],
      [['project/hooks.mjs', 'config', 'blade', [true, true]]],
    ])
  })
})

describe('a broken file', () => {
  test('refuses the whole load and counts what is not active for it', async () => {
    write('home/.hookline/hooks.json', guard('a'))
    write('project/a.json', guard('b'))
    const file = write('project/b.json', '{\n  "PreToolUse": [}\n')
    expect(await refusal({ files: [{ path: 'a.json' }, { path: 'b.json' }] })).toEqual({
      code: 'CONFIG_SYNTAX',
      message: expect.stringMatching(
        /\. Nothing was loaded: the hooks of b\.json are not active, nor 2 hooks of 2 other files\.$/,
      ),
      hint: expect.any(String),
      place: { file, line: 2, column: 18 },
    })
  })

  test('says how many more problems it has', async () => {
    write('project/a.json', { PreTolUse: [], Stp: [] })
    expect(await refusal({ files: [{ path: 'a.json' }] })).toMatchObject({
      code: 'CONFIG_UNKNOWN_KEY',
      message: expect.stringMatching(
        / \(1 more problem in this file\.\) Nothing was loaded: the hooks of a\.json are not active\.$/,
      ),
      place: { file: at('project/a.json'), line: 1, column: 2 },
    })
  })

  test('is given with all its problems to those who ask for them', async () => {
    write('project/a.json', { PreTolUse: [], Stp: [] })
    const { files } = await readConfigFiles(request({ files: [{ path: 'a.json' }] }))
    const [file] = files
    expect(file?.reading.problems.map(({ code }) => code)).toEqual(['CONFIG_UNKNOWN_KEY', 'CONFIG_UNKNOWN_KEY'])
  })

  test('that is code without a default export says so', async () => {
    const file = write('project/hooks.mjs', 'export const hooks = {}\n')
    expect(await refusal({ files: [{ path: file }] })).toMatchObject({
      code: 'CONFIG_INVALID_VALUE',
      hint: 'Write `export default defineHooks({ … })`.',
      place: { file },
    })
  })
})

describe('F99: what is no readable file', () => {
  const cases: [string, (file: string) => void, string, string][] = [
    ['a missing file', () => {}, 'CONFIG_NOT_FOUND', 'there is no such file'],
    ['a directory', (file) => mkdirSync(file), 'CONFIG_UNREADABLE', 'it is a directory, not a regular file'],
    [
      'a pipe without a writer',
      (file) => execFileSync('mkfifo', [file]),
      'CONFIG_UNREADABLE',
      'it is a pipe, not a regular file',
    ],
    ['a device', (file) => symlinkSync('/dev/zero', file), 'CONFIG_UNREADABLE', 'it is a device, not a regular file'],
    ['a circle of links', (file) => symlinkSync(file, file), 'CONFIG_UNREADABLE', 'its links lead in a circle'],
    ['a dangling link', (file) => symlinkSync(`${file}.gone`, file), 'CONFIG_NOT_FOUND', 'there is no such file'],
    [
      'a huge file',
      (file) => writeFileSync(file, ' '.repeat(4 * 1024 * 1024 + 1)),
      'CONFIG_UNREADABLE',
      'it is larger than 4 MiB',
    ],
    [
      'bytes that are not UTF-8',
      (file) => writeFileSync(file, Buffer.from([0x7b, 0xff, 0x7d])),
      'CONFIG_UNREADABLE',
      'it is not UTF-8',
    ],
    [
      'a deeply nested file',
      (file) => writeFileSync(file, `${'['.repeat(9999)}${']'.repeat(9999)}`),
      'CONFIG_SYNTAX',
      'nested deeper',
    ],
  ]

  test.each(cases)('refuses %s at once', async (_, make, code, why) => {
    const file = at('project/hooks.json')
    make(file)
    expect(await refusal({ files: [{ path: file }] })).toMatchObject({
      code,
      message: expect.stringContaining(why),
      place: { file },
    })
  })

  test('a found file that cannot be read is not taken for a missing one', async () => {
    mkdirSync(at('home/.hookline/hooks.json'), { recursive: true })
    expect(await refusal()).toMatchObject({
      code: 'CONFIG_UNREADABLE',
      place: { file: at('home/.hookline/hooks.json') },
    })
  })

  test('a file of exactly 4 MiB is read', async () => {
    const text = JSON.stringify(guard('a'))
    write('project/hooks.json', text + ' '.repeat(4 * 1024 * 1024 - text.length))
    expect(await summarize({ files: [{ path: 'hooks.json' }] })).toHaveLength(1)
  })

  test('a byte order mark is no part of the text', async () => {
    write('project/hooks.json', `\ufeff${JSON.stringify(guard('a'))}`)
    expect(await summarize({ files: [{ path: 'hooks.json' }] })).toHaveLength(1)
  })
})
