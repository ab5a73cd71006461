import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { parse as parseJsonc } from 'jsonc-parser'
import { parse as parseToml } from 'smol-toml'
import { afterAll, describe, expect, test } from 'vitest'
import { HookError } from '../../src/base/errors.ts'
import { type LoadedFile, loadConfigFiles } from '../../src/config/load-files.ts'
import { type BrokenConfig, breakText, breakValues, type SoundConfig, writeSound } from './break-config.ts'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-malformed-')))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const command = {
  type: 'command',
  command: './guard.sh',
  timeout: 10,
  statusMessage: 'Looking',
  async: false,
  once: false,
}
const native = {
  version: 1,
  enabled: true,
  defaultTimeout: 60,
  timeoutBehavior: 'deny',
  failureBehavior: 'ask',
  maxConcurrentHooks: 5,
  strict: true,
  PreToolUse: [
    {
      matcher: 'Bash',
      hooks: [
        {
          ...command,
          id: 'a',
          onFailure: { crash: 'deny', timeout: 'ask' },
          env: { MODE: 'x' },
          passEnv: ['CI'],
          reap: 'all',
          shadow: false,
          recheck: true,
          mustDeny: ['rm -rf /'],
        },
        { type: 'http', url: 'https://guard.example/hook', headers: { Accept: 'text/plain' } },
      ],
    },
    { matcher: { tools: ['Write'], paths: ['src/**'] }, hooks: [{ exec: 'node', args: ['guard.js'] }] },
  ],
  Stop: [{ hooks: [{ type: 'prompt', prompt: 'Is it done?', model: 'small' }] }],
}
const claude = {
  PreToolUse: [{ matcher: 'Bash', hooks: [command, { type: 'prompt', prompt: 'Is it safe?' }] }],
  Stop: [{ hooks: [{ type: 'agent', prompt: 'Is it done?' }] }],
}
const kimi = {
  before_tool: [
    {
      type: 'command',
      command: './guard.sh',
      name: 'a',
      timeout: 5000,
      async_: false,
      matcher: { tool: 'Shell', pattern: 'rm' },
    },
    { type: 'command', command: 'lint "{{tool_input.file_path}}"', name: 'b' },
  ],
  before_stop: [{ type: 'command', command: './tests.sh', name: 'c' }],
}
const official = [
  { event: 'PreToolUse', matcher: 'Bash', command: './guard.sh', timeout: 5 },
  { event: 'Stop', command: './tests.sh' },
]

const nativeFits: SoundConfig['alsoFits'] = [
  [/\.onFailure$|\.(tools|paths)$|\.1\.matcher$/, ['text']],
  [/\.mustDeny\.0$/, ['object']],
]
const sound: SoundConfig[] = [
  ...(['json', 'jsonc', 'toml'] as const).map(
    (extension): SoundConfig => ({
      name: `native ${extension}`,
      dialect: 'blade',
      extension,
      value: native,
      free: /\.(env|headers)\./,
      alsoFits: nativeFits,
      hooks: 4,
    }),
  ),
  {
    name: 'native in a hooks section',
    dialect: 'blade',
    extension: 'json',
    value: { hooks: native },
    free: /\.(env|headers)\./,
    alsoFits: nativeFits,
    hooks: 4,
  },
  {
    name: 'claude',
    dialect: 'claude',
    extension: 'json',
    value: { model: 'opus', hooks: claude },
    free: /^(model|hooks)$/,
    alsoFits: [],
    hooks: 3,
  },
  {
    name: 'claude map form',
    dialect: 'claude',
    extension: 'json',
    value: { hooks: { PreToolUse: { Bash: './guard.sh' }, Stop: { '*': './tests.sh' } } },
    free: /^hooks$|\.(Bash|\*)$/,
    alsoFits: [],
    hooks: 2,
  },
  {
    name: 'kimi tables',
    dialect: 'kimi',
    extension: 'toml',
    value: { default_model: 'k', hooks: kimi },
    free: /^(default_model|hooks)$/,
    alsoFits: [],
    hooks: 3,
  },
  {
    name: 'kimi array',
    dialect: 'kimi-official',
    extension: 'toml',
    value: { hooks: official },
    free: /^hooks$/,
    alsoFits: [],
    hooks: 2,
  },
]
// What no rule makes: files that are no document, or whose pieces contradict each other.
const handMade: [SoundConfig['dialect'], SoundConfig['extension'], string][] = [
  ['blade', 'json', ''],
  ['blade', 'json', ' \n\t'],
  ['blade', 'json', 'null'],
  ['blade', 'json', '"PreToolUse"'],
  ['blade', 'json', '{"PreToolUse":[],"PreToolUse":[]}'],
  ['blade', 'json', '{"hooks":{},"PreToolUse":[]}'],
  ['blade', 'json', '{"__proto__":{"enabled":false}}'],
  ['blade', 'json', '{"PreToolUse":[{"matcher":"(?=Bash)","hooks":[]}]}'],
  ['blade', 'json', '{"PreToolUse":[{"matcher":"(B)\\\\1","hooks":[]}]}'],
  ['blade', 'json', '{"PreToolUse":[{"hooks":[{"command":"a","exec":"b"}]}]}'],
  ['blade', 'json', '{"PreToolUse":[{"hooks":[{"type":"command"}]}]}'],
  ['blade', 'json', '{"PreToolUse":[{"hooks":[{"command":"a","timeout":"soon"}]}]}'],
  ['blade', 'json', '{"PreToolUse":[{"hooks":[{"command":"a","if":"Bash("}]}]}'],
  ['blade', 'json', `${'['.repeat(100_000)}`],
  ['blade', 'json', `{"PreToolUse":${'[{"hooks":'.repeat(20_000)}`],
  ['blade', 'json', `{"PreToolUse":[{"matcher":"${'('.repeat(50_000)}","hooks":[]}]}`],
  ['blade', 'jsonc', '/* never closed'],
  ['blade', 'toml', '[PreToolUse'],
  ['blade', 'toml', 'version = 1\nversion = 1\n'],
  ['claude', 'json', '{"hooks":[]}'],
  ['claude', 'json', '{"hooks":{"PreToolUse":[{"matcher":"[","hooks":[]}]}}'],
  ['claude', 'json', '{"disableAllHooks":"yes","hooks":{}}'],
  ['kimi', 'toml', '[[hooks.before_tool]]\ncommand = "x"\ntimeout = 99\n'],
  ['kimi', 'toml', '[[hooks.before_tool]]\ncommand = "x"\ntimeout = 600001\n'],
  ['kimi', 'toml', '[[hooks.before_tool]]\ncommand = "sh -c \\"{{tool_input.command}}\\""\n'],
  ['kimi', 'toml', '[[hooks.before_tool]]\ncommand = "x"\n[hooks.before_tool]\n'],
  ['kimi-official', 'toml', '[[hooks]]\nevent = "PreToolUse"\n'],
]

let written = 0

type Written = Pick<SoundConfig, 'dialect' | 'extension'>

async function load({ dialect, extension }: Written, text: string) {
  written += 1
  const file = join(folder, `${written}.${extension}`)
  writeFileSync(file, text)
  const start = performance.now()
  const loading = loadConfigFiles({ cwd: folder, files: [{ path: file, dialect }], settingSources: [], env: {} })
  const outcome = await loading.then(({ files }) => files).catch((error: unknown) => error)
  return { file, outcome, ms: performance.now() - start }
}

/** What is wrong with the way a broken configuration is refused; nothing if it is refused as it should be. */
async function findFault(config: Written, { done, text }: BrokenConfig): Promise<string[]> {
  const { file, outcome, ms } = await load(config, text)
  if (ms > slow) return [`${done}: it took ${ms} ms`]
  if (!(outcome instanceof HookError)) return [`${done}: it was not refused, but gave ${String(outcome)}`]
  return isClear(outcome, file) ? [] : [`${done}: ${JSON.stringify(outcome)}`]
}

// Generous: a refusal takes a millisecond, but the machine may be busy.
const slow = 5000

function isClear({ message, hint, place }: HookError, file: string): boolean {
  const isPlaced = place.file === file && (place.line ?? 0) >= 1 && (place.column ?? 0) >= 1
  return isPlaced && message.endsWith('are not active.') && /[.?]$/.test(hint)
}

async function findFaults(config: Written, broken: readonly BrokenConfig[]): Promise<string[]> {
  const faults: string[] = []
  for (const one of broken) faults.push(...(await findFault(config, one)))
  return faults
}

describe.each(sound)('a configuration ($name)', (config) => {
  test('loads whole when it is sound', async () => {
    const { outcome } = await load(config, writeSound(config))
    expect(outcome).toMatchObject([{ dialect: config.dialect, reading: { hooks: { length: config.hooks } } }])
  })

  test('is refused whole, with a place, for any misspelt key and any value of a wrong kind', async () => {
    expect(await findFaults(config, breakValues(config))).toEqual([])
  })

  test('is refused whole or loaded whole, whatever happens to its text', async () => {
    const text = writeSound(config)
    const edits = fc.record({
      at: fc.nat(text.length),
      remove: fc.nat(6),
      insert: fc.constantFrom('', '"', '{', ']', ',', '=', '\n', '\\', '\u0000', 'x', '[[', '#', '0'),
    })
    await fc.assert(
      fc.asyncProperty(edits, async ({ at, remove, insert }) => {
        const edited = text.slice(0, at) + insert + text.slice(at + remove)
        const { file, outcome, ms } = await load(config, edited)
        expect(ms).toBeLessThan(slow)
        if (outcome instanceof HookError) expect(isClear(outcome, file), JSON.stringify(outcome)).toBe(true)
        else expect(countLoaded(outcome)).toBe(countEntries(config, edited))
      }),
      { numRuns: process.env['HOOKLINE_FULL'] ? 5_000 : 100 },
    )
  })
})

function countLoaded(outcome: unknown): number {
  return (outcome as LoadedFile[]).reduce((sum, { reading }) => sum + reading.hooks.length, 0)
}

// A second reading that knows only where entries stand, not what they mean.
function countEntries({ dialect, extension }: Written, text: string): number {
  const value = extension === 'toml' ? parseToml(text) : parseJsonc(text, [], { allowTrailingComma: true })
  const section: unknown = dialect === 'blade' ? (value.hooks ?? value) : value.hooks
  if (dialect === 'kimi-official') return listOf(section).length
  const events = Object.values((section ?? {}) as object)
  if (dialect === 'kimi') return events.flatMap(listOf).length
  return events.flatMap((groups) =>
    Array.isArray(groups) ? groups.flatMap((group) => group.hooks) : Object.keys(listed(groups)),
  ).length
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const listed = (value: unknown): object => (typeof value === 'object' && value !== null ? value : {})

describe.each(sound.filter(({ extension }) => extension !== 'toml'))('JSON ($name)', (config) => {
  test('is refused whole, with a place, wherever it ends too soon or lacks a bracket', async () => {
    expect(await findFaults(config, breakText(config))).toEqual([])
  })
})

test.each(handMade)(
  'a %s file in %s, made by hand, is refused whole, with a place (%#)',
  async (dialect, extension, text) => {
    expect(await findFault({ dialect, extension }, { done: 'it', text })).toEqual([])
  },
)

test('more than five hundred configurations are broken, in every dialect', () => {
  const made = sound.map((config) => breakValues(config).length)
  expect(made.every((count) => count > 5)).toBe(true)
  expect(made.reduce((sum, count) => sum + count, handMade.length)).toBeGreaterThan(500)
  expect(new Set(sound.map(({ dialect }) => dialect))).toEqual(new Set(['blade', 'claude', 'kimi', 'kimi-official']))
})
