import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createHooks } from '../../src/index.ts'
import { call, type Entry, say, useEngines } from './fixtures/engine-runs.ts'

const { open, fire } = useEngines()

describe('C7 nothing about size skips a gate', () => {
  it.each([0, 1, 65_535, 65_537, 1 << 20, 8 << 20])('an input of %i bytes reaches the hook whole', async (size) => {
    const seen = await fire([{ command: 'head -c 100 > /dev/null; rest=$(wc -c); echo "$rest" >&2; exit 2' }], {
      ...call,
      toolInput: { command: 'x'.repeat(size) },
    })
    expect(seen.decision).toBe('deny')
    expect(Number(seen.reason)).toBeGreaterThanOrEqual(size)
  })

  it.each(['toolName', 'toolUseId'])('D15 a %s of a megabyte does not keep a command from starting', async (field) => {
    const input = { ...call, [field]: 'x'.repeat(1 << 20) }
    const verdict = await fire([{ command: 'exit 2' }, { command: 'wc -c >&2; exit 2' }], input)
    expect(verdict).toMatchObject({ decision: 'deny', failedOpen: [] })
    expect(verdict.runs.every(({ status }) => status === 'blocked' || status === 'skipped')).toBe(true)
  })

  it('D15 a template of several megabytes does not keep a command from deciding', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'templates-'))
    const file = join(folder, 'config.toml')
    writeFileSync(
      file,
      '[[hooks.before_tool]]\nname = "guard"\ntype = "command"\ncommand = "[ {{tool_input.content}} = short ] || exit 2"\n',
    )
    const hooks = await createHooks({}, { files: [{ path: file, dialect: 'kimi' }], observer: () => {} })
    const session = hooks.session({ cwd: folder })
    const decisions: unknown[] = []
    for (const content of ['short', 'x'.repeat(127 << 10), 'x'.repeat(200 << 10), 'x'.repeat(1 << 20)]) {
      const verdict = await session.fire('PreToolUse', { toolName: 'Write', toolUseId: 'c', toolInput: { content } })
      decisions.push(verdict.decision)
    }
    await hooks.close()
    rmSync(folder, { recursive: true, force: true })
    expect(decisions).toEqual([null, 'deny', 'deny', 'deny'])
  })
})

describe('F54 to F65 data that lies', () => {
  it.each([
    ['F53 two documents', '{"decision":"allow"}{"decision":"deny"}', 'deny'],
    ['F54 a decision given twice', '{"decision":"deny","decision":"allow"}', 'deny'],
    ['F55 a prototype', '{"__proto__":{"decision":"allow"}}', 'none'],
    ['F56 a depth bomb', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'deny'],
    ['F58 a decision that is a number', '{"decision":1}', 'deny'],
    ['F58 a decision that is a list', '{"decision":["allow"]}', 'deny'],
    ['F59 a number beyond all bounds', '{"decision":"allow","continue":1e999}', 'deny'],
  ])('%s', async (_, text, expected) => {
    const entry: Entry = { command: 'printf %s "$TEXT"', onFailure: 'deny', passEnv: ['TEXT'] }
    const long = text.length > 100_000
    const hook: Entry = long
      ? {
          ...entry,
          command: `yes '{"a":' | head -n 100000 | tr -d '\\n'; printf 1; yes '}' | head -n 100000 | tr -d '\\n'`,
        }
      : entry
    const hooks = await open({ PreToolUse: [{ hooks: [hook] }] })
    const hostEnv = { PATH: process.env['PATH'], ...(!long && { TEXT: text }) }
    const verdict = await hooks.session({ hostEnv }).fire('PreToolUse', call)
    expect(verdict.decision).toBe(expected === 'none' ? null : expected)
    expect(({} as Record<string, unknown>)['decision']).toBe(undefined)
  })

  it('F60 keeps control characters in a reason as they are', async () => {
    const reason = 'a\u0000b\u001b[31mred\u202e\ud800'
    expect((await fire([say({ decision: 'deny', reason })])).reason).toBe(reason)
  })

  it('F63 a rewrite changes the input only, never the tool or the call', async () => {
    const verdict = await fire([
      say({ toolName: 'Other', tool_name: 'Other', updatedInput: { tool_name: 'Other', toolName: 'Other' } }),
    ])
    expect(verdict.input).toEqual({ command: 'ls', tool_name: 'Other', toolName: 'Other' })
    expect(verdict.warnings.join()).toContain('unknown field toolName')
  })

  it('F64 an input of 64 megabytes is judged', async () => {
    const verdict = await fire([{ command: 'wc -c >&2; exit 2' }], {
      ...call,
      toolInput: { command: 'x'.repeat(64 << 20) },
    })
    expect(verdict.decision).toBe('deny')
    expect(Number(verdict.reason)).toBeGreaterThan(64 << 20)
  }, 60_000)

  it.each([
    ['that climbs', '../../etc/passwd'],
    ['with a NUL', 'a\u0000b'],
    ['of ten thousand characters', 'x'.repeat(10_000)],
    ['with shell syntax', '$(exit 3)'],
    ['that is empty', ''],
  ])('F65 a session id %s is data', async (_, id) => {
    const hooks = await open({ PreToolUse: [{ hooks: [{ command: 'cat >&2; exit 2', once: true }] }] })
    const verdict = await hooks.session({ id }).fire('PreToolUse', call)
    expect(JSON.parse(verdict.reason!)).toMatchObject({ session_id: id })
  })
})
