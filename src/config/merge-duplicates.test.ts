import { describe, expect, it } from 'vitest'
import { readConfig } from '../dialects/index.ts'
import type { Hook } from '../protocol/hook.ts'
import type { Layer } from '../protocol/source.ts'
import { mergeDuplicates } from './merge-duplicates.ts'

interface Entry {
  layer?: Layer
  matcher?: string
  trusted?: boolean
  dialect?: 'blade' | 'claude'
  [option: string]: unknown
}

/** One hook from a file of its layer. */
function hookOf({ layer = 'user', matcher, trusted = true, dialect = 'blade', ...options }: Entry): Hook {
  const config = {
    PreToolUse: [{ ...(matcher && { matcher }), hooks: [{ type: 'command', command: './guard.sh', ...options }] }],
  }
  const value = dialect === 'claude' ? { hooks: config } : config
  const { hooks, problems } = readConfig(dialect, value, { layer, trusted, file: `/${layer}.json` })
  expect(problems).toEqual([])
  return hooks[0]!
}

function merge(...entries: Entry[]): Hook[] {
  return mergeDuplicates(entries.map(hookOf), '/project')
}

const awake = (hooks: Hook[]): string[] => hooks.filter((hook) => !hook.idle).map((hook) => hook.source.layer)
const bash = { value: 'Bash', toolInput: { command: 'git push' }, cwd: '/project' }
const write = { value: 'Write', toolInput: { file_path: '/etc/x' }, cwd: '/project' }

describe('C8 the same handler from several sources', () => {
  it('runs once, and the others are recorded as duplicates of the most trusted one', () => {
    const hooks = merge({ layer: 'code' }, { layer: 'managed' }, { layer: 'project' })
    expect(awake(hooks)).toEqual(['managed'])
    expect(hooks.map((hook) => hook.idle?.why)).toEqual(['duplicate', undefined, 'duplicate'])
    expect(hooks[0]!.idle!.detail).toMatch(
      /^the same handler as managed\/managed\.json#PreToolUse\[0\].* \(\/managed\.json/,
    )
  })

  it('belongs to its owner rather than to a project, whichever layer comes first', () => {
    expect(awake(merge({ layer: 'project' }, { layer: 'local' }, { layer: 'config' }, { layer: 'code' }))).toEqual([
      'config',
    ])
  })

  it('unites what they match', () => {
    const [hook] = merge({ matcher: 'Bash' }, { layer: 'project', matcher: 'Write' })
    expect(['Bash', 'Write', 'Read'].map((value) => hook!.matcher.test({ value }))).toEqual([true, true, false])
    expect(hook!.matcher.describe()).toContain(' or ')
  })

  it('keeps the strictest options of all', () => {
    const [hook] = merge(
      { timeout: 5, onFailure: { crash: 'deny' }, recheck: false, reap: 'none', mustDeny: ['rm x'] },
      { layer: 'project', timeout: 50, onFailure: { timeout: 'ask' }, reap: 'all', mustAllow: ['ls'] },
    )
    expect(hook).toMatchObject({
      timeoutMs: 50_000,
      recheck: true,
      handler: { reap: 'all' },
      samples: { mustDeny: ['rm x'], mustAllow: ['ls'] },
      onFailure: { crash: 'deny', timeout: 'deny' },
    })
  })

  it.each(['async', 'shadow', 'once'])('is never %s, unless all were', (option) => {
    const key = option as 'async' | 'shadow' | 'once'
    expect(merge({ [key]: true }, { layer: 'project' })[0]![key]).toBe(false)
    expect(merge({}, { layer: 'project', [key]: true })[0]![key]).toBe(false)
    expect(merge({ [key]: true }, { layer: 'project', [key]: true })[0]![key]).toBe(true)
  })

  it('keeps every condition with its own matcher', () => {
    const [hook] = merge({ matcher: 'Bash', if: 'Bash(git *)' }, { layer: 'project', matcher: 'Write' })
    const status = (subject: typeof bash | typeof write): string => {
      const { runs, complete } = hook!.condition!.test(subject)
      return `${hook!.matcher.test(subject)} ${runs} ${complete}`
    }
    expect(status(bash)).toBe('true true true')
    expect(status(write)).toBe('true true true')
    expect(status({ ...bash, toolInput: { command: 'ls' } })).toBe('true false false')
  })

  it('does not count a condition as met for a tool that only the other one matches', () => {
    const [hook] = merge({ matcher: 'Bash' }, { layer: 'project', matcher: 'Write', if: 'Write(src/**)' })
    expect(hook!.condition!.test(bash).runs).toBe(true)
    expect(hook!.condition!.test(write).runs).toBe(false)
    expect(hook!.condition!.test({ ...write, toolInput: { file_path: '/project/src/a' } }).runs).toBe(true)
  })

  it.each([
    ['the absolute path', { command: '/project/guard.sh' }],
    ['blanks around it', { command: '  ./guard.sh ' }],
    ['its directory spelt out', { command: './guard.sh', cwd: '/project' }],
    ['another order of passed variables', { passEnv: [] }],
    ['a longer way', { command: './x/../guard.sh' }],
  ])('is recognised by %s', (_, options) => {
    expect(awake(merge({}, { layer: 'project', ...options }))).toEqual(['user'])
  })

  it.each([
    ['another command', { command: './other.sh' }],
    ['other arguments', { command: './guard.sh --fast' }],
    ['another directory', { cwd: '/elsewhere' }],
    ['another environment', { env: { A: '1' } }],
    ['another passed variable', { passEnv: ['A'] }],
    ['another dialect', { dialect: 'claude' as const }],
  ])('is another handler with %s', (_, options) => {
    expect(awake(merge({}, { layer: 'project', ...options }))).toEqual(['user', 'project'])
  })

  it('is left alone when one file names it twice', () => {
    expect(awake(merge({}, {}))).toEqual(['user', 'user'])
  })

  it('is not made of hooks that cannot run: an untrusted one is no duplicate', () => {
    const hooks = merge({}, { layer: 'project', trusted: false }, { layer: 'local', enabled: false })
    expect(hooks.map((hook) => hook.idle?.why)).toEqual([undefined, 'untrusted', 'disabled'])
  })

  it('is not made of callbacks', () => {
    const callback = (): undefined => undefined
    const entry = { type: 'callback', callback, command: undefined }
    expect(awake(merge(entry, { ...entry, layer: 'code' }))).toEqual(['user', 'code'])
  })
})
