import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDocument } from '../../src/base/document.ts'
import { convertConfig as convertSource } from '../../src/dialects/convert/convert-config.ts'
import { dialects, readConfig } from '../../src/dialects/index.ts'
import { kimiTools } from '../../src/dialects/kimi/names.ts'
import type { DialectName } from '../../src/protocol/dialect.ts'
import { eventDefinition, eventNames } from '../../src/protocol/event-types.ts'
import type { Hook } from '../../src/protocol/hook.ts'

const convertConfig = (given: { text: string; from: DialectName; to: DialectName }) =>
  convertSource({ source: { text: given.text }, from: given.from, to: given.to })

const tools = ['Bash', 'BashOutput', 'Write', 'Read', 'Edit', 'NotebookEdit', 'mcp__a__b', 'mcp__x', 'auto', 'resume']

function readHooks(text: string, dialect: DialectName): Hook[] {
  const format = dialect.startsWith('kimi') ? 'toml' : 'json'
  const reading = readConfig(dialect, parseDocument(text, format).value, { layer: 'config', trusted: true })
  expect(reading.problems).toEqual([])
  return reading.hooks
}

/** What a hook does, without where it stands and without what has no effect on its event. */
function describeHook(hook: Hook): unknown {
  const { event, handler, timeoutMs, async, once, shadow, statusMessage, matcher, condition } = hook
  const hasField = eventDefinition(event).matches !== null
  const matches =
    hasField && tools.filter((value) => matcher.test({ value, toolInput: { command: 'git push origin' } }))
  const onFailure = hook.dialect.can(event, 'block') && !async && hook.onFailure
  const rule = condition?.describe()
  return { event, handler, timeoutMs, async, once, shadow, onFailure, statusMessage, matches, rule }
}

const patterns = fc.constantFrom(
  'Bash',
  'Edit|Write',
  'mcp__.*',
  '.*',
  'Ba.*|Edit',
  '.*Edit',
  'B[a-z]+',
  '*',
  '',
  'auto',
  'resume',
)
const words = fc.stringMatching(/^[a-z '"$\\\n.é-]{1,20}$/).filter((text) => text.trim() !== '')
const policies = fc.constantFrom('ignore', 'ask', 'deny')

const handlers = fc.oneof(
  fc.record({ command: words }),
  fc.record({ exec: words, args: fc.array(words, { maxLength: 2 }) }),
  fc.record({ type: fc.constant('prompt'), prompt: words }),
  fc.record({ type: fc.constant('agent'), prompt: words, model: words }, { requiredKeys: ['type', 'prompt'] }),
  fc.record(
    {
      type: fc.constant('http'),
      url: fc.constant('https://x.test/h'),
      headers: fc.dictionary(fc.constantFrom('a', 'b'), words),
    },
    { requiredKeys: ['type', 'url'] },
  ),
)

const someOptions = fc.record(
  {
    timeout: fc.oneof(fc.integer({ min: 1, max: 600 }), fc.constantFrom('1500ms', '2m', 0.25)),
    statusMessage: words,
    async: fc.boolean(),
    once: fc.boolean(),
    onFailure: fc.oneof(policies, fc.record({ timeout: policies })),
    if: fc.constantFrom('Bash(git push *)', 'Write(src/**)'),
  },
  { requiredKeys: [] },
)

type Options = Partial<Record<'timeout' | 'statusMessage' | 'async' | 'once' | 'onFailure' | 'if', unknown>>

const options: fc.Arbitrary<Options> = fc.oneof(
  fc.constant({}),
  fc.record({ timeout: fc.integer({ min: 1, max: 600 }) }),
  someOptions,
)

const nativeConfigs = fc
  .record({
    event: fc.constantFrom(...eventNames),
    matcher: fc.option(patterns, { nil: undefined }),
    handler: handlers,
    options,
  })
  .map(({ event, matcher, handler, options: { if: rule, ...rest } }) => {
    const isTool = event.includes('Tool') || event === 'PermissionRequest'
    const hook = { ...handler, ...rest, ...(isTool && rule !== undefined && { if: rule }) }
    return JSON.stringify({ hooks: { [event]: [{ ...(matcher !== undefined && { matcher }), hooks: [hook] }] } })
  })

const others = Object.keys(dialects).filter((name) => name !== 'blade') as DialectName[]

test.each(others)('a native hook that %s honours comes back as it was', (to) => {
  let honoured = 0
  fc.assert(
    fc.property(nativeConfigs, (text) => {
      const there = convertConfig({ text, from: 'blade', to })
      expect(there.report).toHaveLength(1)
      if (there.report[0]!.fidelity !== 'honoured') return
      const back = convertConfig({ text: there.text, from: to, to: 'blade' })
      if (back.report[0]!.fidelity !== 'honoured') return
      honoured++
      expect(readHooks(back.text, 'blade').map(describeHook)).toEqual(
        readHooks(text, 'blade').map(describeHook).map(shellOf(to)),
      )
    }),
    { numRuns: 1500 },
  )
  expect(honoured).toBeGreaterThan(10)
})

// Kimi has no form without a shell: what it holds is the same program, quoted.
function shellOf(to: DialectName): (hook: unknown) => unknown {
  return (described) => {
    const hook = described as { handler: Hook['handler'] }
    const { handler } = hook
    if (to === 'claude' || handler.type !== 'command' || !('exec' in handler.run)) return hook
    const quote = (word: string): string =>
      /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
    return {
      ...hook,
      handler: { type: 'command', run: { shell: [handler.run.exec, ...handler.run.args].map(quote).join(' ') } },
    }
  }
}

const sources: Record<DialectName, (matcher: string) => string> = {
  blade: (matcher) => JSON.stringify({ hooks: { PreToolUse: [{ matcher, hooks: [{ command: 'a' }] }] } }),
  claude: (matcher) => JSON.stringify({ hooks: { PreToolUse: [{ matcher, hooks: [{ command: 'a' }] }] } }),
  kimi: (matcher) => `[[hooks.before_tool]]\ncommand = "a"\nmatcher = { tool = ${JSON.stringify(matcher)} }\n`,
  'kimi-official': (matcher) =>
    `[[hooks]]\nevent = "PreToolUse"\ncommand = "a"\nmatcher = ${JSON.stringify(matcher)}\n`,
}

const pairs = Object.keys(dialects).flatMap((from) =>
  Object.keys(dialects)
    .filter((to) => to !== from)
    .map((to) => ({ from: from as DialectName, to: to as DialectName })),
)

const parts = fc.constantFrom(
  'Bash',
  'Ba',
  'Edit',
  'Write',
  'Shell',
  'ReadFile',
  'mcp__.*',
  '.*',
  '^Ba',
  'Edit$',
  '[BE].*',
  'e',
  '^Read$',
)
const matchers = fc.array(parts, { minLength: 1, maxLength: 3 }).map((list) => list.join('|'))

test.each(pairs)('a matcher means the same tools in $to as in $from', ({ from, to }) => {
  fc.assert(
    fc.property(matchers, (matcher) => {
      const text = sources[from](matcher)
      const converted = convertConfig({ text, from, to })
      const [before, after] = [readHooks(text, from)[0]!, readHooks(converted.text, to)[0]!]
      const passes = (hook: Hook, value: string): boolean => hook.matcher.test({ value, toolInput: {} })
      for (const value of tools) {
        // Kimi's hooks know a tool by either of its names.
        const alias = to.startsWith('kimi') ? kimiTools.get(value) : undefined
        const expected = passes(before, value) || (alias !== undefined && passes(before, alias))
        expect([value, passes(after, value)]).toEqual([value, expected])
      }
    }),
    { numRuns: 300 },
  )
})
