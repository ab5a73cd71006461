import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { HookError } from '../base/errors.ts'
import type { Sample } from '../protocol/hook.ts'
import type { HookEntry, HooksConfig } from '../protocol/native-config.ts'
import { createHooks } from './create-hooks.ts'
import { proveSamples } from './prove-samples.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'hookline-prove-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
})

function script(name: string, body: string): string {
  writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`)
  chmodSync(join(folder, name), 0o755)
  return `./${name}`
}

const gate = (entry: Partial<HookEntry> & object, matcher = 'Bash'): HooksConfig =>
  ({ PreToolUse: [{ matcher, hooks: [{ id: 'guard', ...entry }] }] }) as HooksConfig

async function prove(
  config: HooksConfig,
): Promise<{ proofs: [string, Sample, boolean, string][]; unproved: string[] }> {
  const hooks = await createHooks(config, { cwd: folder })
  onTestFinished(() => hooks.close())
  const { samples, unproved } = await proveSamples(hooks)
  return {
    proofs: samples.map(({ kind, sample, passed, happened }) => [kind, sample, passed, happened]),
    unproved: unproved.map(({ hook }) => hook),
  }
}

const noProd = 'case $(cat) in *prod*) echo "not on prod" >&2; exit 2 ;; esac'

test('proves samples of a script through a real process', async () => {
  const command = script('guard.sh', noProd)
  expect(await prove(gate({ command, mustDeny: ['deploy prod', 'ls'], mustAllow: ['ls', 'deploy prod'] }))).toEqual({
    proofs: [
      ['mustDeny', 'deploy prod', true, 'it denied: not on prod'],
      ['mustDeny', 'ls', false, 'it had no objection'],
      ['mustAllow', 'ls', true, 'it had no objection'],
      ['mustAllow', 'deploy prod', false, 'it denied: not on prod'],
    ],
    unproved: [],
  })
})

test.each([
  ['crashes', 'exit 1', /^it failed \(crash\)/],
  ['cannot start', 'no-such-program-here', /^it failed \(spawn\)/],
  ['prints garbage', `echo '{"decision":"denny"}'`, /^it failed \(invalidOutput\)/],
])('a guard that %s proves nothing, although its failure denies', async (_, command, happened) => {
  const { proofs } = await prove(gate({ command, mustDeny: ['x'], mustAllow: ['x'] }))
  expect(proofs.map(([kind, , passed]) => [kind, passed])).toEqual([
    ['mustDeny', false],
    ['mustAllow', false],
  ])
  for (const [, , , told] of proofs) expect(told).toMatch(happened)
})

test('takes an explicit deny beside a failing exit for a deny', async () => {
  const { proofs } = await prove(gate({ command: `echo '{"decision":"deny","reason":"no"}'; exit 1`, mustDeny: ['x'] }))
  expect(proofs.map(([, , passed]) => passed)).toEqual([true])
})

test('a sample is denied by its own hook or not at all', async () => {
  const config: HooksConfig = {
    PreToolUse: [
      () => ({ decision: 'deny', reason: 'always' }),
      { hooks: [{ id: 'sleeping', command: 'true', mustDeny: ['x'] }] },
      { hooks: [{ id: 'awake', command: 'exit 2', mustDeny: ['x'] }] },
    ],
  } as HooksConfig
  expect((await prove(config)).proofs).toEqual([
    ['mustDeny', 'x', false, 'it had no objection'],
    ['mustDeny', 'x', true, expect.stringMatching(/^it denied/)],
  ])
})

test('tells that a matcher does not take the sample', async () => {
  const { proofs } = await prove(gate({ command: 'exit 2', mustDeny: ['x'], mustAllow: ['y'] }, 'Write'))
  expect(proofs).toEqual([
    ['mustDeny', 'x', false, expect.stringMatching(/^it did not run: matcher: /)],
    ['mustAllow', 'y', true, expect.stringMatching(/^it did not run: matcher: /)],
  ])
})

test('ask is neither deny nor pass', async () => {
  const callback = () => ({ decision: 'ask', reason: 'sure?' }) as const
  const { proofs } = await prove(gate({ type: 'callback', callback, mustDeny: ['x'], mustAllow: ['x'] } as never))
  expect(proofs).toEqual([
    ['mustDeny', 'x', false, 'it said ask: sure?'],
    ['mustAllow', 'x', false, 'it said ask: sure?'],
  ])
})

test('reads every form of a sample', async () => {
  const seen: unknown[] = []
  const callback = (input: { toolName?: string; toolInput?: unknown }) => {
    seen.push([input.toolName, input.toolInput])
    return { decision: 'deny' } as const
  }
  const mustDeny: Sample[] = [
    'ls',
    { toolName: 'Grep', toolInput: { pattern: 'x' } },
    { tool_name: 'Shell', tool_input: { command: 'ls' } },
    { file_path: '.env' },
    { file_path: '.env', old_string: 'a', new_string: 'b' },
    { filePath: '.env' },
    { url: 'https://example.com' },
    { toolName: 'Edit', file_path: 'a' },
  ]
  const { proofs } = await prove(gate({ type: 'callback', callback, mustDeny } as never, '*'))
  expect(proofs.map(([, , passed]) => passed)).toEqual(mustDeny.map(() => true))
  expect(seen).toEqual([
    ['Bash', { command: 'ls' }],
    ['Grep', { pattern: 'x' }],
    ['Bash', { command: 'ls' }],
    ['Write', { file_path: '.env' }],
    ['Edit', { file_path: '.env', old_string: 'a', new_string: 'b' }],
    ['Write', { file_path: '.env' }],
    ['WebFetch', { url: 'https://example.com' }],
    ['Edit', { file_path: 'a' }],
  ])
})

test('a path goes to the tool that the matcher takes', async () => {
  const { proofs } = await prove(gate({ command: 'exit 2', mustDeny: [{ file_path: '.env' }] }, 'Read'))
  expect(proofs.map(([, , passed]) => passed)).toEqual([true])
})

test('samples of other events are prompts, match values and fields', async () => {
  const config = {
    UserPromptSubmit: [{ hooks: [{ command: noProd, mustDeny: ['go prod'], mustAllow: ['go home'] }] }],
    Compaction: [{ matcher: 'auto', hooks: [{ command: 'exit 2', mustDeny: ['auto'] }] }],
    Stop: [{ hooks: [{ command: noProd, mustDeny: [{ final_response: 'on prod' }, 'text'] }] }],
  } as HooksConfig
  expect((await prove(config)).proofs.map(([kind, sample, passed, told]) => [kind, sample, passed || told])).toEqual([
    ['mustDeny', 'go prod', true],
    ['mustAllow', 'go home', true],
    ['mustDeny', 'auto', true],
    ['mustDeny', { final_response: 'on prod' }, true],
    ['mustDeny', 'text', 'a text says nothing on Stop; write its input fields instead'],
  ])
})

test('lists gates without a sample, and neither observers nor guard packs nor what is switched off', async () => {
  const config = {
    guards: ['hookline:dangerous-commands'],
    PreToolUse: [
      { hooks: [{ id: 'bare', command: 'true' }] },
      { hooks: [{ id: 'sampled', command: 'exit 2', mustDeny: ['x'] }] },
      { hooks: [{ id: 'off', command: 'true', enabled: false, mustDeny: ['x'] }] },
      { hooks: [{ id: 'later', command: 'true', async: true }] },
      { hooks: [{ id: 'shadow', command: 'true', shadow: true }] },
    ],
    PostToolUse: [{ hooks: [{ id: 'observer', command: 'true' }] }],
  } as HooksConfig
  const { proofs, unproved } = await prove(config)
  expect([proofs.length, unproved]).toEqual([1, ['bare']])
})

describe("prove: 'load'", () => {
  const start = async (config: HooksConfig): Promise<string> => {
    try {
      const hooks = await createHooks(config, { cwd: folder, prove: 'load' })
      await hooks.close()
      return 'started'
    } catch (error) {
      if (error instanceof HookError) return `${error.code}: ${error.message}`
      throw error
    }
  }

  test('starts when everything is proved', async () => {
    expect(await start(gate({ command: noProd, mustDeny: ['deploy prod'], mustAllow: ['ls'] }))).toBe('started')
    expect(await start({ guards: ['hookline:dangerous-commands'] })).toBe('started')
  })

  test('refuses a guard that does not deny its sample', async () => {
    expect(await start(gate({ command: noProd, mustDeny: ['ls', 'ps'] }))).toBe(
      'GUARD_UNPROVED: guard must deny "ls", but it had no objection. (1 more of 2 samples failed.)',
    )
  })

  test('refuses a gate without a sample', async () => {
    expect(await start(gate({ command: noProd }))).toBe(
      'GUARD_UNPROVED: guard is a gate without a sample that it must deny.',
    )
  })

  test('keeps the last good configuration when a reload is not proved, and observes no sample', async () => {
    const file = join(folder, 'hooks.json')
    const put = (command: string): void =>
      writeFileSync(file, JSON.stringify(gate({ command, mustDeny: ['deploy prod'] })))
    put(noProd)
    const steps: string[] = []
    const hooks = await createHooks(
      {},
      { cwd: folder, files: [file], prove: 'load', observer: (step) => steps.push(step.type) },
    )
    onTestFinished(() => hooks.close())
    put('true')
    await expect(hooks.reload()).rejects.toMatchObject({ code: 'GUARD_UNPROVED' })
    const verdict = await hooks
      .session()
      .fire('PreToolUse', { toolName: 'Bash', toolUseId: '1', toolInput: { command: 'prod' } })
    expect([verdict.decision, steps.slice(0, 2)]).toEqual(['deny', ['notice', 'eventStart']])
  })
})
